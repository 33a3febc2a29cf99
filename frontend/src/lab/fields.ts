// The terms that one types: amounts as people write them, and a number of spins.

import { html, type TemplateResult } from "lit";
import { UNIT } from "../words/words.ts";
import type { LabView } from "./lab.ts";
import { USUAL } from "./terms.ts";

const AMOUNTS = { bankroll: "Bankroll", target: "Target", minimum: "Table minimum", maximum: "Table maximum" };
const AMOUNT_MAX = 1e9;
const SPINS_MAX = 1000;

type Name = keyof typeof AMOUNTS | "spins";

export function fields(view: LabView): TemplateResult {
  const amount = (name: keyof typeof AMOUNTS): TemplateResult => field(view, name, AMOUNTS[name], UNIT, AMOUNT_MAX);
  return html`<div class="row">
    ${amount("bankroll")} ${field(view, "spins", "Spins at most", 1, SPINS_MAX)} ${amount("target")}
    ${amount("minimum")} ${amount("maximum")}
  </div>`;
}

function field(view: LabView, name: Name, label: string, unit: number, most: number): TemplateResult {
  return html`<label class="small"
    >${label}
    <input
      type="number"
      inputmode="decimal"
      name=${name}
      min="1"
      step="any"
      max=${most}
      .value=${String(view.terms[name] / unit)}
      @change=${(event: Event) => {
        const typed = Math.round(Math.min(most, Number((event.target as HTMLInputElement).value)) * unit);
        view.change({ [name]: typed > 0 ? typed : USUAL[name] });
      }}
  /></label>`;
}
