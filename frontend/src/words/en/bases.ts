// Why a value is in a rulebook although the document does not state it.

import { known } from "../said.ts";

const BASES: Readonly<Record<string, string>> = {
  "our-reading": "our reading",
  convention: "as every such table does",
  layout: "from the drawn layout",
  reconstructed: "reconstructed",
};

export function basisWords(basis: string): string {
  return known(BASES, basis) ?? basis;
}
