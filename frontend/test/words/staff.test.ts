import assert from "node:assert/strict";
import { test } from "node:test";
import type { TableEvent } from "../../src/wire/types.ts";
import { EVENTS } from "../../src/words/said.ts";
import { aboutPlayer, boxesAway, selling, staffEvents, tooFewWords } from "#words/staff.ts";

const told = staffEvents(null, "shift-manager");
const says = (type: string, fields: Record<string, unknown> = {}): string =>
  told[type]?.({ seq: 1, type, round: "24", clauses: [], ...fields } as unknown as TableEvent, "board-open") ?? "";

test("what is said to staff about a player is not said as if it were theirs", () => {
  const refused = (code: string, facts = {}): string => aboutPlayer({ code, facts }, "ann");
  assert.equal(
    refused("chips-do-not-add-up", { chip_value: 200 }),
    "ann plays chips of 2: the amount must be a multiple of that.",
  );
  assert.equal(refused("not-enough-chips"), "ann doesn't have enough chips.");
  assert.equal(refused("not-enough-chips", { account: "wallet:ann" }), "ann doesn't have that much in the account.");
  for (const code of ["chip-value-fixed", "no-seat", "one-color", "permission-needed"])
    assert.doesNotMatch(refused(code), /\b[Yy]ou/, code);
  assert.equal(refused("table-closed"), "This table is closed.");
  assert.equal(aboutPlayer({ code: "not-enough-chips", facts: {} }, ""), "You don't have enough chips.");
});

test("a button says what it sells", () => {
  const asked = { amount: 10_000, chips: "color", color: "red", value: 200 };
  assert.equal(selling(asked), "Sell 50 red chips of 2 for 100");
  assert.equal(selling({ ...asked, value: 10_000 }), "Sell 1 red chip of 100 for 100");
  assert.equal(selling({ ...asked, value: 300 }), "Sell color chips for 100");
  assert.equal(selling({ ...asked, chips: "cash" }), "Sell 100 in cash chips");
});

test("a ball that made too few revolutions voids the round only where the rules say so", () => {
  assert.equal(tooFewWords("void"), "No: the round is void");
  assert.equal(tooFewWords("no-spin"), "No: the round is void");
  assert.equal(tooFewWords("referred"), "No: referred for a decision");
});

test("a report says what follows from it, and to whom it goes", () => {
  const reported = (fields: Record<string, unknown>): string => says("irregularity-reported", fields);
  const alarm = { kind: "unlisted", treatment: "referred", note: "fire alarm" };
  assert.equal(reported(alarm), "Referred to the shift manager: “fire alarm”.");
  assert.equal(
    reported({ kind: "ball-hangs", treatment: "referred" }),
    "Referred to the shift manager: ball hangs on the rim.",
  );
  assert.equal(reported({ kind: "no-compartment", treatment: "void" }), "No spin: ball in no pocket.");
  assert.equal(reported({ kind: "wheel-still", treatment: "no-spin" }), "No spin: wheel was standing still.");
  assert.equal(reported({ kind: "interference", treatment: "call-floor" }), "Reported: somebody interfered.");
});

test("a call of no spin says whose it was", () => {
  const by = { name: "sue", role: "pit-supervisor" };
  assert.equal(says("no-spin-called", { by, reason: null }), "No spin, called by the pit supervisor.");
  assert.equal(
    says("no-spin-called", { by, reason: "ball-broke" }),
    "No spin, called by the pit supervisor: ball broke.",
  );
});

test("rulings, corrections and limits are in the log of staff, and corrections name their round", () => {
  assert.equal(says("limits-set"), "New limits, from the next round.");
  assert.equal(
    says("wager-ruled", { treatment: "return", reason: "unclear" }),
    "Ruling: a chip is returned: “unclear”.",
  );
  assert.equal(says("wager-ruled", { treatment: "stand", position: "red" }), "Ruling: a chip counts on red.");
  assert.equal(says("irregularity-ruled", { ruling: "void", reason: "" }), "Ruling: the round is void.");
  assert.equal(says("irregularity-ruled", { ruling: "stand", reason: "seen" }), "Ruling: the round stands: “seen”.");
  assert.equal(says("outcome-confirmed", { pocket: "17" }), "A second person confirmed 17.");
  assert.equal(
    says("correction-proposed", { pocket: "15", reason: "film" }),
    "Round 24: correction to 15 proposed: “film”.",
  );
  assert.equal(says("outcome-corrected", { before: "32", pocket: "15" }), "Round 24: 32 corrected to 15.");
  assert.equal(
    says("wager-moved", { accident: true, position: "straight:20", counts: "straight:17" }),
    "A chip was moved by accident: it lies on straight:20 and counts on straight:17.",
  );
  assert.equal(says("wager-moved", { accident: false }), "", "a player's own move is nobody's news");
  assert.equal(says("wager-marked-unclear"), "A chip lies unclear and waits for a ruling.");
  for (const type of Object.keys(EVENTS)) assert.ok(told[type], `${type} is told to staff too`);
});

test("a distance is told in quarters of a box", () => {
  assert.deepEqual([0.05, 0.24, 0.3, 0.5, 1, 1.3].map(boxesAway), [
    "on it",
    "¼ box away",
    "¼ box away",
    "½ box away",
    "1 box away",
    "1¼ boxes away",
  ]);
});
