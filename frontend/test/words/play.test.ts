import assert from "node:assert/strict";
import { test } from "node:test";
import { costWords, hint, moreWords, room } from "#words/play.ts";

test("what cannot be paid says what it costs and what one has", () => {
  assert.equal(costWords("double", 9400, 7900), "Doubling costs 94; you have 79.");
  assert.equal(costWords("rebet", 9400, 7900), "Repeating your bets costs 94; you have 79.");
  assert.equal(costWords("lay", 9400, 7900), "That costs 94; you have 79.");
  assert.equal(moreWords(100_000), "Get 1,000 more play chips");
});

test("a finger taps and a mouse points", () => {
  assert.match(hint(true), /^Tap/);
  assert.doesNotMatch(hint(true), /[Pp]oint|[Cc]lick|[Hh]over/);
  assert.doesNotMatch(hint(false), /[Tt]ap/);
});

test("a stake outside the limits fits as far as they leave room, in whole chips", () => {
  const limits = { stake_min: 500, stake_max: 20_000 };
  assert.equal(room({ stake: 30_000, ...limits }, 30_000, 1), 20_000, "the most at once");
  assert.equal(room({ stake: 30_000, ...limits }, 10_000, 1), 0, "what lies there is the most already");
  assert.equal(room({ stake: 25_000, ...limits }, 10_000, 1), 5000, "what is left");
  assert.equal(room({ stake: 100, ...limits }, 100, 1), 500, "the least");
  assert.equal(room({ stake: 100, ...limits }, 100, 300), 600, "the least in chips of 3");
  assert.equal(room({ stake: 25_000, ...limits }, 10_000, 300), 4800, "what is left in chips of 3");
  assert.equal(room({}, 100, 1), 0);
});
