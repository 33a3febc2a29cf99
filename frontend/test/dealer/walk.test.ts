import assert from "node:assert/strict";
import { test } from "node:test";
import { marked } from "../../src/dealer/walk.ts";
import type { Rulebook } from "../../src/staff/staff.ts";

const book = (dolly: boolean): Rulebook => ({ procedure: { outcome: { dolly: { value: dolly } } } }) as never;

test("a number is marked with the dolly where the rulebook has one", () => {
  assert.equal(marked(book(true), "00"), "dolly on 00");
  assert.equal(marked(book(false), "00"), "result 00");
});
