// What was not accepted, as the page remembers it for a moment.

import type { Receipt } from "./connection.ts";
import type { Chip } from "./fold.ts";
import type { Refused, TableEvent } from "./types.ts";

export interface RefusedChip {
  position: string;
  stake: number;
  // What all of it would have cost.
  cost: number;
  refused: Refused;
  at: number;
  slides: boolean;
}

// An error has a code as a refusal has, and neither clause nor facts.
export function whyRefused(receipt: Receipt): Refused {
  if ("refused" in receipt) return receipt.refused;
  return { code: "error" in receipt ? receipt.error.code : "unknown", clause: "", facts: {}, passing: false };
}

// Not refused, yet not what was asked for: a wager that stays where it is after the call.
export function stayed({ type, clauses }: TableEvent, chip: Chip | undefined): RefusedChip {
  const refused = { code: type, clause: clauses[0] ?? "", facts: {}, passing: false };
  const { position = "", stake = 0 } = chip ?? {};
  return { position, stake, cost: 0, refused, at: performance.now(), slides: false };
}
