// How people at a table describe an irregularity, where a rulebook has other words: to find the clause that they mean.

import { known } from "../said.ts";

const DESCRIBED: Readonly<Record<string, string>> = {
  "foreign-object":
    "foreign object coin chip thing phone ring glass button paper threw throw thrown dropped fell landed",
  "ball-left-wheel": "jumped flew bounced left out floor carpet",
  "ball-broke": "broke broken cracked split chipped",
  "ball-hangs": "hangs hanging stuck rim track deflector",
  "no-compartment": "between stuck fret separator no pocket compartment",
  "wheel-stopped": "wheel stopped braked jammed",
  "wheel-still": "wheel still standing turning never",
  "same-direction": "same direction way both",
  "too-few-revolutions": "few revolutions short rounds turns times",
  "not-spun": "dropped placed slipped without spin spun",
  interference: "touched interfered hand reached pushed leaned hit bumped",
};

export function descriptionWords(kind: string): string {
  return known(DESCRIBED, kind) ?? "";
}
