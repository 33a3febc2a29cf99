// The one timer of a round: how long bets are still taken, where that is known. Elsewhere it is the sign of the phase.

import * as say from "#words/player/page.ts";
import { LitElement, html, nothing, svg, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { Banner } from "../parts.ts";
import { count } from "../words/words.ts";

const SECOND = 1000;
// From here on it is amber.
const LAST = 5;
// Said aloud at these.
const WARNED = [LAST, 10];
// A countdown longer than this tells nobody anything.
const LONGEST = 600;
const RADIUS = 21;
const AROUND = 2 * Math.PI * RADIUS;

export class RoundTimer extends LitElement {
  static override properties = {
    closes: { attribute: false },
    whole: { type: Number },
    shown: { attribute: false },
    told: { attribute: false },
  };

  // When bets are closed, on the page's clock.
  declare closes: number | null;
  // How long they are taken in all, in milliseconds.
  declare whole: number;
  declare shown: Banner | null;
  // The number of the round, once it is told.
  declare told: unknown;

  private next = 0;

  constructor() {
    super();
    Object.assign(this, { closes: null, whole: 0, shown: null, told: null });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.next);
  }

  // Figures change when a second is over, not when the page happens to be drawn.
  protected override updated(): void {
    window.clearTimeout(this.next);
    const left = (this.closes ?? 0) - performance.now();
    if (left > 0) this.next = window.setTimeout(() => this.requestUpdate(), (left % SECOND) + 1);
  }

  private warning(left: number): string {
    const near = WARNED.find((one) => left <= one);
    return left > 0 && near !== undefined && near * SECOND < this.whole ? `${count(near, "second")} left` : "";
  }

  override render(): TemplateResult {
    const left = secondsLeft(this.closes);
    const counting = left !== null && left <= LONGEST;
    const tone = counting && left <= LAST ? "soon" : (this.shown?.tone ?? "quiet");
    const share = counting ? Math.min(1, (left * SECOND) / Math.max(this.whole, left * SECOND)) : 0;
    return html`<div class="timer ${tone}" data-timer>
      <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        <circle class="groove" cx="24" cy="24" r=${RADIUS}></circle>
        ${
          counting
            ? svg`<circle class="arc" cx="24" cy="24" r=${RADIUS}
                stroke-dasharray="${AROUND * share} ${AROUND}"></circle>`
            : nothing
        }
      </svg>
      ${
        counting
          ? // One digit less is another number, not the old one moved: nothing on the page shifts.
            keyed(
              String(left).length,
              html`<b class="due ${left > 99 ? "long" : ""}" role="timer" aria-label=${say.secondsLeft}>${left}</b>`,
            )
          : (this.told ??
            (tone === "open"
              ? html`<b class="word" aria-hidden="true">${this.shown?.tag}</b>`
              : html`<i class="sign ${this.shown?.sign ?? "bar"}" aria-hidden="true"></i>`))
      }
      <span class="unseen" aria-live="polite">${counting ? this.warning(left) : nothing}</span>
    </div>`;
  }
}

export function secondsLeft(closes: number | null): number | null {
  return closes === null ? null : Math.max(0, Math.ceil((closes - performance.now()) / SECOND));
}

customElements.define("croupier-timer", RoundTimer);
