// The rulebooks as pages: every clause in our words with a link of its own, what is our reading, and what changed.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import { askOnce, failure, paperTop, printed, titled, words, type ClauseEntry, type Listed } from "./parts.ts";
import { differences, type Difference } from "./rules-diff.ts";
import { sideBySide, type ComparedBook } from "./rules-table.ts";
import type { WireRuleOut } from "../wire/types.ts";
import { service } from "../wire/service.ts";
import { clausePages, kindsTable, notCarriedOut, procedureList, readingsList, wheelOrder, type Book } from "./book.ts";

export class RulesView extends LitElement {
  static override properties = { ref: {}, clause: {}, other: {} };

  declare ref: string;
  declare clause: string;
  declare other: string;

  private books: Listed[] = [];
  private compared: ComparedBook[] = [];
  private book: Book | null = null;
  clauses: ClauseEntry[] = [];
  private wire: WireRuleOut[] = [];
  private difference: Difference | null = null;
  wanted = "";
  private failed = "";
  private asked = "";
  private shown = "";

  constructor() {
    super();
    Object.assign(this, { ref: "", clause: "", other: "" });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    const asked = `${this.ref} ${this.other}`;
    if (asked === this.asked) return;
    this.asked = asked;
    Object.assign(this, { book: null, clauses: [], difference: null, failed: "", shown: "", wanted: "" });
    void this.load()
      .catch((error: unknown) => {
        this.failed = words(error);
      })
      .finally(() => this.requestUpdate());
  }

  protected override updated(): void {
    const ready = this.ref === "wire" ? this.wire.length : this.clauses.length;
    if (!ready || this.shown === this.clause) return;
    this.shown = this.clause;
    if (!this.clause) return;
    const found = document.getElementById(`clause-${this.clause}`);
    found?.scrollIntoView({ block: "center" });
    found?.focus({ preventScroll: true });
  }

  private async load(): Promise<void> {
    this.books = await askOnce<Listed[]>("/rulebooks");
    titled("rules");
    if (!this.ref) {
      this.requestUpdate();
      this.compared = await Promise.all(this.books.map((one) => askOnce<ComparedBook>(`/rulebooks/${one.ref}`)));
      return;
    }
    if (this.ref === "new") {
      await import("./own-rulebook.ts");
      return titled("a rulebook of your own");
    }
    if (this.ref === "wire") {
      this.wire = await askOnce<WireRuleOut[]>("/wire-rules");
      return titled("our own rules");
    }
    if (this.other) {
      this.difference = await askOnce<Difference>(`/rulebooks/${this.ref}/diff/${this.other}`);
      return titled(`${this.ref} and ${this.other}`);
    }
    const [book, clauses] = await Promise.all([
      askOnce<Book & { unexpressed: Book["missing"] }>(`/rulebooks/${this.ref}`),
      askOnce<ClauseEntry[]>(`/rulebooks/${this.ref}/clauses`),
    ]);
    this.book = { ...book, missing: book.unexpressed };
    this.clauses = clauses;
    titled(book.title);
  }

  override render(): TemplateResult {
    if (!this.ref) return this.shelf();
    if (this.ref === "wire") return this.ours();
    if (this.ref === "new") return this.own();
    if (this.other) {
      return html`${paperTop(
          "What changed",
          "rules",
          html`from ${this.ref} to ${this.other}`,
          this.compare(this.ref, this.other),
        )}
        <main class="paper-page narrow">
          ${failure(this.failed)}${this.difference ? differences(this.difference, this.books) : this.waiting()}
        </main>`;
    }
    const book = this.book;
    return html`${paperTop(
        book?.title ?? "Rules",
        "rules",
        book ? this.under(book) : this.ref,
        this.compare(this.ref, ""),
      )}
      <main class="paper-page book">
        ${failure(this.failed)}${
          book
            ? html`${this.contents()}
                <div class="leaves">
                  ${[notCarriedOut(book), clausePages(this, book), kindsTable(book), procedureList(book)]}
                  ${[readingsList(book), wheelOrder(book)]}
                </div>`
            : this.waiting()
        }
      </main>`;
  }

  private waiting(): TemplateResult | typeof nothing {
    return this.failed ? nothing : html`<p class="quiet">Opening the book…</p>`;
  }

  private under(book: Book): TemplateResult {
    return html`${book.house ?? "House not named"} ·
      <span class="mono">${book.ref}</span>${book.effective ? ` · in force from ${book.effective}` : ""}${
        book.supersedes ? html` · replaces <a href="#/rules/${book.supersedes}">${book.supersedes}</a>` : nothing
      }`;
  }

