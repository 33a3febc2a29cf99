import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "../../src/dealer/nearest.ts";
import { Turning } from "../../src/dealer/turning.ts";
import type { Rulebook } from "../../src/staff/staff.ts";
import type { Ground } from "../../src/wire/types.ts";

const ground = (clause: string, says: string): Ground => ({ clauses: [clause], says }) as unknown as Ground;
const book = {
  procedure: {
    irregularities: {
      "same-direction": ground("5.1", "The ball is spun in the direction in which the wheel turns."),
      "not-spun": ground("5.2", "The ball comes into the wheel without being spun by the dealer."),
      "too-few-revolutions": ground("5.3", "The ball makes fewer than four revolutions around the wheel."),
      "foreign-object": ground("5.4", "A foreign object enters the wheel."),
      "ball-left-wheel": ground("5.6", "The ball leaves the wheel."),
      interference: ground("5.10", "A player or somebody else interferes with the ball or the wheel."),
    },
  },
} as unknown as Rulebook;
const first = (words: string): string | undefined => nearest(words, [], book)[0]?.clause;

test("what people say at a table finds its clause first", () => {
  assert.equal(first("A player threw a coin into the wheel"), "5.4");
  assert.equal(first("somebody dropped a phone into the wheel"), "5.4");
  assert.equal(first("the ball jumped onto the floor"), "5.6");
  assert.equal(first("a guest touched the wheel with his hand"), "5.10");
});

test("what only has words that every clause has is near to none", () => {
  assert.deepEqual(nearest("fire alarm in the hall", [], book), []);
});

test("ball and wheel turn the other way with every spin", () => {
  const turning = new Turning();
  turning.look(null, true);
  assert.deepEqual([turning.ball, turning.wheel, turning.wrong], ["clockwise", "counterclockwise", ""]);
  turning.wheel = "clockwise";
  assert.equal(turning.wrong, "same-direction");
  turning.look({ seq: 5, ball: "clockwise" }, false);
  turning.look({ seq: 5, ball: "clockwise" }, true);
  assert.deepEqual([turning.ball, turning.wheel, turning.wrong], ["counterclockwise", "clockwise", ""]);
});
