// One clause in our words, over the table: nobody leaves a round to read the rule that just decided something.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import { service } from "./service.ts";
import type { ClauseTold } from "./wire.ts";

type Told = Pick<ClauseTold, "clause" | "summary"> & Partial<ClauseTold>;

const kept = new Map<string, Promise<Told[]>>();

// A rulebook never changes, so its clauses are asked for once; what failed is asked for again.
function clausesOf(ref: string): Promise<Told[]> {
  const known = kept.get(ref);
  if (known) return known;
  const asked = service.call<Told[]>("GET", ref === "wire" ? "/wire-rules" : `/rulebooks/${ref}/clauses`);
  kept.set(ref, asked);
  asked.catch(() => kept.delete(ref));
  return asked;
}

export class ClauseCard extends LitElement {
  private told: Told | null = null;
  private failed = "";

  constructor(private readonly ref: string, private readonly clause: string) {
    super();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override firstUpdated(): void {
    this.querySelector("dialog")?.showModal();
    clausesOf(this.ref).then((all) => {
      this.told = all.find((one) => one.clause === this.clause || one.clause.endsWith(`§${this.clause}`)) ?? null;
      if (!this.told) this.failed = `There is no § ${this.clause}.`;
    }).catch((error: unknown) => { this.failed = error instanceof Error ? error.message : String(error); }).finally(() => this.requestUpdate());
  }

  private close(): void {
    this.querySelector("dialog")?.close();
  }

  // A key that is meant for the card must not deal a round underneath it.
  override render(): TemplateResult {
    const own = this.ref === "wire";
    const where = own ? `#/rules/wire/${this.clause}` : `#/rules/${this.ref}/${encodeURIComponent(this.clause)}`;
    return html`<dialog class="sheet sheet-clause" aria-labelledby="clause-card" @close=${() => this.remove()} @keydown=${(event: Event) => event.stopPropagation()}
        @click=${(event: Event) => { if (event.target === event.currentTarget) this.close(); }}>
      <div class="sheet-body"><h2 id="clause-card">${own ? "Our rule" : "Clause"} § ${this.clause}</h2>
        <p class="clause-words" data-clause=${this.clause}>${this.told?.summary ?? (this.failed || "One moment…")}</p>
        ${this.told ? html`<p class="quiet">${own ? "A rule of our own, where no document speaks." : "In our words."} <a href=${where} target="_blank" rel="noopener">Read it among the others</a></p>` : nothing}</div>
      <button type="button" class="close" @click=${() => this.close()}>Close <kbd>Esc</kbd></button></dialog>`;
  }
}

customElements.define("croupier-clause", ClauseCard);
