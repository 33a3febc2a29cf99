// How things are said on the screen.

import { KINDS, LANGUAGE, courtesyLine, paying, yourBet } from "#words/bets.ts";
import type { Felt, Spot } from "../wire/types.ts";

export const UNIT = 100;

// Numbers are written as the language of the page writes them.
const WHOLE = new Intl.NumberFormat(LANGUAGE);
const CENTS = new Intl.NumberFormat(LANGUAGE, { minimumFractionDigits: 2 });
const PLURALS = new Intl.PluralRules(LANGUAGE);

export function number(value: number): string {
  return WHOLE.format(value).replace("-", "−");
}

// Money is whole numbers of the smallest unit everywhere; only here does it get its decimal point.
export function money(amount: number): string {
  const format = amount % UNIT ? CENTS : WHOLE;
  return format.format(amount / UNIT).replace("-", "−");
}

// Exact fractions become a percentage only for the eye, rounded in whole numbers.
export function percent(text: string, places = 2): string {
  const [over, under = "1"] = text.split("/");
  const scale = 10n ** BigInt(places);
  const [n, d] = [BigInt(over ?? "0") * 100n * scale, BigInt(under)];
  const below = n < 0n;
  const rounded = ((below ? -n : n) * 2n + d) / (2n * d);
  const digits = String(rounded).padStart(places + 1, "0");
  return `${below ? "−" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}\u00a0%`;
}

// As much of a number as fits on a chip: thousands are a k. The line above the cloth says what it is exactly.
export function brief(value: number): string {
  if (value >= 1_000_000) return `${Math.floor(value / 1_000_000)}M`;
  if (value >= 10_000) return `${Math.floor(value / 1000)}k`;
  return value >= 1000 ? `${Math.floor(value / 100) / 10}k` : String(Math.floor(value));
}

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

// A number says its color, for those who hear the page instead of seeing it.
export function spoken(spot: Spot, stake: number, felt: Felt | null = null): string {
  const [only = ""] = spot.pockets;
  const color = spot.kind === "straight" ? felt?.colors[only] : undefined;
  const parts = [spotName(spot)];
  if (spot.name.endsWith("@courtesy")) parts.push(courtesyLine);
  if (color) parts.push(color);
  parts.push(paying(spot.pays));
  if (stake) parts.push(yourBet(money(stake)));
  return parts.join(", ");
}

const SAID_OF_A_POCKET = ["red", "black", "green", "odd", "even", "low", "high"];

// What is said of a pocket is what the rulebook's own boxes cover: 0 is neither even nor low.
export function pocketTraits(pocket: string, felt: Felt): string[] {
  const covering = felt.spots.filter((spot) => SAID_OF_A_POCKET.includes(spot.kind) && spot.pockets.includes(pocket));
  const color = felt.colors[pocket];
  const words = covering
    .map((spot) => spot.kind)
    .toSorted((a, b) => SAID_OF_A_POCKET.indexOf(a) - SAID_OF_A_POCKET.indexOf(b));
  return color && !words.includes(color) ? [color, ...words] : words;
}

// To be heard: "17, black, odd, low".
export function pocketWords(pocket: string, felt: Felt): string {
  return [pocket, ...pocketTraits(pocket, felt)].join(", ");
}

// To be read: "17 · Black · Odd · Low", or without the number where that stands beside it.
export function pocketTitle(pocket: string, felt: Felt, numbered = true): string {
  const traits = pocketTraits(pocket, felt).map(capital);
  return (numbered ? [pocket, ...traits] : traits).join(" · ");
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function count(value: number, one: string, many = `${one}s`): string {
  return `${number(value)} ${PLURALS.select(value) === "one" ? one : many}`;
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
