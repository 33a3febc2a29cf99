// How the game goes, in plain words: what one does, every bet of this cloth, and what is said at a table. Names and
// pays are the rulebook's own.

import { LitElement, html, nothing, svg, type TemplateResult } from "lit";
import type { Felt, Spot } from "../wire/types.ts";
import { kindName } from "../words/words.ts";
import { NO_MORE_BETS } from "../words/said.ts";

// Where the chip lies on four rows of three, and which of the twelve boxes it covers.
const PLACES: Record<string, { at: [number, number]; covers: number[] }> = {
  straight: { at: [1.5, 1.5], covers: [4] },
  split: { at: [2, 1.5], covers: [4, 7] },
  street: { at: [1.5, 3], covers: [3, 4, 5] },
  corner: { at: [2, 2], covers: [4, 5, 7, 8] },
  "six-line": { at: [2, 3], covers: [3, 4, 5, 6, 7, 8] },
};

const BETS: Record<string, string> = {
  straight: "One number. Put the chip in the middle of its box.",
  split: "Two numbers side by side. Put the chip on the line between them.",
  street: "A row of three numbers. Put the chip on the outer line of the row.",
  corner: "Four numbers that meet. Put the chip on the point where they do.",
  "six-line": "Two rows next to each other, six numbers. Put the chip on the outer line, between the two rows.",
  "first-five": "The zeros and the first row of three. Put the chip on the outer line between them.",
  "top-line": "The zeros and the first row of three. Put the chip on the outer line between them.",
  "series-3": "Numbers that are neighbors on the wheel. Each box shows its own.",
  "series-4": "Numbers that are neighbors on the wheel. Each box shows its own.",
  "series-6": "Numbers that are neighbors on the wheel. Each box shows its own.",
  dozen: "A third of the numbers: the first, second or third twelve.",
  column: "One of the three long rows of twelve. Put the chip in the box at its end.",
  red: "All red numbers.",
  black: "All black numbers.",
  green: "The green numbers.",
  odd: "The odd numbers.",
  even: "The even numbers.",
  low: "The lower half of the numbers.",
  high: "The upper half of the numbers.",
};

const WORDS: [string, string][] = [
  ["Pays 8 to 1", "You win 8 chips for each chip on the bet, and keep the chip."],
  [NO_MORE_BETS, "From this call on, bets are locked: nothing can be placed, moved or taken back."],
  [
    "Dolly",
    "The marker that is put on the winning number. Until it is lifted, winning bets stay where they are and are paid.",
  ],
  ["Void", "The spin does not count, and every stake goes back."],
  ["§", "The rule behind a decision. Choose it to read the rule."],
];

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
    return html`<h2>How to play</h2>
      <ol class="how">
        <li>Choose a chip: it is what you stake.</li>
        <li>Place it on the cloth. You can place as many as you like, and take them back until “${NO_MORE_BETS}”.</li>
        <li>The ball lands on a number. Bets that cover it win, all others lose.</li>
      </ol>
      <h3>The bets on this cloth</h3>
      <dl class="kinds">${this.kinds().map((spots) => this.kind(spots))}</dl>
      ${this.missing()}
      <h3>What is said</h3>
      <dl class="sayings">
        ${WORDS.map(
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
    return html`<h3>What is not done here</h3>
      <ul data-unexpressed>
        ${missing.map((one) => html`<li>${one.what} (§ ${one.clauses.join(", § ")})</li>`)}
      </ul>`;
  }

  // The spots of each kind, in the order of the cloth; kinds that are explained alike are told of together.
  private kinds(): Spot[][] {
    const found = new Map<string, Spot[]>();
    for (const spot of this.felt?.spots ?? []) {
      const key = `${kindName(spot.kind, this.felt)}/${BETS[spot.kind] ?? ""}/${spot.pays}`;
      found.set(key, [...(found.get(key) ?? []), spot]);
    }
    return [...found.values()];
  }

  private kind(spots: Spot[]): TemplateResult {
    const [spot] = spots;
    if (!spot) return html``;
    return html`<div data-kind=${spot.kind}>
      <dt>${picture(spot.kind)}${kindName(spot.kind, this.felt)} <span class="quiet">pays ${spot.pays} to 1</span></dt>
      <dd>${BETS[spot.kind] ?? spots.map((one) => one.pockets.join(" ")).join(", ")}</dd>
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
