// What waits for a decision, in words: what it is, and for how long.

import type { DecisionTold } from "./wire.ts";

// For so long, in seconds, the dealer alone is asked for the reason of a call; then the pit is.
const REASON_WAITS = 60;

export function waitsForOthers(one: DecisionTold): boolean {
  return one.kind !== "reason" || (one.waits ?? 0) >= REASON_WAITS;
}

export function waited(one: DecisionTold): string {
  if (one.waits === null) return "";
  return one.waits < 120 ? `waits ${one.waits} s` : `waits ${Math.floor(one.waits / 60)} min`;
}

export function decisionTitle(one: DecisionTold): string {
  const names: Record<string, string> = {
    wager: `Unclear wager of ${one.player ?? ""}`, irregularity: "Irregularity without a clause",
    "call-floor": "Floor called", reason: "“No spin” without a reason", correction: "Correction waits for a second person",
  };
  return names[one.kind] ?? one.kind;
}
