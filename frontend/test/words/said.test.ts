import assert from "node:assert/strict";
import { test } from "node:test";
import type { OpeningCall, TableEvent } from "../../src/wire/types.ts";
import * as KEYS from "#words/keys.ts";
import {
  errorWords,
  eventWords,
  irregularityName,
  isRefusal,
  openingCall,
  refusalWords,
  roleName,
  tellsFacts,
} from "../../src/words/said.ts";
import { OBSTACLES, STAFF_REFUSALS, inTheWay } from "#words/staff.ts";

const { ERRORS, EVENTS, IRREGULARITIES, OPENINGS, REFUSALS, ROLES } = KEYS;

const happened = (type: string, fields: Record<string, unknown> = {}): TableEvent =>
  ({ seq: 1, type, round: "3", clauses: [], ...fields }) as unknown as TableEvent;

test("a round is opened as its rulebook opens it", () => {
  const said = (opening: OpeningCall): string => eventWords(happened("betting-opened"), opening);
  assert.equal(said("place-your-bets"), "“Place your bets, please.”");
  assert.equal(said("board-open"), "“The board is open.”");
  assert.equal(openingCall("board-open"), "The board is open");
  assert.equal(openingCall(null), "");
});

test("every sentence is one, and none is empty", () => {
  for (const said of [...Object.values(REFUSALS), ...Object.values(STAFF_REFUSALS)]) {
    assert.match(typeof said === "function" ? said({}) : said, /^[A-Z].*[.]$/);
  }
  for (const words of Object.values(ERRORS)) assert.match(words, /^[A-Z].*[.]$/);
  for (const tell of Object.values(EVENTS)) assert.match(tell(happened("any"), "place-your-bets"), /[.”]$/);
  for (const words of [...Object.values(OPENINGS), ...Object.values(IRREGULARITIES)])
    assert.match(words, /^[A-Z].*[^.]$/);
  for (const words of [...Object.values(ROLES), ...Object.values(OBSTACLES)]) assert.match(words, /^[a-z].*[^.]$/);
});

test("who has to approve is what the service says, not what the page knows", () => {
  assert.equal(
    refusalWords("approval-needed", { needed: "shift-manager" }),
    "Chips that left the table need the shift manager's approval.",
  );
  assert.ok(tellsFacts("approval-needed"));
  assert.ok(!tellsFacts("role-not-allowed"));
});

test("a refusal is a sentence and not its code", () => {
  for (const code of [...Object.keys(REFUSALS), ...Object.keys(STAFF_REFUSALS)]) {
    const bare = `${code.replaceAll("-", " ")}.`;
    assert.notEqual(refusalWords(code).toLowerCase(), bare, code);
  }
});

test("a refusal says what its facts say", () => {
  assert.equal(refusalWords("above-maximum", { stake_max: 20_000 }), "The maximum here is 200.");
  assert.equal(refusalWords("below-minimum", { stake_min: 500 }), "The minimum here is 5.");
  assert.equal(
    refusalWords("not-on-layout", { position: "rot" }),
    "We don't know which bet “rot” is. Try 17, 8/11, red, 1st 12.",
  );
  assert.equal(refusalWords("betting-closed", { phase: "no-more-bets" }), "No more bets.");
  assert.equal(refusalWords("betting-closed", { phase: "paid" }), "Betting isn't open yet.");
  assert.equal(refusalWords("not-enough-chips", { account: "wallet:ann" }), "You don't have that much play money.");
});

test("an error says what to do, and one that nobody foresaw says that it is ours", () => {
  assert.equal(errorWords("wrong-type"), "Enter an amount of 1 or more.");
  assert.equal(errorWords("never-heard-of"), "Something went wrong on our side. Please try again.");
  assert.ok(isRefusal("not-enough-chips"));
  assert.ok(!isRefusal("wrong-type"));
});

test("a service that was started again is no power failure", () => {
  const house = { by: { name: "house", role: "house" } };
  assert.equal(eventWords(happened("power-failed", house), "board-open"), "The table was interrupted.");
  assert.equal(eventWords(happened("power-failed"), "board-open"), "The power failed.");
});

test("a key that this page does not know yet is said as it is written", () => {
  assert.equal(refusalWords("bell-cracked"), "Bell cracked.");
  assert.equal(irregularityName("wheel-tilted"), "Wheel tilted");
  assert.equal(roleName("hall-manager"), "hall manager");
  assert.equal(inTheWay("bell-cracked"), "Bell cracked.");
  assert.equal(refusalWords("toString"), "ToString.");
  assert.equal(
    eventWords(happened("irregularity-reported", { kind: "wheel-tilted" }), "board-open"),
    "Reported: wheel-tilted.",
  );
});
