// What a table is called, and what one can do there, in words that people use. Everything comes from the service, which
// has it from the rulebook: there is no list of rulebooks here.

import type { GameOut, TableOut } from "../../wire/types.ts";
import { capital, count, money, percent } from "../words.ts";

// By the number of zeros; every wheel has the numbers 1 to 36 besides.
const GAMES = ["Roulette", "European Roulette", "American Roulette", "Triple Zero Roulette"];
const ZEROS = ["no zero", "single zero", "double zero", "triple zero"];

// "European Roulette · single zero"
export function gameName(game: GameOut): string {
  return `${gameTitle(game)} · ${zeros(game)}`;
}

// A game with a name of its own keeps it.
export function gameTitle(game: GameOut): string {
  return game.name ?? GAMES[game.zeros] ?? "Roulette";
}

export function zeros(game: GameOut): string {
  return ZEROS[game.zeros] ?? count(game.zeros, "zero");
}

// "Marina Bay Sands rules of 2019 · house edge 2.70 %"
export function gameFacts(game: GameOut): string {
  return capital([houseRules(game), houseEdge(game)].filter(Boolean).join(" · "));
}

export function houseRules(game: GameOut): string {
  const year = game.effective?.slice(0, 4);
  if (!game.house) return year ? `Rules of ${year}` : "";
  return year ? `${game.house} rules of ${year}` : `${game.house} rules`;
}

export function houseEdge(game: GameOut): string {
  const [best, worst] = [percent(game.edge), percent(game.edge_max)];
  return together(`house edge ${best === worst ? best : `${best.slice(0, -2)}–${worst}`}`);
}

export function wheelWords(automatic: boolean): string {
  return automatic ? "Automatic wheel" : "Live dealer";
}

export interface State {
  words: string;
  // Whether a bet can be placed at once.
  open: boolean;
}

// What awaits whoever opens a table. An automatic one that waits for nothing waits for a player.
export function tableState({ fault, aside, open, phase, due, automatic }: TableOut): State {
  if (fault ?? aside) return { words: "Out of service", open: false };
  if (!open) return { words: "Closed", open: false };
  if (phase === "betting-open" || phase === "ball-in-play") return { words: "Play now", open: true };
  if (phase !== "closed" && phase !== "paid" && phase !== "void") return { words: "Round in progress", open: false };
  if (due?.call === "open-betting") return { words: nextRound(due.in_ms), open: false };
  return automatic && !due ? { words: "Play now", open: true } : { words: "Next round soon", open: false };
}

export function nextRound(milliseconds: number): string {
  return `Next round in ${Math.max(1, Math.ceil(milliseconds / 1000))} s`;
}

export function players(seats: number): string {
  return seats ? count(seats, "player") : "No players yet";
}

// "bets 1–1,000", over all kinds of bets.
export function betSpan(table: TableOut): string {
  const limits = Object.values(table.limits?.limits ?? {});
  if (!limits.length) return "";
  return together(`bets ${span(Math.min(...limits.map((one) => one.min)), Math.max(...limits.map((one) => one.max)))}`);
}

// What belongs together is not parted at the end of a line.
function together(words: string): string {
  return words.replaceAll(" ", "\u00a0");
}

// From one amount to another, never broken in two.
export function span(least: number, most: number): string {
  return `${money(least)}\u2060–\u2060${money(most)}`;
}
