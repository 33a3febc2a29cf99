import assert from "node:assert/strict";
import { test } from "node:test";
import { Lasting } from "../../src/wire/lasting.ts";
import type { Snapshot, TableEvent } from "../../src/wire/types.ts";

const limits = (min: number): object => ({
  intake: "refuse",
  limit_scope: "player",
  limits: { red: { min, max: 100_000 } },
});
const event = (type: string, fields: object, seq = 1): TableEvent =>
  ({ type, seq, clauses: [], ...fields }) as unknown as TableEvent;
const least = (one: Lasting["limits"]): number | undefined => one?.limits["red"]?.min;

test("limits set in a round are in force from the next one", () => {
  const one = new Lasting();
  one.begin({ limits: limits(500) } as unknown as Snapshot);
  one.take(event("limits-set", limits(1000)), "ball-in-play");
  assert.deepEqual([least(one.limits), least(one.coming)], [500, 1000]);
  one.take(event("betting-opened", { limits: limits(1000) }), "paid");
  assert.deepEqual([least(one.limits), one.coming], [1000, null]);
});

test("limits set between two rounds are in force at once", () => {
  const one = new Lasting();
  one.begin({ limits: limits(500) } as unknown as Snapshot);
  one.take(event("limits-set", limits(1000)), "paid");
  assert.deepEqual([least(one.limits), one.coming], [1000, null]);
});

test("whoever comes in the middle of a round hears of limits that are to come", () => {
  const one = new Lasting();
  one.begin({ limits: limits(500) } as unknown as Snapshot);
  one.recall([event("betting-opened", {}), event("limits-set", limits(1000), 2)], "betting-open");
  assert.deepEqual([least(one.limits), least(one.coming)], [500, 1000]);
});
