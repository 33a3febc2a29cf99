// What outlasts a round: the limits in force and those to come.

import type { Limits, Snapshot, TableEvent } from "./types.ts";

const BETWEEN = new Set(["closed", "paid", "void"]);

export class Lasting {
  limits: Limits | null = null;
  // Limits that were set while a round was under way: in force from the next one.
  coming: Limits | null = null;

  begin(snapshot: Snapshot): void {
    this.limits = snapshot.limits;
    this.coming = null;
  }

  take(event: TableEvent, phase: string): void {
    if (event.type === "limits-set" && BETWEEN.has(phase)) this.limits = stated(event);
    else if (event.type === "limits-set") this.coming = stated(event);
    else if (event.type === "betting-opened") {
      this.limits = event["limits"] ? stated(event["limits"]) : (this.coming ?? this.limits);
      this.coming = null;
    }
  }

  // What happened before one came.
  recall(events: readonly TableEvent[], phase: string): void {
    const set = events.findLast((event) => event.type === "limits-set" || event.type === "betting-opened");
    if (set?.type === "limits-set" && !BETWEEN.has(phase)) this.coming ??= stated(set);
  }
}

// As the record writes limits.
const stated = (told: unknown): Limits => told as Limits;
