// A rulebook as a page: its clauses, kinds, procedure, our readings and its wheel.

import { html, nothing, type TemplateResult } from "lit";
import { clauseTags } from "../parts.ts";
import { percent, printed, sentence, type Listed } from "./parts.ts";
import { basisWords } from "#words/bases.ts";
import { clauseNumber } from "../words/words.ts";
import type { RulesView } from "./rules.ts";
import type { Ground, UnexpressedOut } from "../wire/types.ts";

interface Kind {
  kind: string;
  word: string;
  pays: number;
  edge: string;
  clauses: string[];
  count: number;
}

interface Reading {
  key: string;
  value: unknown;
  basis: string;
  clauses: string[];
  note: string;
}

export interface Book extends Listed {
  wheel: { pockets: string[]; verified: boolean; clauses: string[]; basis: string | null; note: string | null };
  kinds: Kind[];
  procedure: Record<string, unknown>;
  told_only: Record<string, string>;
  readings: Reading[];
  missing: UnexpressedOut[];
}

// What is not done of it comes before everything that is.
export function notCarriedOut(book: Book): TemplateResult | typeof nothing {
  if (!book.missing.length) return nothing;
  return html`<section class="card" id="unexpressed">
    <h2 class="kicker">What this program does not do of it <span class="quiet">· ${book.missing.length}</span></h2>
    <ul class="grounds">
      ${book.missing.map(
        (one) =>
          html`<li>
            ${printed(one.what)} ${clauseTags(book.ref, one.clauses)}
            ${
              one.affects.length
                ? html`<span class="quiet"
                    >Concerns ${one.affects.join(", ")}${one.on.length ? ` on ${one.on.join(", ")}` : ""}.</span
                  >`
                : nothing
            }
          </li>`,
      )}
    </ul>
    <p class="small quiet">A bet that this concerns is settled by its price alone, and its line says so.</p>
  </section>`;
}

export function clausePages(view: RulesView, book: Book): TemplateResult {
  const wanted = view.wanted.trim().toLowerCase();
  const found = view.clauses.filter((one) => !wanted || `${one.clause} ${one.summary}`.toLowerCase().includes(wanted));
  return html`<section class="card" id="clauses">
    <h2 class="kicker">
      Clauses <span class="quiet">· ${wanted ? `${found.length} of ` : ""}${view.clauses.length}</span>
    </h2>
    ${found.map(
      (one) =>
        html`<article
          class="clause-page ${one.clause === view.clause ? "sought" : ""}"
          id="clause-${one.clause}"
          tabindex="-1"
        >
          <a class="clause" href="#/rules/${book.ref}/${encodeURIComponent(one.clause)}">§ ${one.clause}</a>
          <div>
            <p>
              ${printed(one.summary)}
              ${one.nature === "rule" ? nothing : html`<span class="nature">${one.nature}</span>`}
              ${one.not_carried_out.length ? html`<span class="nature">not carried out</span>` : nothing}
            </p>
            ${
              one.where.length || one.tests.length
                ? html`<details>
                    <summary>
                      ${one.where.length ? "Where it is enforced" : "Tests"}${
                        one.tests.length ? `, ${one.tests.length} ${one.tests.length === 1 ? "test" : "tests"}` : ""
                      }
                    </summary>
                    <ul class="small">
                      ${one.where.map(
                        (where) => html`<li class="mono">${where}</li>`,
                      )}${one.tests.map((test) => html`<li>${testWords(test)}</li>`)}
                    </ul>
                  </details>`
                : nothing
            }
          </div>
        </article>`,
    )}
    ${found.length ? nothing : html`<p class="quiet">No clause speaks of that.</p>`}
  </section>`;
}

export function kindsTable(book: Book): TemplateResult {
  return html`<section class="card" id="kinds">
    <h2 class="kicker">Bets and prices</h2>
    <div class="scrolls" tabindex="0" role="group" aria-label="Bets and prices">
      <table>
        <thead>
          <tr>
            <th scope="col">bet</th>
            <th scope="col">places</th>
            <th scope="col">pays</th>
            <th scope="col">the house keeps</th>
            <th scope="col">rule</th>
          </tr>
        </thead>
        <tbody>
          ${book.kinds.map(
            (one) =>
              html`<tr>
                <th scope="row">${one.word}</th>
                <td>${one.count}</td>
                <td>${one.pays} to 1</td>
                <td>${percent(one.edge)}${touched(book, one.kind) ? " *" : ""}</td>
                <td>${clauseTags(book.ref, one.clauses)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${
      book.kinds.some((one) => touched(book, one.kind))
        ? html`<p class="small quiet">* as far as the document is carried out</p>`
        : nothing
    }
    <p><a href="#/odds/${book.ref}">All odds, exactly</a></p>
  </section>`;
}

export function procedureList(book: Book): TemplateResult {
  return html`<section class="card" id="procedure">
    <h2 class="kicker">Procedure</h2>
    ${Object.entries(book.procedure).map(
      ([section, values]) =>
        html`<h3>${sentence(section)}</h3>
          <ul class="grounds">
            ${grounds(values).map(
              (ground) =>
                html`<li>
                  ${printed(ground.says)} ${clauseTags(book.ref, ground.clauses)}
                  ${
                    ground.basis
                      ? html`<span class="nature" title=${ground.note ?? ""}>${basisWords(ground.basis)}</span>`
                      : nothing
                  }
                </li>`,
            )}
          </ul>`,
    )}
    <p class="small quiet">Shown only, without an effect at the table: ${Object.keys(book.told_only).join(", ")}.</p>
  </section>`;
}

export function readingsList(book: Book): TemplateResult {
  return html`<section class="card" id="readings">
    <h2 class="kicker">Our readings <span class="quiet">· ${book.readings.length}</span></h2>
    <p class="small quiet">Where the document says nothing, or not enough, view is what we took it to mean and why.</p>
    <dl class="readings">
      ${book.readings.map(
        (one) =>
          html`<div>
            <dt>${sentence(one.key.replaceAll(".", ": "))} <span class="nature">${basisWords(one.basis)}</span></dt>
            <dd>${printed(one.note)} ${clauseTags(book.ref, one.clauses.map(clauseNumber))}</dd>
          </div>`,
      )}
    </dl>
  </section>`;
}

export function wheelOrder(book: Book): TemplateResult {
  return html`<section class="card" id="wheel">
    <h2 class="kicker">The wheel</h2>
    <p>${book.wheel.pockets.length} pockets, clockwise: <span class="mono">${book.wheel.pockets.join(" ")}</span></p>
    ${book.wheel.note ? html`<p class="small quiet">${book.wheel.note}</p>` : nothing}
    ${
      book.wheel.verified
        ? nothing
        : html`<p><span class="nature">not verified</span> The order is drawn and decides nothing.</p>`
    }
    <p class="small quiet">
      This book is known by the digest <span class="mono">${book.digest}</span>; every round names it.
    </p>
  </section>`;
}

function touched(book: Book, kind: string): boolean {
  return book.missing.some((one) => one.affects.some((name) => name === kind || name.startsWith(`${kind}:`)));
}

function grounds(of: unknown): Ground[] {
  if (typeof of !== "object" || of === null) return [];
  return "says" in of ? [of as Ground] : Object.values(of).flatMap(grounds);
}

function testWords(test: string): string {
  return (test.split("::").at(-1) ?? test).replace(/^test_/, "").replaceAll("_", " ");
}
