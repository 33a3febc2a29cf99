// What a player hears, off until asked for. Each sound has something to see or to read beside it, so that nobody needs
// to hear it; there is no voice, because no browser has one everywhere and a poor one is worse than a bell.

import type { Cue, HeardTable } from "../sound/table.ts";
import type { BallEvent } from "../wheel/wheel.ts";
import type { Phase } from "../wire/types.ts";
import type { Grade } from "./net.ts";

const KEPT = "croupier-sound";
const LOUD = "croupier-volume";
const GESTURES = ["pointerup", "keydown"];
const CALLS: Partial<Record<Phase, Cue>> = {
  "betting-open": "opened",
  "no-more-bets": "closed",
  "dolly-down": "marked",
};

export class Cues {
  on = localStorage.getItem(KEPT) === "on";
  volume = Number(localStorage.getItem(LOUD) ?? "60");
  private table: HeardTable | null = null;
  private loading: Promise<void> | null = null;
  // The ball that turns now, for whoever switches the sound on meanwhile.
  private rolls: { ball: Extract<BallEvent, { what: "rolls" }>; since: number } | null = null;

  // What was switched on in another visit is heard from the first touch on.
  constructor() {
    if (this.on) for (const gesture of GESTURES) window.addEventListener(gesture, this.wake, { once: true });
  }

  toggle(): void {
    this.on = !this.on;
    localStorage.setItem(KEPT, this.on ? "on" : "off");
    if (this.on) void this.wake().then(() => this.resumed());
    else this.end();
  }

  loud(volume: number): void {
    this.volume = Math.max(0, Math.min(100, volume));
    localStorage.setItem(LOUD, String(this.volume));
    this.table?.loud(this.volume);
    this.play("chip");
  }

  phase(phase: Phase): void {
    const call = CALLS[phase];
    if (call) this.play(call);
  }

  chip(): void {
    this.play("chip");
  }

  refusal(): void {
    this.play("refused");
  }

  ball(ball: BallEvent): void {
    this.rolls = ball.what === "rolls" ? { ball, since: performance.now() } : null;
    this.table?.ball(ball);
  }

  paid(grade: Grade, lost: boolean): void {
    this.table?.paid(grade, lost);
  }

  play(cue: Cue): void {
    if (this.on) this.table?.play(cue);
  }

  private readonly wake = async (): Promise<void> => {
    if (!this.on) return;
    this.loading ??= import("../sound/table.ts").then(({ HeardTable: Heard }) => {
      this.table = new Heard(this.volume);
    });
    await this.loading;
    await this.table?.wake();
  };

  private resumed(): void {
    this.play("opened");
    if (!this.rolls) return;
    const { ball, since } = this.rolls;
    this.table?.ball({ ...ball, after: ball.after + performance.now() - since });
  }

  end(): void {
    for (const gesture of GESTURES) window.removeEventListener(gesture, this.wake);
    this.table?.close();
    this.table = this.loading = null;
  }
}
