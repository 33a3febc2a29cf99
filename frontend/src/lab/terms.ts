// What the lab is asked, as it stands in the address: whoever gets the address sees the same page.

import { UNIT } from "../words/words.ts";

export interface Terms {
  stakes: string;
  // After how many spins one looks.
  after: number;
  bankroll: number;
  target: number;
  // Spins of a session.
  spins: number;
  minimum: number;
  maximum: number;
  systems: string[];
}

export const USUAL: Terms = {
  stakes: "",
  after: 100,
  bankroll: 100 * UNIT,
  target: 120 * UNIT,
  spins: 200,
  minimum: UNIT,
  maximum: 500 * UNIT,
  systems: ["flat", "martingale", "dalembert", "fibonacci"],
};

const NUMBERS = ["after", "bankroll", "target", "spins", "minimum", "maximum"] as const;

// Anything but a whole number above zero counts as missing.
export function read(text: string): Terms {
  const given = new URLSearchParams(text);
  const terms = { ...USUAL, systems: [...USUAL.systems] };
  for (const name of NUMBERS) {
    const value = Number(given.get(name));
    if (Number.isSafeInteger(value) && value > 0) terms[name] = value;
  }
  terms.stakes = given.get("stakes") ?? "";
  const systems = given.get("systems");
  if (systems !== null) terms.systems = systems.split(",").filter(Boolean);
  return terms;
}

// Only what is not as usual is written.
export function written(terms: Terms): string {
  const made = new URLSearchParams();
  if (terms.stakes) made.set("stakes", terms.stakes);
  for (const name of NUMBERS) if (terms[name] !== USUAL[name]) made.set(name, String(terms[name]));
  if (terms.systems.join() !== USUAL.systems.join()) made.set("systems", terms.systems.join());
  return made.toString();
}

export function addressOf(ref: string, terms: Terms): string {
  const said = written(terms);
  return said ? `#/lab/${ref}/with/${encodeURIComponent(said)}` : `#/lab/${ref}`;
}

// A query for the service from what is given.
export function query(given: Record<string, string | number | undefined>): string {
  const made = new URLSearchParams();
  for (const [name, value] of Object.entries(given)) if (value !== undefined) made.set(name, String(value));
  return made.toString();
}

// A chance for the eye; one too small for two places is not written as nothing.
export function chance(value: number): string {
  if (value > 0 && value < 0.00005) return value.toExponential(1).replace("-", "−");
  return `${(100 * value).toFixed(2)}\u00a0%`;
}
