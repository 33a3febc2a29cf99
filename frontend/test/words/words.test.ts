import assert from "node:assert/strict";
import { test } from "node:test";
import type { Felt, Spot } from "../../src/wire/types.ts";
import {
  brief,
  count,
  fraction,
  hues,
  money,
  named,
  percent,
  pocketTitle,
  pocketWords,
  spoken,
  spotName,
} from "../../src/words/words.ts";

const spot = (position: string, kind: string, pockets: string[]): Spot => ({
  name: position,
  position,
  kind,
  pockets,
  pays: 1,
  clauses: [],
  basis: null,
  anchor: [0, 0],
  zone: [0, 0, 1, 1],
});

const felt = (spots: Spot[]): Felt => ({
  rulebook: "x/1",
  spots,
  wheel: [],
  verified: true,
  colors: { 0: "green", 17: "black" },
  boxes: [{ name: "series-3:17-25-34", label: "25 17 34", color: null, rect: [0, 0, 1, 1] }],
  words: {
    corner: "Square",
    "series-3": "3 Nos. Series",
    dozen: "Dozen",
    red: "Red",
    odd: "Odd",
    low: "Low",
    black: "Black",
  },
  unexpressed: [],
});

test("money is written as the language writes it, and cents only where there are any", () => {
  assert.equal(money(123_456_700), "1,234,567");
  assert.equal(money(1_005), "10.05");
  assert.equal(money(1_010), "10.10");
  assert.equal(money(-50), "−0.50");
});

test("a fraction becomes a percentage, rounded as in school", () => {
  assert.deepEqual(
    ["1/37", "3/38", "-1/37", "0"].map((one) => percent(one)),
    ["2.70\u00a0%", "7.89\u00a0%", "−2.70\u00a0%", "0.00\u00a0%"],
  );
});

test("a number is cut to what fits on a chip, never rounded up", () => {
  assert.deepEqual([0.5, 5, 999.99, 1000, 1999, 10_500, 2_500_000].map(brief), [
    "0",
    "5",
    "999",
    "1k",
    "1.9k",
    "10k",
    "2M",
  ]);
});

test("a bet is called as its document calls it, with its numbers as the cloth shows them", () => {
  const spots = [
    spot("corner:8-9-11-12", "corner", ["8", "9", "11", "12"]),
    spot("series-3:17-25-34", "series-3", ["17", "25", "34"]),
    spot("dozen:2", "dozen", []),
    spot("red", "red", []),
  ];
  assert.deepEqual(named(felt(spots)).spots.map(spotName), [
    "Square 8 9 11 12",
    "3 Nos. Series 25 17 34",
    "Dozen 2",
    "Red",
  ]);
});

test("a button says what it pays, what is staked, and that it is the courtesy line", () => {
  const one = spot("split:00-0", "split", ["00", "0"]);
  assert.equal(spoken(one, 1000), "Split 00 0, pays 1 to 1, your bet 10");
  const only = spot("straight:17", "straight", ["17"]);
  assert.equal(spoken(only, 0, felt([only])), "Straight up 17, black, pays 1 to 1");
  assert.match(spoken({ ...one, name: "split:00-0@courtesy" }, 0), /courtesy line/);
});

test("zero is green and neither odd nor low", () => {
  const spots = [spot("odd", "odd", ["17"]), spot("low", "low", ["17"]), spot("black", "black", ["17"])];
  assert.equal(pocketWords("17", felt(spots)), "17, black, odd, low");
  assert.equal(pocketTitle("17", felt(spots)), "17 · Black · Odd · Low");
  assert.equal(pocketTitle("17", felt(spots), false), "Black · Odd · Low");
  assert.equal(pocketWords("0", felt(spots)), "0, green");
});

test("fractions and numbers of things", () => {
  assert.equal(fraction("10/4"), 2.5);
  assert.equal(fraction("3"), 3);
  assert.equal(count(1, "chip"), "1 chip");
  assert.equal(count(2, "chip"), "2 chips");
  assert.equal(count(0, "chip"), "0 chips");
  assert.equal(count(1200, "spin"), "1,200 spins");
});

test("a color in two parts has both on its chip", () => {
  assert.equal(hues("red"), "hue-red");
  assert.equal(hues("red-blue"), "hue-red rim-blue");
});
