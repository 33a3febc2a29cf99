// The end of a round as a player sees, hears and feels it: the ball, the wheel that comes and goes, the number, the
// net, and chips that go where they go.

import type { PlayerView } from "./player.ts";
import { styles } from "../build.ts";
import type { BallEvent } from "../wheel/wheel.ts";
import { Stage, liesOver } from "../wheel/stage.ts";
import { lazily } from "../wire/lazily.ts";
import type { TableModel } from "../wire/model.ts";
import type * as flights from "./flights.ts";
import type { result } from "./result.ts";
import { haptics } from "./haptics.ts";
import { netOf } from "./net.ts";

// By then a page has what it shows first.
const SETTLED = 5000;
// When the first winnings reach the balance, in milliseconds after chips begin to fly.
const ARRIVES = 1670;

export class Ending {
  private readonly stage = new Stage(() => this.moved());
  private flights: typeof flights | null = null;
  private result: typeof result | null = null;
  // The round whose end was shown, and what waits for the wheel to leave.
  private shown = "";
  private waiting: (() => void) | null = null;
  private arrives = 0;

  constructor(private readonly view: PlayerView) {}

  private get still(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  // Where the wheel is while it lies over the cloth; nothing is there to be watched if nothing moves.
  get wheel(): "" | "over" | "over leaving" {
    if (this.stage.place === "away" || this.still || !liesOver(this.view)) return "";
    return this.stage.place === "over" ? "over" : "over leaving";
  }

  // What the round came to is shown once the wheel has left.
  get covered(): boolean {
    return this.wheel === "over";
  }

  // How long the balance waits for the chips that fly to it; null if none do.
  get wait(): number | null {
    const left = this.arrives - performance.now();
    return left > 0 && this.view.model?.now?.phase === "paid" ? left : null;
  }

  sendAway(): void {
    this.stage.leave();
  }

  ball(model: TableModel, ball: BallEvent): void {
    this.view.cues.ball(ball);
    if (ball.what !== "lies") return;
    this.stage.lies();
    model.reveal.release();
  }

  // Asked before the page is drawn anew: chips that are gone by then still lie where they lay.
  look(model: TableModel): void {
    this.stage.look(model.now);
    const needed = model.now?.spun || model.returns.length || performance.now() > SETTLED;
    if (!(this.flights && this.result) && needed) void this.load();
    const round = model.now?.round ?? "";
    if (model.now?.phase !== "paid") this.waiting = null;
    if (model.now?.phase !== "paid" || round === this.shown || !model.returns.length) return;
    this.shown = round;
    const lain = this.still || document.hidden ? undefined : this.flights?.remember(this.view);
    if (lain) this.arrives = ARRIVES + Math.max(performance.now(), this.covered ? this.stage.leavesAt : 0);
    this.waiting = () => {
      const { grade, lost } = netOf(model.returns);
      this.view.cues.paid(grade, lost > 0);
      haptics.won(grade);
      const fly = (): void => this.flights?.fly(this.view, lain ?? new Map(), model.returns);
      if (lain) void this.view.updateComplete.then(fly);
    };
    this.moved();
  }

  // How a round ends well is not needed to sit down: it comes once the page has settled, or with the first ball. What
  // the network keeps back is asked for again with whatever happens next.
  private async load(): Promise<void> {
    const forgiven = (): null => null;
    void styles("result").catch(forgiven);
    void lazily(() => import("../wheel/ball.ts")).catch(forgiven);
    [this.flights, this.result] = await Promise.all([
      lazily(() => import("./flights.ts")).catch(forgiven),
      lazily(() => import("./result.ts")).then((one) => one.result, forgiven),
    ]);
    this.view.requestUpdate();
  }

  card(model: TableModel): unknown {
    return this.result?.(this.view, model);
  }

  private moved(): void {
    if (!this.covered) {
      this.waiting?.();
      this.waiting = null;
    }
    this.view.requestUpdate();
  }
}
