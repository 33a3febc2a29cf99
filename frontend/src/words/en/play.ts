// What a player's page says of its own accord: hints, what a round brought, what a bet would cost.

import { money } from "../words.ts";

export type Act = "undo" | "redo" | "clear" | "rebet" | "double" | "lay";

const COSTS: Partial<Record<Act, string>> = { double: "Doubling", rebet: "Repeating your bets" };

// "Doubling costs 94; you have 79."
export function costWords(act: Act, cost: number, balance: number): string {
  return `${COSTS[act] ?? "That"} costs ${money(cost)}; you have ${money(balance)}.`;
}

// On a touch screen the hint says tap; with a mouse, point.
export function hint(touch: boolean): string {
  return touch
    ? "Tap a number to bet. Hold it for every bet that covers it."
    : "Point at the table to see what a bet pays. Click a line between numbers to cover both.";
}

export function moreWords(amount: number): string {
  return `Get ${money(amount)} more play chips`;
}

// How much of a refused stake the limits leave room for, in whole chips: the total of all that lies there is judged.
export function room(facts: Readonly<Record<string, unknown>>, stake: number, chip: number): number {
  const [total, least, most] = [facts["stake"], facts["stake_min"], facts["stake_max"]].map(Number);
  if (total === undefined || least === undefined || most === undefined || Number.isNaN(total + least + most)) return 0;
  const others = total - stake;
  const fits = total > most ? Math.floor((most - others) / chip) * chip : Math.ceil((least - others) / chip) * chip;
  return fits > 0 && fits + others <= most && fits + others >= least ? fits : 0;
}
