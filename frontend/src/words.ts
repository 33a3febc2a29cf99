// How things are said on the screen.

import type { Felt, Spot } from "./wire.ts";

export const UNIT = 100;

// Money is whole numbers of the smallest unit everywhere; only here does it get its decimal point.
export function money(amount: number): string {
  const sign = amount < 0 ? "−" : "";
  const whole = Math.floor(Math.abs(amount) / UNIT);
  const rest = Math.abs(amount) % UNIT;
  const grouped = String(whole).replace(/\B(?=(\d{3})+(?!\d))/g, " ");
  return sign + grouped + (rest ? `.${String(rest).padStart(2, "0")}` : "");
}

// As much of a number as fits on a chip: thousands are a k. The line above the cloth says what it is exactly.
export function brief(number: number): string {
  if (number >= 1_000_000) return `${Math.floor(number / 1_000_000)}M`;
  if (number >= 10_000) return `${Math.floor(number / 1000)}k`;
  return number >= 1000 ? `${Math.floor(number / 100) / 10}k` : String(Math.floor(number));
}

const KINDS: Record<string, string> = {
  straight: "Straight up", split: "Split", street: "Street", corner: "Corner", "six-line": "Six line",
  "first-five": "First five", "top-line": "Top line", "series-3": "Series", "series-4": "Series", "series-6": "Series",
  column: "Column", dozen: "Dozen", low: "1 to 18", high: "19 to 36", odd: "Odd", even: "Even", red: "Red",
  black: "Black", green: "Green",
};

// A kind as the document calls it, where the felt is known: Corner here is Square there and Four numbers elsewhere.
export function kindName(kind: string, felt?: Felt | null): string {
  return felt?.words[kind] ?? KINDS[kind] ?? kind;
}

// Every spot gets the name by which it is read out: the document's word, and its numbers as the cloth shows them.
export function named(felt: Felt): Felt {
  const labels = new Map(felt.boxes.map((box) => [box.name, box.label]));
  for (const spot of felt.spots) {
    const word = kindName(spot.kind, felt);
    const [, numbers] = spot.position.split(":");
    const label = labels.get(spot.position);
    if (spot.kind.startsWith("series")) spot.called = `${word} ${label ?? spot.pockets.join(" ")}`;
    else if (spot.kind === "column" || spot.kind === "dozen") spot.called = `${word} ${numbers ?? ""}`;
    else spot.called = numbers === undefined ? word : `${word} ${spot.pockets.join(" ")}`;
  }
  return felt;
}

export function spotName(spot: Spot): string {
  return spot.called ?? `${kindName(spot.kind)} ${spot.pockets.join(" ")}`;
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
  "withdrawal-referred": "What happens to a wager taken back now is for staff to decide.",
  "withdrawal-ignored": "After the call it stays on the table: won or lost all the same.",
  "round-over": "That round is over.",
  "chips-do-not-add-up": "That is no whole number of your chips.",
  "chips-not-accepted": "Such chips are not taken at this table.",
  "not-on-layout": "That is no bet on this cloth.",
  "already-done": "That is so already.",
  "color-taken": "Somebody else has that color.",
  "one-color": "You have another color at this table; cash it out first.",
  "chip-value-fixed": "The value of your color is fixed until you cash it out.",
  "chip-value-too-low": "That is less than a chip may be worth here.",
  "chip-value-missing": "Say what one chip is to be worth.",
  "approval-needed": "Chips that left the table need the floor manager's approval.",
  "permission-needed": "Value chips need the dealer's permission here.",
  "no-seat": "You have no seat at this table.",
  "wager-held": "That wager waits for a ruling.",
  "unknown-wager": "That wager is no longer on the cloth.",
  "too-many": "One moment: too much was asked at once.",
  "too-long": "Those are more bets than one step can carry.",
};

export function refusalWords(code: string): string {
  const said = REFUSALS[code];
  if (said) return said;
  const words = code.replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

export function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

// Fractions come as text, exact; they become a decimal only for the eye.
export function fraction(text: string): number {
  const [above = "0", below = "1"] = text.split("/");
  return Number(above) / Number(below);
}

export function clauseNumber(clause: string): string {
  return clause.includes("§") ? (clause.split("§")[1] ?? clause) : clause;
}

// A chip in two colors has the first on its body and the second on its edge.
export function hues(color: string): string {
  const [body = color, rim] = color.split("-");
  return rim ? `hue-${body} rim-${rim}` : `hue-${body}`;
}
