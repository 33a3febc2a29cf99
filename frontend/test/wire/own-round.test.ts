import assert from "node:assert/strict";
import { test } from "node:test";
import { OwnRound, type LastLayout } from "../../src/wire/own-round.ts";
import type { Kept } from "../../src/wire/kept.ts";
import type { TableEvent } from "../../src/wire/types.ts";

let seq = 0;
function happened(type: string, fields: Record<string, unknown> = {}): TableEvent {
  return { seq: (seq += 1), type, round: "1", at: "", clauses: [], by: null, ...fields } as unknown as TableEvent;
}

function shelf(): Kept<LastLayout> {
  let text = "null";
  return { read: () => JSON.parse(text) as LastLayout | null, write: (value) => void (text = JSON.stringify(value)) };
}

const laid = (mine: OwnRound): [string, number][] => mine.last.map((one) => [one.position, one.stake]);

function played(kept: Kept<LastLayout>): OwnRound {
  const mine = new OwnRound("ann", kept);
  const place = { player: "ann", position: "straight:17", stake: 1000 };
  mine.take(happened("betting-opened"), 0);
  mine.take(happened("wager-placed", { wager: "a", ...place }), 1000);
  mine.take(happened("wager-placed", { wager: "b", ...place, position: "red", stake: 500 }), 500);
  mine.take(happened("wager-placed", { wager: "x", ...place, player: "bob" }), 1000);
  return mine;
}

test("the last layout is as it lay at the call: moved, taken back, taken back in part", () => {
  const mine = played(shelf());
  mine.take(happened("wager-moved", { wager: "a", position: "straight:20" }), 1000);
  mine.take(happened("wager-retracted", { wager: "b", stake: 200 }), 300);
  mine.take(happened("no-more-bets-called"), 0);
  mine.take(happened("betting-opened"), 0);
  assert.deepEqual(laid(mine), [
    ["straight:20", 1000],
    ["red", 300],
  ]);
});

test("the last layout is there after the page was loaded anew, for whoever laid it", () => {
  const kept = shelf();
  const mine = played(kept);
  assert.deepEqual(laid(new OwnRound("ann", kept)), [], "not before the call: those bets are this round's");
  mine.take(happened("no-more-bets-called"), 0);
  assert.deepEqual(laid(new OwnRound("ann", kept)), [
    ["straight:17", 1000],
    ["red", 500],
  ]);
  assert.deepEqual(laid(new OwnRound("bob", kept)), []);
  assert.deepEqual(laid(new OwnRound(null, kept)), []);
});

test("a round without bets leaves the last layout as it was", () => {
  const mine = played(shelf());
  mine.take(happened("no-more-bets-called"), 0);
  mine.take(happened("betting-opened"), 0);
  mine.take(happened("no-more-bets-called"), 0);
  mine.take(happened("betting-opened"), 0);
  assert.equal(mine.last.length, 2);
});
