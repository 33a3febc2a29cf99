import assert from "node:assert/strict";
import { test } from "node:test";
import { beginsNumber } from "../../src/dealer/keys.ts";
import type { Felt } from "../../src/wire/types.ts";

const wheel = (...pockets: string[]): Felt => ({ wheel: pockets }) as Felt;

test("a key begins a number where the wheel has one that begins so", () => {
  assert.ok(beginsNumber("3", wheel("0", "32", "15")));
  assert.ok(!beginsNumber("s", wheel("0", "32", "15")));
  assert.ok(beginsNumber("s", wheel("S", "00", "0")));
  assert.ok(beginsNumber("S", wheel("S", "00", "0")));
  assert.ok(!beginsNumber("Shift", wheel("S", "00", "0")));
});
