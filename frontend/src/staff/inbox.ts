// What waits for a decision, in words: what it is, and for how long.

import { html, nothing, type TemplateResult } from "lit";
import type { TableModel } from "../wire/model.ts";
import type { DecisionOut } from "../wire/types.ts";
import { irregularityName } from "../words/said.ts";

// For so long, in seconds, the dealer alone is asked for the reason of a call; then the pit is.
const REASON_WAITS = 60;

export function waitsForOthers(one: DecisionOut): boolean {
  return one.kind !== "reason" || (one.waits ?? 0) >= REASON_WAITS;
}

export function waited(one: DecisionOut): string {
  if (one.waits === null) return "";
  return one.waits < 120 ? `waits ${one.waits} s` : `waits ${Math.floor(one.waits / 60)} min`;
}

// What was reported, by whom, and why the round waits for it.
export function reportedIn(model: TableModel, one: DecisionOut): TemplateResult {
  const confirms = one.kind === "confirmation";
  const kinds = confirms ? [one.position ?? ""] : (model.now?.irregularities ?? []);
  const named = kinds.map(irregularityName).join(", ") || "–";
  const declared = `${model.now?.outcome ?? "A number"} was declared before.`;
  const follows = confirms
    ? `${declared} The rules void the round if a second person confirms it.`
    : "The rules do not say what follows.";
  return html`<p>
      <b>${one.player ?? "The dealer"}</b> reports: ${one.reason && !confirms ? nothing : `${named}.`}
      ${one.reason ? html`<q>${one.reason}</q>` : nothing}
    </p>
    <p class="quiet">${follows} The round waits.</p>`;
}
