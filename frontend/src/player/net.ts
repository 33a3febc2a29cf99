// What a round came to for one player: the net, what won, the largest first, and how much of a win it is.

import * as say from "#words/player/net.ts";
import type { Returned } from "../wire/own-round.ts";
import { money } from "../words/words.ts";

export interface Win {
  position: string;
  winnings: number;
  clauses: string[];
}

// Three grades of a win; a round that is lost, even or void has none.
export type Grade = 0 | 1 | 2 | 3;

export interface Net {
  net: number;
  won: number;
  lost: number;
  back: number;
  wins: Win[];
  // The clauses of what did not win.
  clauses: string[];
  grade: Grade;
}

// How many times its stakes a round has to win, net, to be more than a small win, and to be a great one.
const FAIR = 3;
const GREAT = 10;

export function netOf(returns: readonly Returned[]): Net {
  const sum = (of: (one: Returned) => number): number => returns.reduce((all, one) => all + of(one), 0);
  const [won, lost] = [sum((one) => one.winnings), sum((one) => one.collected)];
  const times =
    (won - lost) /
    Math.max(
      1,
      sum((one) => one.stake),
    );
  const rest = returns.filter((one) => !one.winnings);
  return {
    net: won - lost,
    won,
    lost,
    back: rest.reduce((all, one) => all + (one.collected ? 0 : one.returned), 0),
    wins: winsOf(returns),
    clauses: rest.flatMap((one) => one.clauses).slice(0, 1),
    grade: times <= 0 ? 0 : times < FAIR ? 1 : times < GREAT ? 2 : 3,
  };
}

// Several wagers on one bet are one win.
function winsOf(returns: readonly Returned[]): Win[] {
  const wins = new Map<string, Win>();
  for (const { position, winnings, clauses } of returns) {
    if (!winnings) continue;
    const win = wins.get(position) ?? { position, winnings: 0, clauses };
    wins.set(position, { ...win, winnings: win.winnings + winnings });
  }
  // What a correction took back is no win.
  return [...wins.values()].filter((one) => one.winnings > 0).toSorted((a, b) => b.winnings - a.winnings);
}

// With its sign, and a minus that is one.
export function signed(amount: number): string {
  return amount > 0 ? `+${money(amount)}` : money(amount);
}

// One sentence, for whoever listens.
export function netWords(returns: readonly Returned[]): string {
  const { net, won, lost, back } = netOf(returns);
  if (!won && !lost) return back ? say.cameBack(money(back)) : say.noBets;
  const parts = [won ? say.won(money(won)) : "", lost ? say.lost(money(lost)) : ""].filter(Boolean).join(", ");
  const sign = net > 0 ? say.plus : net < 0 ? say.minus : "";
  return say.net(`${sign}${money(Math.abs(net))}`, parts);
}
