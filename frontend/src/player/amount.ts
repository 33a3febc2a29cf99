// An amount that counts up to what was won instead of jumping there. What is read is always a whole amount.

import { LitElement, type TemplateResult, html } from "lit";
import { UNIT, money } from "../words/words.ts";

const COUNTS = 700;

export class Amount extends LitElement {
  static override properties = {
    amount: { type: Number },
    // How long to wait before a gain is counted, in milliseconds; without it every change is there at once.
    wait: { type: Number },
  };

  declare amount: number;
  declare wait: number | null;
  private shown = 0;
  private begins = 0;
  private running = 0;

  constructor() {
    super();
    Object.assign(this, { amount: 0, wait: null });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    cancelAnimationFrame(this.running);
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    // What is not waited for any more is there at once; what is being counted goes on.
    const waitedFor = this.wait === null && performance.now() < this.begins;
    if (!changed.has("amount") && !waitedFor) return;
    cancelAnimationFrame(this.running);
    const [from, to] = [this.shown, this.amount];
    if (this.wait === null || to <= from || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      [this.shown, this.begins] = [to, 0];
      return;
    }
    const begins = performance.now() + this.wait;
    this.begins = begins;
    const step = (moment: number): void => {
      const share = Math.max(0, Math.min(1, (moment - begins) / COUNTS));
      this.shown = Math.round((from + (to - from) * (1 - (1 - share) ** 3)) / UNIT) * UNIT;
      if (share === 1) this.shown = to;
      else this.running = requestAnimationFrame(step);
      this.requestUpdate();
    };
    this.running = requestAnimationFrame(step);
  }

  override render(): TemplateResult {
    return html`${money(this.shown)}`;
  }
}

customElements.define("croupier-amount", Amount);
