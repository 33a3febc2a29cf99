// The cloth of a moment, folded from events as the service writes them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Fold, folded } from "../../src/wire/fold.ts";
import type { TableEvent } from "../../src/wire/types.ts";

function happened(...events: Record<string, unknown>[]): TableEvent[] {
  return events.map((event, place) => ({ seq: place + 1, round: "1", clauses: [], ...event }) as unknown as TableEvent);
}

const OPENED = { type: "betting-opened" };
const PLACED = {
  type: "wager-placed",
  wager: "w1",
  player: "ann",
  position: "split:8-11",
  stake: 500,
  by: { name: "ann", role: "player" },
};

function stand(...events: Record<string, unknown>[]): string[] {
  return [...folded(happened(...events)).chips.values()].map((chip) => `${chip.position} ${chip.stake} ${chip.state}`);
}

test("a chip lies where it was put, in part taken back, until it is gone", () => {
  const back = { type: "wager-retracted", wager: "w1", stake: 200 };
  assert.deepEqual(stand(OPENED, PLACED), ["split:8-11 500 live"]);
  assert.deepEqual(stand(OPENED, PLACED, back), ["split:8-11 300 live"]);
  assert.deepEqual(stand(OPENED, PLACED, back, { ...back, stake: 300 }), []);
});

test("the call locks, an unclear wager is held, a ruling puts it where it counts", () => {
  const call = { type: "no-more-bets-called" };
  const unclear = { type: "wager-marked-unclear", wager: "w1" };
  assert.deepEqual(stand(OPENED, PLACED, call), ["split:8-11 500 locked"]);
  assert.deepEqual(stand(OPENED, PLACED, unclear, call), ["split:8-11 500 held"]);
  assert.deepEqual(
    stand(OPENED, PLACED, unclear, call, { type: "wager-ruled", wager: "w1", position: "corner:8-9-11-12" }),
    ["corner:8-9-11-12 500 locked"],
  );
});

test("losers go when they are collected, winners when the dolly is lifted", () => {
  const end = [
    { type: "outcome-declared", pocket: "11" },
    { type: "dolly-placed", pocket: "11" },
  ];
  assert.deepEqual(stand(OPENED, PLACED, ...end, { type: "wager-collected", wager: "w1" }), []);
  const paid = [OPENED, PLACED, ...end, { type: "wager-paid", wager: "w1" }];
  assert.deepEqual(stand(...paid), ["split:8-11 500 won"]);
  assert.equal(folded(happened(...paid)).dolly, "11");
  assert.deepEqual(stand(...paid, { type: "dolly-lifted", pocket: "11" }), []);
});

test("a correction moves the dolly, a void round has no outcome", () => {
  const end = [
    { type: "outcome-declared", pocket: "11" },
    { type: "dolly-placed", pocket: "11" },
  ];
  assert.equal(folded(happened(OPENED, ...end, { type: "outcome-corrected", before: "11", pocket: "12" })).dolly, "12");
  assert.equal(folded(happened(OPENED, ...end, { type: "round-voided" })).outcome, null);
});

test("a chip that was pushed by accident lies where it was pushed, and is held", () => {
  const pushed = { type: "wager-moved", wager: "w1", position: "split:8-9", accident: true, counts: "split:8-11" };
  assert.deepEqual(stand(OPENED, PLACED, { ...pushed, held: true }), ["split:8-9 500 held"]);
  assert.deepEqual(stand(OPENED, PLACED, { ...pushed, held: true }, { type: "no-more-bets-called" }), [
    "split:8-9 500 held",
  ]);
  assert.deepEqual(stand(OPENED, PLACED, { ...pushed, held: false }), ["split:8-9 500 live"]);
});

test("what comes after the call is locked, and a table that is joined later begins with what lies there", () => {
  const call = { type: "no-more-bets-called" };
  assert.deepEqual(stand(OPENED, call, PLACED), ["split:8-11 500 locked"]);
  const fold = new Fold();
  const laid = { wager: "w1", player: "ann", position: "red", stake: 500, held: false, won: false };
  fold.begin([laid, { ...laid, wager: "w2", held: true }], true);
  assert.deepEqual(
    [...fold.chips.values()].map((chip) => chip.state),
    ["locked", "held"],
  );
});

test("a chip that waits for its answer stays through an opening, until the answer says where it lies", () => {
  const fold = new Fold();
  const chip = { wager: "w1", player: "ann", position: "8/11", stake: 500, state: "pending" as const, byStaff: false };
  fold.chips.set("w1", chip);
  const [opened, placed] = happened(OPENED, PLACED);
  assert.ok(opened && placed);
  fold.take(opened);
  assert.equal(fold.chips.get("w1")?.state, "pending");
  fold.take(placed);
  assert.equal(fold.chips.get("w1")?.position, "split:8-11");
});

test("what an event takes off the cloth is given as it lay there", () => {
  const fold = folded(happened(OPENED, PLACED));
  const [gone] = happened({ type: "wager-collected", wager: "w1" });
  assert.ok(gone);
  assert.equal(fold.take(gone)?.position, "split:8-11");
  assert.equal(fold.take(gone), null);
});
