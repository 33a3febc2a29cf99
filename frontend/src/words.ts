// How things are said on the screen.

import type { Felt, Spot } from "./wire.ts";

const UNIT = 100;

// Money is whole numbers of the smallest unit everywhere; only here does it get its decimal point.
export function money(amount: number): string {
  const sign = amount < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(amount) / UNIT);
  const rest = Math.abs(amount) % UNIT;
  const grouped = String(whole).replace(/\B(?=(\d{3})+(?!\d))/g, " ");
  return sign + grouped + (rest ? `.${String(rest).padStart(2, "0")}` : "");
}

const KINDS: Record<string, string> = {
  straight: "Straight up", split: "Split", street: "Street", corner: "Corner", "six-line": "Six line",
  "first-five": "First five", "top-line": "Top line", "series-3": "Series", "series-4": "Series", "series-6": "Series",
  column: "Column", dozen: "Dozen", low: "1 to 18", high: "19 to 36", odd: "Odd", even: "Even", red: "Red",
  black: "Black", green: "Green",
};

const NAMED = new Set(["straight", "split", "street", "corner", "six-line", "first-five", "top-line", "series-3", "series-4", "series-6"]);

export function kindName(kind: string): string {
  return KINDS[kind] ?? kind;
}

export function spotName(spot: Spot): string {
  if (NAMED.has(spot.kind)) return `${kindName(spot.kind)} ${spot.pockets.join(" ")}`;
  if (spot.kind === "column" || spot.kind === "dozen") return `${kindName(spot.kind)} ${spot.position.split(":")[1] ?? ""}`;
  return kindName(spot.kind);
}

export function spoken(spot: Spot, stake: number): string {
  const name = spot.name.endsWith("@courtesy") ? `${spotName(spot)}, courtesy line` : spotName(spot);
  const own = stake ? `, your bet ${money(stake)}` : "";
  return `${name}, pays ${spot.pays} to 1${own}`;
}

const SAID_OF_A_POCKET = ["red", "black", "green", "odd", "even", "low", "high"];

// What is said of a pocket is what the rulebook's own boxes cover: 0 is neither even nor low.
export function pocketWords(pocket: string, felt: Felt): string {
  const covering = felt.spots.filter((spot) => SAID_OF_A_POCKET.includes(spot.kind) && spot.pockets.includes(pocket));
  const color = felt.colors[pocket];
  const words = covering.map((spot) => spot.kind).sort((a, b) => SAID_OF_A_POCKET.indexOf(a) - SAID_OF_A_POCKET.indexOf(b));
  if (color && !words.includes(color)) words.unshift(color);
  return [pocket, ...words].join(" ");
}

const REFUSALS: Record<string, string> = {
  "betting-closed": "No more bets are taken.",
  "below-minimum": "That is less than the minimum here.",
  "above-maximum": "That is more than the maximum here.",
  "not-enough-chips": "You do not have that many chips.",
  "table-closed": "The table is closed.",
  "withdrawal-refused": "A wager cannot be taken back after the call.",
  "round-over": "That round is over.",
  "chips-do-not-add-up": "That is no whole number of your chips.",
};

export function refusalWords(code: string): string {
  return REFUSALS[code] ?? code.replaceAll("-", " ");
}

export function clauseNumber(clause: string): string {
  return clause.includes("§") ? (clause.split("§")[1] ?? clause) : clause;
}
