import assert from "node:assert/strict";
import { test } from "node:test";
import { partsOf } from "../../src/address.ts";

test("an address is cut at its slashes and decoded", () => {
  assert.deepEqual(partsOf("#/rules/mbs-roulette%2F3/4.2"), ["rules", "mbs-roulette/3", "4.2"]);
  assert.deepEqual(partsOf(""), []);
});

test("what is no valid escape is taken as it stands", () => {
  assert.deepEqual(partsOf("#/table/%E0%A4%A"), ["table", "%E0%A4%A"]);
  assert.deepEqual(partsOf("#/%/x%20y"), ["%", "x y"]);
});
