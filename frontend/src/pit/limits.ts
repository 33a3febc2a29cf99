// Limits of a table, kind by kind. They are in force from the next round: the plate of the round under way stays as
// it is.

import { html, nothing, type TemplateResult } from "lit";
import { until } from "lit/directives/until.js";
import type { TableModel } from "../wire/model.ts";
import type { Ask } from "../staff/rulings.ts";
import { plainTags, type Detail } from "../staff/staff.ts";
import { service } from "../wire/service.ts";
import type { Felt, PresetOut } from "../wire/types.ts";
import { kindName } from "../words/words.ts";

function asksFor(form: HTMLFormElement, field: string): void {
  const input = form.elements.namedItem(field) as HTMLInputElement;
  input.setCustomValidity("Give a minimum and a maximum, or leave both empty.");
  input.reportValidity();
}

const known = new Map<string, Promise<PresetOut[]>>();

// Presets are the house's and stay as they are.
function presetsOf(ref: string): Promise<PresetOut[]> {
  let found = known.get(ref);
  if (!found) known.set(ref, (found = service.call<PresetOut[]>("GET", `/rulebooks/${ref}/presets`).catch(() => [])));
  return found;
}

// A preset fills in the lines below it; what is set is what stands there then.
function presetChoice(presets: PresetOut[]): TemplateResult | typeof nothing {
  if (!presets.length) return nothing;
  return html`<label
    >Fill in
    <select
      name="preset"
      @change=${(event: Event) => {
        const chosen = event.target as HTMLSelectElement;
        const preset = presets.find((one) => one.name === chosen.value);
        for (const [kind, limit] of Object.entries(preset?.limits ?? {}))
          for (const side of ["min", "max"] as const) {
            const field = chosen.form?.elements.namedItem(`${kind}-${side}`);
            if (field instanceof HTMLInputElement) field.value = String(limit[side] / 100);
          }
      }}
    >
      <option value="">–</option>
      ${presets.map((one) => html`<option value=${one.name}>${one.name}</option>`)}
    </select></label
  >`;
}

export function limitsForm(model: TableModel, felt: Felt, detail: Detail | null, ask: Ask): TemplateResult {
  const kinds = [...new Set(felt.spots.map((spot) => spot.kind))];
  const set = detail?.limits ?? null;
  const submit = (event: Event): void => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const limits: Record<string, { min: number; max: number }> = {};
    const data = new FormData(form);
    for (const kind of kinds) {
      const min = Math.round(Number(data.get(`${kind}-min`)) * 100);
      const max = Math.round(Number(data.get(`${kind}-max`)) * 100);
      // Half a line would be no limit at all: the other half is asked for.
      if (Boolean(min) !== Boolean(max)) return asksFor(form, `${kind}-${min ? "max" : "min"}`);
      if (min && max) limits[kind] = { min, max };
    }
    const least = Math.round(Number(data.get("chip")) * 100);
    void ask("set-limits", {
      limits,
      intake: data.get("intake"),
      limit_scope: data.get("scope"),
      ...(least ? { chip_value_min: least } : {}),
    });
  };
  const amount = (kind: string, side: "min" | "max"): TemplateResult =>
    html`<input
      type="number"
      min="0"
      step="0.01"
      name="${kind}-${side}"
      aria-label="${kindName(kind, felt)} ${side}"
      @input=${(event: Event) => {
        for (const one of (event.target as HTMLInputElement).form?.querySelectorAll("input") ?? [])
          one.setCustomValidity("");
      }}
      .value=${set?.limits[kind] ? String(set.limits[kind][side] / 100) : ""}
    />`;
  return html`<h2>Limits of table ${model.table}</h2>
    <p class="quiet">
      From the next round. A line with both fields empty sets no limit.
      ${
        model.now && !["closed", "paid", "void"].includes(model.now.phase)
          ? "The round under way keeps the limits it was opened with."
          : nothing
      }
    </p>
    <form class="ruling limits-form" @submit=${submit}>
      ${until(presetsOf(model.snapshot?.ref ?? "").then(presetChoice), nothing)}
      <table>
        <caption class="unseen">
          Limits by kind
        </caption>
        <thead>
          <tr>
            <th scope="col">Bet</th>
            <th scope="col">Minimum</th>
            <th scope="col">Maximum</th>
          </tr>
        </thead>
        <tbody>
          ${kinds.map(
            (kind) =>
              html`<tr>
                <th scope="row">${kindName(kind, felt)}</th>
                <td>${amount(kind, "min")}</td>
                <td>${amount(kind, "max")}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <p class="row">
        <label
          >A wager outside is
          <select name="intake">
            <option value="refuse" ?selected=${set?.intake !== "accept"}>refused</option>
            <option value="accept" ?selected=${set?.intake === "accept"}>taken, and treated at settlement</option>
          </select></label
        >
        <label
          >Counted
          <select name="scope">
            <option value="player" ?selected=${set?.limit_scope !== "area"}>for each player</option>
            <option value="area" ?selected=${set?.limit_scope === "area"}>for all on one area</option>
          </select></label
        >
        <label
          >Least value of a color chip
          <input
            type="number"
            min="0"
            step="0.01"
            name="chip"
            .value=${set?.chip_value_min ? String(set.chip_value_min / 100) : ""}
        /></label>
      </p>
      <p class="row">
        <button type="submit" class="primary" data-do="set-limits">
          Set from the next round ${plainTags(model.offer("set-limits")?.clauses ?? [])}
        </button>
      </p>
    </form>`;
}
