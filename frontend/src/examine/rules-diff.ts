// What changed between two rulebooks: what is done differently first, and then what became of each clause.

import { html, nothing, type TemplateResult } from "lit";
import { clauseTags } from "../parts.ts";
import { printed, sentence, sign, type Listed } from "./parts.ts";

interface Side {
  says: string;
  clauses: string[];
  basis: string | null;
}
interface Change {
  for: string;
  key: string;
  before: Side | null;
  after: Side | null;
}
interface Fate {
  fate: string;
  before: string | null;
  after: string | null;
  summary: string;
}
export interface Difference {
  before: string;
  after: string;
  behavior: Change[];
  newly_stated: Change[];
  clauses: Fate[];
}

function side(ref: string, one: Side | null): TemplateResult {
  if (!one) return html`<td class="quiet">not known</td>`;
  return html`<td>
    ${printed(one.says)} ${clauseTags(ref, one.clauses)}
    ${one.basis ? html`<span class="nature">${sentence(one.basis).toLowerCase()}</span>` : nothing}
  </td>`;
}

function changes(found: Difference, rows: readonly Change[], books: readonly Listed[]): TemplateResult {
  const title = (ref: string): string => books.find((one) => one.ref === ref)?.title ?? ref;
  const groups = [...new Set(rows.map((row) => row.for))];
  return html`${groups.map(
    (group) =>
      html`<h3>For the ${group}</h3>
        <div class="scrolls" tabindex="0" role="group" aria-label="Changes for the ${group}">
          <table class="sides">
            <thead>
              <tr>
                <th scope="col">what</th>
                <th scope="col">${title(found.before)}</th>
                <th scope="col">${title(found.after)}</th>
              </tr>
            </thead>
            <tbody>
              ${rows
                .filter((row) => row.for === group)
                .map(
                  (row) =>
                    html`<tr>
                      <th scope="row">${sentence(row.key.split(".").at(-1) ?? row.key)}</th>
                      ${side(found.before, row.before)}${side(found.after, row.after)}
                    </tr>`,
                )}
            </tbody>
          </table>
        </div>`,
  )}`;
}

export function differences(found: Difference, books: readonly Listed[]): TemplateResult {
  const moved = found.clauses.filter((one) => one.fate !== "same" && one.fate !== "unchanged");
  const fates = [...new Set(moved.map((one) => one.fate))];
  return html`<section class="card">
      <h2 class="kicker">What is done differently <span class="quiet">· ${found.behavior.length}</span></h2>
      ${found.behavior.length ? changes(found, found.behavior, books) : html`<p>Nothing.</p>`}
    </section>
    ${
      found.newly_stated.length
        ? html`<section class="card">
            <h2 class="kicker">Now said in words <span class="quiet">· ${found.newly_stated.length}</span></h2>
            <p class="small quiet">Done before, as we read it; one of the two now says it.</p>
            ${changes(found, found.newly_stated, books)}
          </section>`
        : nothing
    }
    <section class="card">
      <h2 class="kicker">Clauses</h2>
      ${fates.map(
        (fate) =>
          html`<h3>${sentence(fate)}</h3>
            <ul class="grounds">
              ${moved
                .filter((one) => one.fate === fate)
                .map(
                  (one) =>
                    html`<li>
                      ${
                        one.before ? clauseTags(found.before, [one.before]) : nothing
                      }${one.before && one.after ? html` ${sign("on")}` : nothing}${
                        one.after ? clauseTags(found.after, [one.after]) : nothing
                      }
                      ${printed(one.summary)}
                    </li>`,
                )}
            </ul>`,
      )}
      <p class="quiet">${found.clauses.length - moved.length} clauses are the same.</p>
    </section>`;
}
