// Earlier rulings on what no clause covers: to be found by their words when something like it happens again. They
// bind nobody.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import { clauseTags } from "../parts.ts";
import { service } from "../wire/service.ts";
import type { PrecedentOut } from "../wire/types.ts";
import { roleName } from "../words/said.ts";

const SHOWN = 20;

export class Precedents extends LitElement {
  private all: PrecedentOut[] = [];
  private sought = "";

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.read();
  }

  async read(): Promise<void> {
    this.all = await service.call<PrecedentOut[]>("GET", "/precedents").catch(() => this.all);
    this.requestUpdate();
  }

  // Every word that is sought stands somewhere in what was reported, decided or given as the reason.
  private get found(): PrecedentOut[] {
    const words = this.sought.toLowerCase().split(/\s+/).filter(Boolean);
    return this.all.filter((one) => {
      const text = `${one.table} ${one.reported} ${one.ruling} ${one.reason} ${one.by} ${one.role}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.all.length) return nothing;
    const found = this.found;
    return html`<details class="card drawer precedents">
      <summary>Precedents (${this.all.length})</summary>
      <p class="quiet">What was decided where no clause speaks. Nothing follows from it by itself.</p>
      <label
        >Find
        <input
          type="search"
          .value=${this.sought}
          @input=${(event: Event) => {
            this.sought = (event.target as HTMLInputElement).value;
            this.requestUpdate();
          }}
      /></label>
      <ul>
        ${found
          .slice(0, SHOWN)
          .map(
            (one) =>
              html`<li data-precedent=${one.round}>
                <a href="#/audit/${one.table}/${one.round}">Table ${one.table}, round ${one.round}</a>,
                ${one.at.slice(0, 10)}: <q>${one.reported}</q> (${one.reported_by}).
                <b>${one.ruling === "void" ? "The round was void" : "The round stood"}</b>:
                <q>${one.reason}</q> (${one.by}, ${roleName(one.role)}) ${clauseTags(one.rulebook, one.clauses)}
              </li>`,
          )}
      </ul>
      ${found.length ? nothing : html`<p class="quiet">Nothing like that was ruled on here.</p>`}
    </details>`;
  }
}

customElements.define("croupier-precedents", Precedents);
