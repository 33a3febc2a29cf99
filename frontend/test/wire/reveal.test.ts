// What is kept back while the ball falls comes in order, once, and never later than the bound.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { FALL_AT_MOST, Reveal } from "../../src/wire/reveal.ts";
import type { EventType, TableEvent } from "../../src/wire/types.ts";

let hidden = false;
let still = false;
Object.assign(globalThis, {
  document: {
    get hidden(): boolean {
      return hidden;
    },
  },
  matchMedia: () => ({ matches: still }),
});

class Shown {
  readonly told: string[] = [];
  readonly reveal: Reveal;

  constructor(patience = FALL_AT_MOST) {
    this.reveal = new Reveal(patience);
  }

  hear(type: EventType, turns = true): void {
    const event: TableEvent = { seq: 1, type, round: "1", clauses: [], pocket: "17" };
    this.reveal.hear([event], turns, () => this.told.push(type));
  }
}

test("what comes while the ball falls is told when it lies, in order", () => {
  const page = new Shown();
  page.hear("no-more-bets-called", false);
  page.hear("outcome-declared");
  page.hear("dolly-placed");
  page.reveal.pass(() => page.told.push("purse"));
  assert.equal(page.reveal.pocket, "17");
  assert.deepEqual(page.told, ["no-more-bets-called"]);
  page.reveal.release();
  assert.equal(page.reveal.pocket, null);
  page.hear("round-closed");
  assert.deepEqual(page.told, ["no-more-bets-called", "outcome-declared", "dolly-placed", "purse", "round-closed"]);
});

test("a picture that never says that the ball lies keeps nobody waiting", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const page = new Shown();
  page.hear("outcome-declared");
  mock.timers.tick(FALL_AT_MOST - 1);
  assert.deepEqual(page.told, []);
  mock.timers.tick(1);
  assert.deepEqual(page.told, ["outcome-declared"]);
  mock.timers.reset();
});

test("the next round, a void and the end of the table wait for no ball", () => {
  for (const ends of ["betting-opened", "round-voided", "table-closed"] as const) {
    const page = new Shown();
    page.hear("outcome-declared");
    page.hear(ends);
    assert.deepEqual(page.told, ["outcome-declared", ends]);
  }
});

test("staff, whoever sees no ball turn, and whoever wants no motion are told at once", () => {
  const pages = [new Shown(0), new Shown(), new Shown(), new Shown()];
  pages[0]?.hear("outcome-declared");
  pages[1]?.hear("outcome-declared", false);
  still = true;
  pages[2]?.hear("outcome-declared");
  [still, hidden] = [false, true];
  pages[3]?.hear("outcome-declared");
  hidden = false;
  for (const page of pages) assert.deepEqual(page.told, ["outcome-declared"]);
});

test("a table that is told anew forgets what was kept, and the bound with it", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const page = new Shown();
  page.hear("outcome-declared");
  page.reveal.forget();
  page.hear("seat-taken");
  mock.timers.tick(FALL_AT_MOST * 2);
  assert.deepEqual(page.told, ["seat-taken"]);
  mock.timers.reset();
});
