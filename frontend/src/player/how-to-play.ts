// How the game goes, in plain words: what one does, every bet of this cloth, and what is said at a table. Names and
// pays are the rulebook's own.

import * as say from "#words/player/how-to-play.ts";
import { LitElement, html, nothing, svg, type TemplateResult } from "lit";
import type { Felt, Spot } from "../wire/types.ts";
import { kindName } from "../words/words.ts";

// Where the chip lies on four rows of three, and which of the twelve boxes it covers.
const PLACES: Record<string, { at: [number, number]; covers: number[] }> = {
  straight: { at: [1.5, 1.5], covers: [4] },
  split: { at: [2, 1.5], covers: [4, 7] },
  street: { at: [1.5, 3], covers: [3, 4, 5] },
  corner: { at: [2, 2], covers: [4, 5, 7, 8] },
  "six-line": { at: [2, 3], covers: [3, 4, 5, 6, 7, 8] },
};

export class HowToPlay extends LitElement {
  static override properties = { felt: { attribute: false } };

  declare felt: Felt | null;

  constructor() {
    super();
    this.felt = null;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override render(): TemplateResult {
    return html`<h2>${say.title}</h2>
      <ol class="how">
        ${say.steps.map((step) => html`<li>${step}</li>`)}
      </ol>
      <h3>${say.betsHere}</h3>
      <dl class="kinds">${this.kinds().map((spots) => this.kind(spots))}</dl>
      ${this.missing()}
      <h3>${say.whatIsSaid}</h3>
      <dl class="sayings">
        ${say.WORDS.map(
          ([word, means]) =>
            html`<div>
              <dt>${word}</dt>
              <dd>${means}</dd>
            </div>`,
        )}
      </dl>`;
  }

  // Whoever plays by a document must know what is not done of it.
  private missing(): TemplateResult | typeof nothing {
    const missing = this.felt?.unexpressed ?? [];
    if (!missing.length) return nothing;
    return html`<h3>${say.notDone}</h3>
      <ul data-unexpressed>
        ${missing.map((one) => html`<li>${one.what} (§ ${one.clauses.join(", § ")})</li>`)}
      </ul>`;
  }

  // The spots of each kind, in the order of the cloth; kinds that are explained alike are told of together.
  private kinds(): Spot[][] {
    const found = new Map<string, Spot[]>();
    for (const spot of this.felt?.spots ?? []) {
      const key = `${kindName(spot.kind, this.felt)}/${say.BETS[spot.kind] ?? ""}/${spot.pays}`;
      found.set(key, [...(found.get(key) ?? []), spot]);
    }
    return [...found.values()];
  }

  private kind(spots: Spot[]): TemplateResult {
    const [spot] = spots;
    if (!spot) return html``;
    return html`<div data-kind=${spot.kind}>
      <dt>${picture(spot.kind)}${kindName(spot.kind, this.felt)} <span class="quiet">${say.pays(spot.pays)}</span></dt>
      <dd>${say.BETS[spot.kind] ?? spots.map((one) => one.pockets.join(" ")).join(", ")}</dd>
    </div>`;
  }
}

function picture(kind: string): TemplateResult | typeof nothing {
  const place = PLACES[kind];
  if (!place) return nothing;
  const { at, covers } = place;
  const boxes = Array.from(
    { length: 12 },
    (_, box) =>
      svg`<rect class=${covers.includes(box) ? "lit" : ""} x=${Math.floor(box / 3) * 12 + 0.5}
        y=${(box % 3) * 12 + 0.5} width="12" height="12"></rect>`,
  );
  return html`<svg class="sketch" viewBox="0 0 49 42" aria-hidden="true" focusable="false">
    ${boxes}${svg`<circle cx=${at[0] * 12 + 0.5} cy=${at[1] * 12 + 0.5} r="4.5"></circle>`}
  </svg>`;
}

customElements.define("croupier-how-to-play", HowToPlay);
