// The rules beside the game: every clause in our words, which of them this round used, and what the rules do not know.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import { clauseTags } from "./parts.ts";
import { service } from "./service.ts";
import type { ClauseTold, Ground } from "./wire.ts";

const UNKNOWN = new Set(["never", "unaddressed", "none"]);

interface Rulebook { title: string; procedure: Record<string, unknown> }

export class Drawer extends LitElement {
  static override properties = { ref: {}, used: { attribute: false } };

  declare ref: string;
  declare used: string[];
  private book: Rulebook | null = null;
  private clauses: ClauseTold[] = [];

  constructor() {
    super();
    Object.assign(this, { ref: "", used: [] });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has("ref") && this.ref) void this.load();
  }

  private async load(): Promise<void> {
    this.book = await service.call<Rulebook>("GET", `/rulebooks/${this.ref}`);
    this.clauses = await service.call<ClauseTold[]>("GET", `/rulebooks/${this.ref}/clauses`);
    this.requestUpdate();
  }

  override render(): TemplateResult {
    if (!this.book) return html`<h2>Rules</h2><p aria-busy="true">One moment…</p>`;
    const absent = grounds(this.book.procedure).filter(unknown);
    return html`<h2>${this.book.title}</h2>
      <p class="quiet">In our words. <a href="#/rules/${this.ref}" target="_blank" rel="noopener">The whole rulebook</a></p>
      <h3>Not in these rules</h3>
      <p class="quiet">No clause, no button: what the document does not know, nobody can do at this table.</p>
      <ul class="absent" data-absent>${absent.map((one) => html`<li>${one.says} ${one.clauses.length ? clauseTags(this.ref, one.clauses) : html`<span class="quiet">our reading</span>`}</li>`)}</ul>
      <h3>Clauses</h3>
      <dl class="clauses">${this.clauses.map((one) => html`<div class=${this.used.includes(one.clause) ? "used" : ""}><dt>${clauseTags(this.ref, [one.clause])}</dt>
        <dd>${one.summary}${this.used.includes(one.clause) ? html` <em>used in this round</em>` : nothing}</dd></div>`)}</dl>`;
  }
}

function grounds(section: Record<string, unknown>): Ground[] {
  return Object.values(section).flatMap((one) => {
    if (typeof one !== "object" || one === null) return [];
    return "says" in one ? [one as unknown as Ground] : grounds(one as Record<string, unknown>);
  });
}

function unknown(one: Ground): boolean {
  return (typeof one.value === "string" && UNKNOWN.has(one.value)) || one.value === false || (Array.isArray(one.value) && !one.value.length);
}

customElements.define("croupier-drawer", Drawer);
