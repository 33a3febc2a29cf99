// The wheel: a picture that the outcome drives, never the reverse. On a random wheel the ball falls once its pocket is
// declared; on a real one no fall is made up: the ball is shown in its pocket when the dolly tells it.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import * as say from "#words/wheel.ts";
import { pocketMark } from "../parts.ts";
import { lazily } from "../wire/lazily.ts";
import type { Felt, Phase } from "../wire/types.ts";
import type { Ball } from "./ball.ts";
import { TURN, bowl, rotor, trail } from "./picture.ts";
import type { Spin, Strike } from "./run.ts";

// Where a dealer says that the ball is at rest, it rolls no more, though nobody may know yet where it lies.
const ROLLS = new Set<Phase>(["ball-in-play", "no-more-bets"]);

// What a page may make heard of the ball.
export type BallEvent =
  | { what: "rolls"; run: Spin; after: number }
  | { what: "falls"; strikes: Strike[] }
  | { what: "lies" }
  | { what: "gone" };

export class WheelPicture extends LitElement {
  static override properties = {
    felt: { attribute: false },
    phase: {},
    spun: { type: Boolean },
    seed: {},
    pocket: {},
    arc: { attribute: false },
    real: { type: Boolean },
  };

  declare felt: Felt | null;
  declare phase: Phase;
  declare spun: boolean;
  // The table and the round: how the ball runs follows from them.
  declare seed: string;
  // Where the ball falls to, or lies.
  declare pocket: string | null;
  declare arc: string[];
  declare real: boolean;

  private turning: Animation | null = null;
  private ball: Ball | null = null;
  private bound: string | null = null;
  // Where the ball lies in the picture: only then may the picture say so.
  private lying: string | null = null;

  constructor() {
    super();
    Object.assign(this, { felt: null, phase: "closed", spun: false, seed: "", pocket: null, arc: [], real: false });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.turning?.cancel();
    this.ball?.leave();
    this.turning = this.ball = this.bound = this.lying = null;
  }

  private get still(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  protected override updated(): void {
    const [turns, outer, inner] = [".rotor", ".arm.outer", ".arm.inner"].map((part) =>
      this.querySelector<HTMLElement>(part),
    );
    if (!turns || !outer || !inner) return;
    if (!this.still) this.turning ??= turned(turns);
    if (this.ball) this.move(this.ball);
    else if (this.pocket !== null || this.rolls) void this.load(outer, inner);
  }

  // What a ball does is loaded with the first one that is seen.
  private async load(outer: HTMLElement, inner: HTMLElement): Promise<void> {
    const made = await lazily(() => import("./ball.ts")).catch(() => null);
    if (!made || this.ball || !this.isConnected) return;
    this.ball = new made.Ball(outer, inner);
    this.move(this.ball);
  }

  private get rolls(): boolean {
    return this.spun && ROLLS.has(this.phase);
  }

  private move(ball: Ball): void {
    if (this.pocket !== this.bound) this.bring(ball, this.pocket);
    else if (this.pocket === null) this.roll(ball);
  }

  private bring(ball: Ball, pocket: string | null): void {
    this.bound = pocket;
    this.rests(null);
    if (pocket === null) return this.roll(ball);
    const order = this.felt?.wheel ?? [];
    const step = 360 / Math.max(1, order.length);
    const to = order.indexOf(pocket) * step;
    if (this.still || this.real || document.hidden || !ball.turns) {
      ball.appear(to);
      return this.rests(pocket);
    }
    const wheel = (-Number(this.turning?.currentTime ?? 0) * 360) / TURN;
    const strikes = ball.fall(this.seed, wheel % 360, to, step, () => this.bound === pocket && this.rests(pocket));
    this.tell({ what: "falls", strikes });
  }

  private roll(ball: Ball): void {
    if (this.rolls && !ball.turns) this.tell({ what: "rolls", ...ball.roll(this.seed, this.still) });
    else if (!this.rolls) {
      if (ball.shown) this.tell({ what: "gone" });
      ball.leave();
    }
  }

  private rests(pocket: string | null): void {
    if (pocket === this.lying) return;
    this.lying = pocket;
    this.requestUpdate();
    if (pocket !== null) this.tell({ what: "lies" });
  }

  private tell(detail: BallEvent): void {
    this.dispatchEvent(new CustomEvent<BallEvent>("ball", { detail }));
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.felt) return nothing;
    const lies = this.lying;
    return html`<div
        class="wheel"
        role="img"
        aria-label=${lies === null ? say.wheel : say.lies(lies)}
        data-ball=${lies ?? ""}
      >
        <i class="wood"></i>
        ${bowl()}
        <div class="rotor">
          ${rotor(this.felt, this.arc, lies)}
          <div class="arm inner away">
            <i class="rod"><i class="ball"></i></i>
          </div>
        </div>
        <i class="light"></i>
        <div class="arm outer away">
          ${trail()}<i class="rod"><i class="ball"></i></i>
        </div>
        ${lies === null ? nothing : html`<div class="landed">${pocketMark(lies, this.felt)}</div>`}
      </div>
      ${this.felt.verified ? nothing : html`<p class="note" title=${say.unconfirmedMore}>${say.unconfirmed}</p>`}`;
  }
}

// Where the wheel stands follows from the time of day, so that a page that is loaded anew shows it as it was.
function turned(wheel: HTMLElement): Animation {
  const turning = wheel.animate([{ transform: "rotate(0deg)" }, { transform: "rotate(-360deg)" }], {
    duration: TURN,
    iterations: Infinity,
  });
  turning.currentTime = Date.now() % TURN;
  return turning;
}

customElements.define("croupier-wheel", WheelPicture);
