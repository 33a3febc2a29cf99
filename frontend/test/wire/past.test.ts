import assert from "node:assert/strict";
import { test } from "node:test";
import { Past } from "../../src/wire/past.ts";
import type { Now, TableEvent } from "../../src/wire/types.ts";

const happened = (type: string, round: string, pocket?: string): TableEvent =>
  ({ type, round, seq: 1, clauses: [], ...(pocket && { pocket }) }) as unknown as TableEvent;
const now = (round: string, phase: string): Now => ({ round, phase }) as unknown as Now;

test("any round that is shown can be put right, void ones between counted", () => {
  const past = new Past();
  past.begin(["1", null, "3"]);
  past.take(happened("outcome-corrected", "5", "9"), now("7", "betting-open"));
  assert.deepEqual(past.pockets, ["1", "9", "3"]);
  past.take(happened("round-closed", "7", "7"), now("7", "paid"));
  past.take(happened("outcome-corrected", "4", "8"), now("7", "paid"));
  past.take(happened("outcome-corrected", "7", "6"), now("7", "paid"));
  assert.deepEqual(past.pockets, ["8", "9", "3", "6"]);
});

test("a correction of the round under way, or of one no longer shown, changes no result", () => {
  const past = new Past();
  past.begin(["1"]);
  past.take(happened("outcome-corrected", "3", "9"), now("3", "at-rest"));
  past.take(happened("outcome-corrected", "1", "9"), now("3", "at-rest"));
  assert.deepEqual(past.pockets, ["1"]);
});