  private compare(ref: string, other: string): TemplateResult {
    return html`<label class="small"
      >Compare with
      <select
        @change=${(event: Event) => {
          const chosen = (event.target as HTMLSelectElement).value;
          location.hash = chosen ? `#/rules/${ref}/diff/${chosen}` : `#/rules/${ref}`;
        }}
      >
        <option value="">choose a rulebook…</option>
        ${this.books
          .filter((one) => one.ref !== ref)
          .map((one) => html`<option value=${one.ref} ?selected=${one.ref === other}>${one.title}</option>`)}
      </select></label
    >`;
  }

  // --- the shelf ---------------------------------------------------------------------------------------------------

  private shelf(): TemplateResult {
    return html`${paperTop("The rules", "rules", "every chip, void and payout names the clause that decided it")}
      <main class="paper-page">
        ${failure(this.failed)}
        <ul class="shelf">
          ${this.books.map(
            (one) =>
              html`<li class="card">
                <h2><a class="plain" href="#/rules/${one.ref}">${one.title}</a></h2>
                <p class="quiet">${one.house ?? "House not named"}${one.effective ? ` · from ${one.effective}` : ""}</p>
                <p>${one.pockets} pockets, ${one.positions} places to bet</p>
                ${one.unexpressed ? html`<p><span class="nature">not all of it is carried out</span></p>` : nothing}
                <p class="row">
                  <a href="#/rules/${one.ref}">Read it</a><a href="#/odds/${one.ref}">Its odds</a>${
                    one.supersedes
                      ? html`<a href="#/rules/${one.supersedes}/diff/${one.ref}">What it changed</a>`
                      : nothing
                  }
                </p>
              </li>`,
          )}
          <li class="card">
            <h2><a class="plain" href="#/rules/wire">Our own rules</a></h2>
            <p class="quiet">croupier</p>
            <p>For what no document says: ids, order, limits, money.</p>
            <p class="row"><a href="#/rules/wire">Read them</a></p>
          </li>
          ${
            service.me?.owner
              ? html`<li class="card">
                  <h2><a class="plain" href="#/rules/new">A rulebook of your own</a></h2>
                  <p class="quiet">for the owner</p>
                  <p>Bring in a text, see what is wrong with it, and set up a table that plays by it.</p>
                  <p class="row"><a href="#/rules/new">Begin</a></p>
                </li>`
              : nothing
          }
        </ul>
        <p class="lead">
          The documents belong to their houses. What stands here is what they say, in our words and by their numbers,
          and wherever they are silent it says so: that is then our reading, and marked as such.
        </p>
        ${sideBySide(this.compared)}
      </main>`;
  }

  private own(): TemplateResult {
    return html`${paperTop("A rulebook of your own", "rules", "checked before it is kept in the record")}
      <main class="paper-page narrow">
        ${failure(this.failed)}<croupier-own-rulebook .books=${this.books}></croupier-own-rulebook>
      </main>`;
  }

  private ours(): TemplateResult {
    return html`${paperTop(
        "Our own rules",
        "rules",
        "for what no document says, so that every refusal cites something",
      )}
      <main class="paper-page narrow">
        ${failure(this.failed)}
        <section class="card">
          <h2 class="kicker">Wire rules</h2>
          ${this.wire.map(
            (one) =>
              html`<article
                class="clause-page ${one.clause === this.clause ? "sought" : ""}"
                id="clause-${one.clause}"
                tabindex="-1"
              >
                <a class="clause" href="#/rules/wire/${one.clause}">wire § ${one.clause}</a>
                <p>${printed(one.summary)}</p>
              </article>`,
          )}
        </section>
      </main>`;
  }

  // --- one book ----------------------------------------------------------------------------------------------------

  private contents(): TemplateResult {
    const leaves: [string, string][] = [
      ["clauses", "Clauses"],
      ["kinds", "Bets and prices"],
      ["procedure", "Procedure"],
      ["readings", "Our readings"],
      ["wheel", "The wheel"],
    ];
    return html`<nav class="contents" aria-label="Contents">
      ${leaves.map(
        ([id, label]) =>
          html`<a
            href="#${id}"
            @click=${(event: Event) => {
              event.preventDefault();
              document.getElementById(id)?.scrollIntoView();
            }}
            >${label}</a
          >`,
      )}
      <label
        >Find in the clauses
        <input
          type="search"
          .value=${this.wanted}
          @input=${(event: Event) => {
            this.wanted = (event.target as HTMLInputElement).value;
            this.requestUpdate();
          }}
      /></label>
    </nav>`;
  }
}

customElements.define("croupier-rules", RulesView);
