// What outlasts a round: the limits in force and those to come, and which way the ball was spun last.

import type { Limits, Snapshot, TableEvent } from "./types.ts";

const BETWEEN = new Set(["closed", "paid", "void"]);

export interface Adjusted {
  wager: string;
  player: string;
  winnings: number;
  returned: number;
  collected: number;
  owed: number;
}

export class Lasting {
  limits: Limits | null = null;
  // Limits that were set while a round was under way: in force from the next one.
  coming: Limits | null = null;
  spin: { seq: number; ball: string } | null = null;
  // What the last correction of a number changed for each wager, until the next round opens.
  corrected: { round: string; before: string; pocket: string; changes: Adjusted[] } | null = null;

  begin(snapshot: Snapshot): void {
    this.limits = snapshot.limits;
    this.coming = null;
  }

  take(event: TableEvent, phase: string): void {
    if (event.type === "ball-spun") this.spin = { seq: event.seq, ball: String(event["ball"]) };
    else if (event.type === "limits-set" && BETWEEN.has(phase)) this.limits = stated(event);
    else if (event.type === "limits-set") this.coming = stated(event);
    else if (event.type === "betting-opened") {
      this.limits = event["limits"] ? stated(event["limits"]) : (this.coming ?? this.limits);
      this.coming = null;
      this.corrected = null;
    } else if (event.type === "outcome-corrected") this.correct(event);
  }

  private correct(event: TableEvent): void {
    const round = event.round ?? "";
    const before = this.corrected?.round === round ? this.corrected.changes : [];
    const changes = [...before, ...((event["adjustments"] ?? []) as Adjusted[])];
    this.corrected = { round, before: String(event["before"]), pocket: String(event["pocket"]), changes };
  }

  // What happened before one came.
  recall(events: readonly TableEvent[], phase: string): void {
    const spun = events.findLast((event) => event.type === "ball-spun");
    if (spun && !this.spin) this.take(spun, phase);
    const set = events.findLast((event) => event.type === "limits-set" || event.type === "betting-opened");
    if (set?.type === "limits-set" && !BETWEEN.has(phase)) this.coming ??= stated(set);
  }
}

// As the record writes limits.
const stated = (told: unknown): Limits => told as Limits;
