// The rulebooks as pages: every clause in our words with a link of its own, what is our reading, and what changed.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import { clauseTags } from "./parts.ts";
import { askOnce, failure, paperTop, percent, printed, sentence, titled, words, type ClauseEntry, type Listed } from "./rules-parts.ts";
import { differences, type Difference } from "./rules-diff.ts";
import { sideBySide, type Told } from "./rules-table.ts";
import type { Ground, WireRuleTold } from "./wire.ts";
import { clauseNumber } from "./words.ts";

interface Kind { kind: string; word: string; pays: number; edge: string; clauses: string[]; count: number }
interface Reading { key: string; value: unknown; basis: string; clauses: string[]; note: string }
interface Book extends Listed {
  wheel: { pockets: string[]; verified: boolean; clauses: string[]; basis: string | null; note: string | null };
  kinds: Kind[]; procedure: Record<string, unknown>; readings: Reading[];
}

const BASES: Record<string, string> = {
  "our-reading": "our reading", convention: "as every such table does", layout: "from the drawn layout", reconstructed: "reconstructed",
};

export class RulesView extends LitElement {
  static override properties = { ref: {}, clause: {}, other: {} };

  declare ref: string;
  declare clause: string;
  declare other: string;

  private books: Listed[] = [];
  private told: Told[] = [];
  private book: Book | null = null;
  private clauses: ClauseEntry[] = [];
  private wire: WireRuleTold[] = [];
  private difference: Difference | null = null;
  private wanted = "";
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
    void this.load().catch((error: unknown) => { this.failed = words(error); }).finally(() => this.requestUpdate());
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
      this.told = await Promise.all(this.books.map((one) => askOnce<Told>(`/rulebooks/${one.ref}`)));
      return;
    }
    if (this.ref === "wire") {
      this.wire = await askOnce<WireRuleTold[]>("/wire-rules");
      return titled("our own rules");
    }
    if (this.other) {
      this.difference = await askOnce<Difference>(`/rulebooks/${this.ref}/diff/${this.other}`);
      return titled(`${this.ref} and ${this.other}`);
    }
    [this.book, this.clauses] = await Promise.all([
      askOnce<Book>(`/rulebooks/${this.ref}`), askOnce<ClauseEntry[]>(`/rulebooks/${this.ref}/clauses`),
    ]);
    titled(this.book.title);
  }

  override render(): TemplateResult {
    if (!this.ref) return this.shelf();
    if (this.ref === "wire") return this.ours();
    if (this.other) {
      return html`${paperTop("What changed", "rules", html`from ${this.ref} to ${this.other}`, this.compare(this.ref, this.other))}
        <main class="paper-page narrow">${failure(this.failed)}${this.difference ? differences(this.difference, this.books) : this.waiting()}</main>`;
    }
    const book = this.book;
    return html`${paperTop(book?.title ?? "Rules", "rules", book ? this.under(book) : this.ref, this.compare(this.ref, ""))}
      <main class="paper-page book">${failure(this.failed)}${book ? html`${this.contents()}<div class="leaves">
        ${this.clausePages(book)}${this.kinds(book)}${this.procedure(book)}${this.readings(book)}${this.wheel(book)}</div>` : this.waiting()}</main>`;
  }

  private waiting(): TemplateResult | typeof nothing {
    return this.failed ? nothing : html`<p class="quiet">Opening the book…</p>`;
  }

  private under(book: Book): TemplateResult {
    return html`${book.house ?? "no house named"} · <span class="mono">${book.ref}</span>${book.effective ? ` · in force from ${book.effective}` : ""}${book.supersedes ? html` · replaces <a href="#/rules/${book.supersedes}">${book.supersedes}</a>` : nothing}`;
  }

  private compare(ref: string, other: string): TemplateResult {
    return html`<label class="small">Compare with <select @change=${(event: Event) => {
      const chosen = (event.target as HTMLSelectElement).value;
      location.hash = chosen ? `#/rules/${ref}/diff/${chosen}` : `#/rules/${ref}`;
    }}><option value="">nothing</option>${this.books.filter((one) => one.ref !== ref).map((one) => html`<option value=${one.ref} ?selected=${one.ref === other}>${one.title}</option>`)}</select></label>`;
  }

  // --- the shelf ---------------------------------------------------------------------------------------------------

  private shelf(): TemplateResult {
    return html`${paperTop("The rules", "rules", "every chip, void and payout names the clause that decided it")}
      <main class="paper-page">${failure(this.failed)}
        <ul class="shelf">${this.books.map((one) => html`<li class="card"><h2><a class="plain" href="#/rules/${one.ref}">${one.title}</a></h2>
          <p class="quiet">${one.house ?? "no house named"}${one.effective ? ` · from ${one.effective}` : ""}</p>
          <p>${one.pockets} pockets, ${one.positions} places to bet</p>
          <p class="row"><a href="#/rules/${one.ref}">Read it</a><a href="#/odds/${one.ref}">Its odds</a>${one.supersedes ? html`<a href="#/rules/${one.supersedes}/diff/${one.ref}">What it changed</a>` : nothing}</p></li>`)}
          <li class="card"><h2><a class="plain" href="#/rules/wire">Our own rules</a></h2><p class="quiet">croupier</p>
            <p>For what no document says: ids, order, limits, money.</p><p class="row"><a href="#/rules/wire">Read them</a></p></li></ul>
        <p class="lead">The documents belong to their houses. What stands here is what they say, in our words and by their numbers, and
          wherever they are silent it says so: that is then our reading, and marked as such.</p>${sideBySide(this.told)}</main>`;
  }

  private ours(): TemplateResult {
    return html`${paperTop("Our own rules", "rules", "for what no document says, so that every refusal cites something")}
      <main class="paper-page narrow">${failure(this.failed)}<section class="card"><h2 class="kicker">Wire rules</h2>
        ${this.wire.map((one) => html`<article class="clause-page ${one.clause === this.clause ? "sought" : ""}" id="clause-${one.clause}" tabindex="-1">
          <a class="clause" href="#/rules/wire/${one.clause}">wire § ${one.clause}</a><p>${printed(one.summary)}</p></article>`)}</section></main>`;
  }

  // --- one book ----------------------------------------------------------------------------------------------------

  private contents(): TemplateResult {
    const leaves: [string, string][] = [["clauses", "Clauses"], ["kinds", "Bets and prices"], ["procedure", "Procedure"], ["readings", "Our readings"], ["wheel", "The wheel"]];
    return html`<nav class="contents" aria-label="Contents">${leaves.map(([id, label]) => html`<a href="#${id}" @click=${(event: Event) => {
      event.preventDefault();
      document.getElementById(id)?.scrollIntoView();
    }}>${label}</a>`)}
      <label>Find in the clauses <input type="search" .value=${this.wanted} @input=${(event: Event) => {
        this.wanted = (event.target as HTMLInputElement).value;
        this.requestUpdate();
      }}></label></nav>`;
  }

  private clausePages(book: Book): TemplateResult {
    const wanted = this.wanted.trim().toLowerCase();
    const found = this.clauses.filter((one) => !wanted || `${one.clause} ${one.summary}`.toLowerCase().includes(wanted));
    return html`<section class="card" id="clauses"><h2 class="kicker">Clauses <span class="quiet">· ${wanted ? `${found.length} of ` : ""}${this.clauses.length}</span></h2>
      ${found.map((one) => html`<article class="clause-page ${one.clause === this.clause ? "sought" : ""}" id="clause-${one.clause}" tabindex="-1">
        <a class="clause" href="#/rules/${book.ref}/${encodeURIComponent(one.clause)}">§ ${one.clause}</a>
        <div><p>${printed(one.summary)} ${one.nature === "rule" ? nothing : html`<span class="nature">${one.nature}</span>`}</p>
        ${one.where.length || one.tests.length ? html`<details><summary>${one.where.length ? "Where it is enforced" : "Tests"}${one.tests.length ? `, ${one.tests.length} ${one.tests.length === 1 ? "test" : "tests"}` : ""}</summary>
          <ul class="small">${one.where.map((where) => html`<li class="mono">${where}</li>`)}${one.tests.map((test) => html`<li>${testWords(test)}</li>`)}</ul></details>` : nothing}</div></article>`)}
      ${found.length ? nothing : html`<p class="quiet">No clause speaks of that.</p>`}</section>`;
  }

  private kinds(book: Book): TemplateResult {
    return html`<section class="card" id="kinds"><h2 class="kicker">Bets and prices</h2><div class="scrolls" tabindex="0" role="group" aria-label="Bets and prices"><table>
      <thead><tr><th scope="col">bet</th><th scope="col">places</th><th scope="col">pays</th><th scope="col">the house keeps</th><th scope="col">rule</th></tr></thead>
      <tbody>${book.kinds.map((one) => html`<tr><th scope="row">${one.word}</th><td>${one.count}</td><td>${one.pays} to 1</td><td>${percent(one.edge)}</td><td>${clauseTags(book.ref, one.clauses)}</td></tr>`)}</tbody></table></div>
      <p><a href="#/odds/${book.ref}">All odds, exactly</a></p></section>`;
  }

  private procedure(book: Book): TemplateResult {
    return html`<section class="card" id="procedure"><h2 class="kicker">Procedure</h2>
      ${Object.entries(book.procedure).map(([section, values]) => html`<h3>${sentence(section)}</h3>
        <ul class="grounds">${grounds(values).map((ground) => html`<li>${printed(ground.says)} ${clauseTags(book.ref, ground.clauses)}
          ${ground.basis ? html`<span class="nature" title=${ground.note ?? ""}>${BASES[ground.basis] ?? ground.basis}</span>` : nothing}</li>`)}</ul>`)}</section>`;
  }

  private readings(book: Book): TemplateResult {
    return html`<section class="card" id="readings"><h2 class="kicker">Our readings <span class="quiet">· ${book.readings.length}</span></h2>
      <p class="small quiet">Where the document says nothing, or not enough, this is what we took it to mean and why.</p>
      <dl class="readings">${book.readings.map((one) => html`<div><dt>${sentence(one.key.replaceAll(".", ": "))}
          <span class="nature">${BASES[one.basis] ?? one.basis}</span></dt><dd>${printed(one.note)} ${clauseTags(book.ref, one.clauses.map(clauseNumber))}</dd></div>`)}</dl></section>`;
  }

  private wheel(book: Book): TemplateResult {
    return html`<section class="card" id="wheel"><h2 class="kicker">The wheel</h2><p>${book.wheel.pockets.length} pockets, clockwise: <span class="mono">${book.wheel.pockets.join(" ")}</span></p>
      ${book.wheel.note ? html`<p class="small quiet">${book.wheel.note}</p>` : nothing}
      ${book.wheel.verified ? nothing : html`<p><span class="nature">not verified</span> The order is drawn and decides nothing.</p>`}
      <p class="small quiet">This book is known by the digest <span class="mono">${book.digest}</span>; every round names it.</p></section>`;
  }
}

function grounds(of: unknown): Ground[] {
  if (typeof of !== "object" || of === null) return [];
  return "says" in of ? [of as Ground] : Object.values(of).flatMap(grounds);
}

function testWords(test: string): string {
  return (test.split("::").at(-1) ?? test).replace(/^test_/, "").replaceAll("_", " ");
}

customElements.define("croupier-rules", RulesView);
