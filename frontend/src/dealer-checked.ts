// What a dealer looks at before paying: stakes outside the limits, what waits for a decision, what was refused.

import { html, nothing, type TemplateResult } from "lit";
import type { TableModel } from "./model.ts";
import { clauseTags, refusalClauses } from "./parts.ts";
import type { StaffDesk } from "./staff-desk.ts";
import { decisionTitle, waitsForOthers } from "./staff-inbox.ts";
import type { Ask, ruling } from "./staff-rulings.ts";
import { limitLines } from "./staff-plate.ts";
import { clock, positionName, sentence, spaced } from "./staff.ts";
import type { Felt, RefusalSeen } from "./wire.ts";
import { count, money } from "./words.ts";

export function checked(model: TableModel, felt: Felt, desk: StaffDesk, ask: Ask, rule: typeof ruling | undefined): TemplateResult {
  const ref = model.snapshot?.ref ?? "";
  const round = model.now?.round ?? null;
  const late = desk.refusals.filter((one) => one.command["round"] === round && round !== null && String(one.command["do"]).includes("wager")).slice(0, 6);
  const checks = desk.checks;
  const decisions = desk.decisions.filter(waitsForOthers);
  const needs = checks.length + decisions.length + late.length;
  const treatments: Record<string, string> = { "settled-once": "settled this once", returned: "returned", "counts-to-maximum": "in play to the maximum", unaddressed: "these rules do not say" };
  return html`<section class="card checked" aria-label="Checked"><h2>Checked <span class="quiet">${needs ? `${count(needs, "thing")} to look at` : "nothing needs a look"}</span>
      <span class="limits quiet">${limitLines(model.snapshot?.limits, felt).map((one) => html`${one.kinds} <b>${one.amount}</b>`)}</span></h2>
    <ul tabindex=${needs > 2 ? "0" : nothing}>${checks.map((one) => html`<li data-check=${one.treatment}><b>${one.player}</b> ${positionName(one.position, felt)}: ${money(one.stake)}, ${one.stake < one.min ? `under the minimum ${money(one.min)}` : `over the maximum ${money(one.max)}`}
        <span class="grow"></span><b>${treatments[one.treatment] ?? one.treatment}</b> ${clauseTags(ref, one.clauses)}</li>`)}
      ${decisions.map((one) => html`<li data-waits=${one.kind}>${decisionTitle(one)}<span class="grow"></span><b>waits for ${one.kind === "correction" ? "somebody else of staff" : `the ${spaced(one.needed)}`}</b> ${clauseTags(ref, one.clauses)}</li>
        ${rule && ownRuling(model, one) ? html`<li>${rule(model, felt, one, ask)}</li>` : nothing}`)}
      ${late.map((one) => refusalLine(one, ref, felt, model))}</ul></section>`;
}

function ownRuling(model: TableModel, one: { kind: string }): boolean {
  const acts: Record<string, string> = { wager: "rule-on-wager", irregularity: "rule-on-irregularity", correction: "approve-correction", "call-floor": "-" };
  return model.offer(acts[one.kind] ?? "-") !== undefined;
}

function refusalLine(one: RefusalSeen, ref: string, felt: Felt, model: TableModel): TemplateResult {
  const call = model.log.findLast((told) => told.says.includes("No more bets"))?.at;
  const after = call ? (new Date(one.at).getTime() - new Date(call).getTime()) / 1000 : Number.NaN;
  const where = String(one.command["position"] ?? "");
  const spot = felt.spots.find((other) => other.name === where || other.position === where);
  return html`<li data-refusal=${one.refused.code}><b>${String(one.command["player"] ?? one.who)}</b> ${sentence(String(one.command["do"]))} ${spot ? positionName(spot.position, felt) : where} ${one.command["stake"] ? money(Number(one.command["stake"])) : ""}
    <span class="quiet">${clock(one.at)}${after >= 0 ? ` · ${after.toFixed(1)} s after the call` : ""}</span><span class="grow"></span><b class="refused">refused</b> ${clauseTags(ref, refusalClauses(one.refused))}</li>`;
}
