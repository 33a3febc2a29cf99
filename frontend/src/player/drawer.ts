// The rules beside the game: every clause in our words, which of them this round used, and what the rules do not know.

import { oneMoment } from "#words/connection.ts";
import * as say from "#words/player/drawer.ts";
import { LitElement, html, nothing, type TemplateResult } from "lit";
import { clauseTags, decided } from "../parts.ts";
import { service } from "../wire/service.ts";
import type { ClauseText, Ground } from "../wire/types.ts";

const UNKNOWN = new Set(["never", "unaddressed", "none"]);

interface Rulebook {
  title: string;
  procedure: Record<string, unknown>;
}

export class Drawer extends LitElement {
  static override properties = { ref: {}, used: { attribute: false } };

  declare ref: string;
  declare used: string[];
  private book: Rulebook | null = null;
  private clauses: ClauseText[] = [];

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
    this.clauses = await service.call<ClauseText[]>("GET", `/rulebooks/${this.ref}/clauses`);
    this.requestUpdate();
  }

  override render(): TemplateResult {
    if (!this.book)
      return html`<h2>${say.rules}</h2>
        <p aria-busy="true">${oneMoment}</p>`;
    const absent = grounds(this.book.procedure).filter(unknown);
    return html`<h2>${this.book.title}</h2>
      <p class="quiet">
        ${say.inOurWords} <a href="#/rules/${this.ref}" target="_blank" rel="noopener">${say.whole}</a>
      </p>
      <h3>${say.howToPlay}</h3>
      <ol class="how">
        ${say.steps.map((step) => html`<li>${step}</li>`)}
      </ol>
      <h3>${say.clauses}</h3>
      <dl class="clauses">
        ${this.clauses.map(
          (one) =>
            html`<div class=${this.used.includes(one.clause) ? "used" : ""}>
              <dt>${clauseTags(this.ref, [one.clause])}</dt>
              <dd>${one.summary}${this.used.includes(one.clause) ? html` <em>${say.used}</em>` : nothing}</dd>
            </div>`,
        )}
      </dl>
      <h3>${say.notCovered}</h3>
      <p class="quiet">${say.nobody}</p>
      <ul class="absent" data-absent>
        ${absent.map(
          (one) =>
            html`<li>
              ${one.says}
              ${one.clauses.length ? decided(this.ref, one.clauses) : html`<span class="quiet">${say.ours}</span>`}
            </li>`,
        )}
      </ul>`;
  }
}

function grounds(section: Record<string, unknown>): Ground[] {
  return Object.values(section).flatMap((one) => {
    if (typeof one !== "object" || one === null) return [];
    return "says" in one ? [one as unknown as Ground] : grounds(one as Record<string, unknown>);
  });
}

function unknown(one: Ground): boolean {
  return (
    (typeof one.value === "string" && UNKNOWN.has(one.value)) ||
    one.value === false ||
    (Array.isArray(one.value) && !one.value.length)
  );
}

customElements.define("croupier-drawer", Drawer);
