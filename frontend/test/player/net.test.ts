// What a round came to: the net with its sign, wins by size, and three grades that follow from the net alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { netOf, netWords, signed } from "../../src/player/net.ts";
import type { Returned } from "../../src/wire/own-round.ts";

function won(position: string, stake: number, winnings: number): Returned {
  return { position, stake, winnings, returned: stake, collected: 0, clauses: ["4.1"] };
}

function lost(position: string, stake: number): Returned {
  return { position, stake, winnings: 0, returned: 0, collected: stake, clauses: ["4.2"] };
}

test("wins are told by size, and several wagers on one bet are one win", () => {
  const { wins, net } = netOf([won("red", 1000, 1000), won("red", 500, 500), won("straight:5", 1000, 35_000)]);
  assert.deepEqual(
    wins.map(({ position, winnings }) => [position, winnings]),
    [
      ["straight:5", 35_000],
      ["red", 1500],
    ],
  );
  assert.equal(net, 36_500);
});

test("a win is graded by what it comes to net, so that a loss is never dressed up as a win", () => {
  const grades = (returns: Returned[]): number => netOf(returns).grade;
  assert.equal(grades([won("red", 1000, 1000)]), 1);
  assert.equal(grades([won("dozen:1", 1000, 2000)]), 1);
  assert.equal(grades([won("corner:1-2-4-5", 1000, 8000)]), 2);
  assert.equal(grades([won("straight:17", 1000, 35_000)]), 3);
  assert.equal(grades([won("straight:17", 100, 3500), lost("straight:8", 100), lost("red", 100)]), 3);
  assert.equal(grades([won("straight:17", 100, 3500), lost("red", 400)]), 2);
  assert.equal(grades([won("straight:17", 100, 3500), lost("red", 3500)]), 0);
  assert.equal(grades([won("straight:17", 100, 3500), lost("red", 9000)]), 0);
  assert.equal(grades([]), 0);
});

test("the net has its sign, and the minus is one", () => {
  assert.equal(signed(3500), "+35");
  assert.equal(signed(-4000), "\u221240");
  assert.equal(signed(0), "0");
});

test("one sentence says what a round came to", () => {
  assert.equal(netWords([won("red", 1000, 5000), lost("even", 9000)]), "Net minus 40: won 50, lost 90.");
  assert.equal(netWords([won("straight:1", 100, 3500)]), "Net plus 35: won 35.");
  assert.equal(netWords([lost("red", 1000), won("black", 1000, 1000)]), "Net 0: won 10, lost 10.");
  const back: Returned = { position: "red", stake: 2000, winnings: 0, returned: 2000, collected: 0, clauses: [] };
  assert.equal(netWords([back]), "20 came back.");
});

test("half a stake that comes back is half a loss", () => {
  const half: Returned = { position: "red", stake: 1000, winnings: 0, returned: 500, collected: 500, clauses: ["7"] };
  const { net, back, lost: gone } = netOf([half]);
  assert.deepEqual([net, gone, back], [-500, 500, 0]);
});
