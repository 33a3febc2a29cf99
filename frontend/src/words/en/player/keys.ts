// What the table says when it is asked by a key.

import { count } from "../../words.ts";

export const chip = (amount: string): string => `Chip ${amount}`;
export const noBets = "You have no bets on the table.";
export const bets = (all: readonly string[], total: string): string =>
  `Your bets: ${all.join(", ")}. ${total} in total.`;
export const bet = (amount: string, where: string): string => `${amount} on ${where}`;
export const toTheCall = (seconds: number): string => `, ${count(seconds, "second")} to no more bets`;
export const toTheNext = (seconds: number): string => `, ${count(seconds, "second")} to the next call`;
export const round = (name: string | null | undefined, phase: string, minutes: number): string =>
  `Round ${name ?? "none"}: ${phase}. ${count(minutes, "minute")} at the table.`;
export const voided = "void";
export const lastResults = (all: readonly string[]): string =>
  all.length ? `Last results: ${all.join(", ")}.` : "No results yet.";
export const limits = (where: string, least: string, most: string): string => `${where}: from ${least} to ${most}.`;
export const moveFirst = "Move to a bet to hear its limits.";
