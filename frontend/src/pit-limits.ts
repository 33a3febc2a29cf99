// Limits of a table, kind by kind. They are in force from the next round: the plate of the round under way stays as it is.

import { html, nothing, type TemplateResult } from "lit";
import type { TableModel } from "./model.ts";
import type { Ask } from "./staff-rulings.ts";
import { plainTags, type Detail } from "./staff.ts";
import type { Felt } from "./wire.ts";
import { kindName } from "./words.ts";

export function limitsForm(model: TableModel, felt: Felt, detail: Detail | null, ask: Ask): TemplateResult {
  const kinds = [...new Set(felt.spots.map((spot) => spot.kind))];
  const known = detail?.limits ?? null;
  const submit = (event: Event): void => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const limits: Record<string, { min: number; max: number }> = {};
    for (const kind of kinds) {
      const min = Math.round(Number(data.get(`${kind}-min`)) * 100);
      const max = Math.round(Number(data.get(`${kind}-max`)) * 100);
      if (min && max) limits[kind] = { min, max };
    }
    const least = Math.round(Number(data.get("chip")) * 100);
    void ask("set-limits", { limits, intake: data.get("intake"), limit_scope: data.get("scope"), ...(least ? { chip_value_min: least } : {}) });
  };
  const amount = (kind: string, side: "min" | "max"): TemplateResult => html`<input type="number" min="0" step="0.01" name="${kind}-${side}" aria-label="${kindName(kind, felt)} ${side}" .value=${known?.limits[kind] ? String(known.limits[kind][side] / 100) : ""}>`;
  return html`<h2>Limits of table ${model.table}</h2><p class="quiet">From the next round. An empty line sets no limit. ${model.now && !["closed", "paid", "void"].includes(model.now.phase) ? "The round under way keeps the limits it was opened with." : nothing}</p>
    <form class="ruling limits-form" @submit=${submit}><table><caption class="unseen">Limits by kind</caption><thead><tr><th scope="col">Bet</th><th scope="col">Minimum</th><th scope="col">Maximum</th></tr></thead>
      <tbody>${kinds.map((kind) => html`<tr><th scope="row">${kindName(kind, felt)}</th><td>${amount(kind, "min")}</td><td>${amount(kind, "max")}</td></tr>`)}</tbody></table>
      <p class="row"><label>A wager outside is <select name="intake"><option value="refuse" ?selected=${known?.intake !== "accept"}>refused</option><option value="accept" ?selected=${known?.intake === "accept"}>taken, and treated at settlement</option></select></label>
        <label>Counted <select name="scope"><option value="player" ?selected=${known?.limit_scope !== "area"}>for each player</option><option value="area" ?selected=${known?.limit_scope === "area"}>for all on one area</option></select></label>
        <label>Least value of a color chip <input type="number" min="0" step="0.01" name="chip" .value=${known?.chip_value_min ? String(known.chip_value_min / 100) : ""}></label></p>
      <p class="row"><button type="submit" class="primary" data-do="set-limits">Set from the next round ${plainTags(model.offer("set-limits")?.clauses ?? [])}</button></p></form>`;
}
