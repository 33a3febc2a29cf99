// A table that is heard. It is loaded when somebody wants to hear it.

import type { Strike } from "../wheel/run.ts";
import type { BallEvent } from "../wheel/wheel.ts";
import { loudness, roomOf, type Room } from "./room.ts";
import { LASTS, Rolling } from "./rolling.ts";
import { voices } from "./voices.ts";

export { voices } from "./voices.ts";
export { Rolling } from "./rolling.ts";
export { roomOf } from "./room.ts";

const CUES = {
  chip: voices.chip,
  opened: voices.opened,
  closed: voices.closed,
  marked: voices.marked,
  refused: voices.refused,
  summoned: voices.summoned,
};
const SOON = 0.01;

export type Cue = keyof typeof CUES;

export class HeardTable {
  private readonly context = new AudioContext({ latencyHint: "interactive" });
  private readonly room: Room;
  private rolling: Rolling | null = null;
  private falling: AudioNode | null = null;
  // The ball that turns now, and since when it does so here.
  private turning: { ball: Extract<BallEvent, { what: "rolls" }>; since: number } | null = null;

  constructor(volume: number) {
    this.room = roomOf(this.context, volume);
    document.addEventListener("visibilitychange", this.seen);
  }

  private get soon(): number {
    return this.context.currentTime + SOON;
  }

  private get running(): boolean {
    return this.context.state === "running";
  }

  // A browser lets nothing be heard before somebody has touched the page.
  async wake(): Promise<void> {
    // Some phones have a state of their own for a call that came in between.
    if (!this.running) await this.context.resume().catch(() => undefined);
  }

  loud(volume: number): void {
    this.room.volume.gain.setTargetAtTime(loudness(volume), this.context.currentTime, 0.02);
  }

  play(cue: Cue): void {
    void this.wake();
    if (this.running) CUES[cue](this.room, this.soon);
  }

  // The sweep of what was lost, the winnings as they come, and the chips as they reach the balance.
  paid(grade: 0 | 1 | 2 | 3, lost: boolean): void {
    if (!this.running) return;
    if (lost) voices.lost(this.room, this.soon);
    if (!grade) return;
    voices.chips(this.room, this.soon + 0.6, 2 * grade);
    voices.won(this.room, this.soon + 0.35, grade);
    voices.chips(this.room, this.soon + 1.5, 3 * grade, 0.05);
  }

  ball(ball: BallEvent): void {
    this.turning = ball.what === "rolls" ? { ball, since: performance.now() } : null;
    if (!this.running) return;
    if (ball.what === "rolls") this.roll(ball.after);
    else if (ball.what === "falls") {
      this.halt((ball.strikes[0]?.at ?? 0) / 1000);
      this.fall(ball.strikes);
    } else if (ball.what === "lies") {
      // A ball that was not seen to fall is there all the same.
      if (this.rolling) voices.settled(this.room, this.soon + 0.1);
      this.halt(0.25);
    } else {
      this.halt(0.2);
      this.falling?.disconnect();
    }
  }

  private roll(after: number): void {
    this.halt(0.05);
    if (this.turning && !document.hidden && after < LASTS * 1000)
      this.rolling = new Rolling(this.room, this.soon, this.turning.ball.run, after);
  }

  private halt(fades: number): void {
    this.rolling?.stop(this.soon, fades);
    this.rolling = null;
  }

  // What the ball will hit goes through a node of its own: a round that is void takes its ball off the wheel.
  private fall(strikes: readonly Strike[]): void {
    const falling = new GainNode(this.context);
    falling.connect(this.room.near);
    falling.connect(new GainNode(this.context, { gain: 0.5 })).connect(this.room.far);
    this.falling = falling;
    const last = strikes.at(-1);
    for (const one of strikes) {
      const [at, to] = [this.soon + one.at / 1000, { near: falling, far: falling }];
      if (one === last) voices.settled(to, at);
      else voices.strike(to, at, one.force);
    }
  }

  // A hidden page is silent; if it is shown again while the ball rolls, the sound continues.
  private readonly seen = (): void => {
    if (document.hidden) this.halt(0.1);
    else if (this.turning && this.running) this.roll(this.turning.ball.after + performance.now() - this.turning.since);
  };

  close(): void {
    document.removeEventListener("visibilitychange", this.seen);
    void this.context.close();
  }
}
