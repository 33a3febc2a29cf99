// One clause in our words, over the table: nobody leaves a round to read the rule that just decided something.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import { showSheet } from "../back.ts";
import { service } from "../wire/service.ts";
import type { ClauseText } from "../wire/types.ts";
import { clauseNumber } from "../words/words.ts";

type ClauseWords = Pick<ClauseText, "clause" | "summary"> & Partial<ClauseText> & { not_carried_out?: string[] };

const kept = new Map<string, Promise<ClauseWords[]>>();

// A rulebook never changes, so its clauses are asked for once; what failed is asked for again.
function clausesOf(ref: string): Promise<ClauseWords[]> {
  const known = kept.get(ref);
  if (known) return known;
  const asked = service.call<ClauseWords[]>("GET", ref === "wire" ? "/wire-rules" : `/rulebooks/${ref}/clauses`);
  kept.set(ref, asked);
  asked.catch(() => kept.delete(ref));
  return asked;
}

export class ClauseCard extends LitElement {
  private told: ClauseWords | null = null;
  private others: [string, ClauseWords | undefined][] = [];
  private failed = "";

  constructor(
    private readonly ref: string,
    private readonly clause: string,
    private readonly also: readonly string[] = [],
  ) {
    super();
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override firstUpdated(): void {
    const dialog = this.querySelector("dialog");
    if (dialog) showSheet(dialog);
    clausesOf(this.ref)
      .then((all) => {
        this.told = all.find((one) => one.clause === this.clause || one.clause.endsWith(`§${this.clause}`)) ?? null;
        if (!this.told) this.failed = `There is no § ${this.clause}.`;
        return this.readOthers();
      })
      .catch((error: unknown) => {
        this.failed = error instanceof Error ? error.message : String(error);
      })
      .finally(() => this.requestUpdate());
  }

  // What else the decision rests on may be of another text: ours beside the house's.
  private async readOthers(): Promise<void> {
    this.others = await Promise.all(
      this.also.map(async (clause): Promise<[string, ClauseWords | undefined]> => {
        const number = clauseNumber(clause);
        const all = await clausesOf(clause.startsWith("wire") ? "wire" : this.ref);
        return [number, all.find((one) => clauseNumber(one.clause) === number)];
      }),
    );
  }

  private close(): void {
    this.querySelector("dialog")?.close();
  }

  // A key that is meant for the card must not deal a round underneath it.
  override render(): TemplateResult {
    const own = this.ref === "wire";
    const where = own ? `#/rules/wire/${this.clause}` : `#/rules/${this.ref}/${encodeURIComponent(this.clause)}`;
    return html`<dialog
      class="sheet sheet-clause"
      aria-labelledby="clause-card"
      @close=${() => this.remove()}
      @keydown=${(event: Event) => event.stopPropagation()}
      @click=${(event: Event) => {
        if (event.target === event.currentTarget) this.close();
      }}
    >
      <div class="sheet-body">
        <h2 id="clause-card">${own ? "Our rule" : "Clause"} § ${this.clause}</h2>
        <p class="clause-words" data-clause=${this.clause}>${this.told?.summary ?? (this.failed || "One moment…")}</p>
        ${this.told?.not_carried_out?.map((what) => html`<p class="refused">Not carried out: ${what}</p>`) ?? nothing}
        ${this.others.map(([number, told]) => html`<p class="clause-words">§ ${number}: ${told?.summary ?? ""}</p>`)}
        ${
          this.told
            ? html`<p class="quiet">
                ${own ? "A rule of our own, where no document speaks." : "In our words."}
                <a href=${where} target="_blank" rel="noopener">Read it among the others</a>
              </p>`
            : nothing
        }
      </div>
      <button type="button" class="close" @click=${() => this.close()}>Close <kbd>Esc</kbd></button>
    </dialog>`;
  }
}

customElements.define("croupier-clause", ClauseCard);
