import assert from "node:assert/strict";
import { test } from "node:test";
import { denominations, facesOf } from "../../src/cloth/faces.ts";

test("no chip of a tray is worth more than can be bet at the table", () => {
  assert.deepEqual(denominations(100_000, null), [100, 500, 1000, 2500, 10_000]);
  assert.deepEqual(denominations(1000, null), [100, 200, 500, 1000]);
  assert.deepEqual(denominations(1000, 100), [100, 200, 500, 1000], "twenty chips of 1 would be 20");
  assert.deepEqual(denominations(0, null).length, 5, "where nothing limits it");
});

test("a table that takes less than one chip still has one", () => {
  assert.deepEqual(denominations(50, null), [100]);
  assert.deepEqual(denominations(50, 100), [100]);
});

test("chips lie in the order in which they were laid, the last on top", () => {
  const sorts = denominations(100_000, null);
  assert.deepEqual(facesOf([1000, 2500], sorts, 5), ["face-2", "face-3"]);
  assert.equal(facesOf([100, 100, 100, 100, 100, 100], sorts, 5).length, 5);
});
