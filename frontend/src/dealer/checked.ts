// What a dealer looks at before paying: stakes outside the limits, what waits for a decision, what was refused.

import { html, nothing, type TemplateResult } from "lit";
import type { TableModel } from "../wire/model.ts";
import { clauseTags, refusalClauses } from "../parts.ts";
import type { TableOverview } from "../staff/overview.ts";
import { waitsForOthers } from "../staff/inbox.ts";
import { decisionTitle, outsideLimits } from "#words/staff.ts";
import type { Ask, ruling } from "../staff/rulings.ts";
import { limitLines } from "../staff/plate.ts";
import { clock, positionName } from "../staff/staff.ts";
import type { Felt, RefusalSeen } from "../wire/types.ts";
import { count, money } from "../words/words.ts";
import { roleName } from "../words/said.ts";
import { aboutPlayer } from "#words/staff.ts";

export function checked(
  model: TableModel,
  felt: Felt,
  overview: TableOverview,
  ask: Ask,
  rule: typeof ruling | undefined,
): TemplateResult {
  const ref = model.snapshot?.ref ?? "";
  const round = model.now?.round ?? null;
  const opened = model.log.findLast((one) => one.type === "betting-opened")?.at ?? "";
  // A program may leave the round out: then the time says in which one it was.
  const inRound = (one: RefusalSeen): boolean =>
    one.command["round"] === round || (!one.command["round"] && one.at >= opened);
  const late = overview.refusals
    .filter((one) => round !== null && inRound(one) && String(one.command["do"]).includes("wager"))
    .slice(0, 6);
  const checks = overview.checks;
  const decisions = overview.decisions.filter(waitsForOthers);
  const needs = checks.length + decisions.length + late.length;
  return html`<section class="card checked" aria-label="Checked">
    <h2>
      Checked <span class="quiet">${needs ? `${count(needs, "thing")} to look at` : "nothing needs a look"}</span>
      <span class="limits quiet"
        >${limitLines(model.lasting.limits, felt).map((one) => html`${one.kinds} <b>${one.amount}</b>`)}${
          model.lasting.coming
            ? html`<span class="warn" data-coming
                >From the next round:
                ${limitLines(model.lasting.coming, felt).map((one) => html`${one.kinds} <b>${one.amount}</b>`)}</span
              >`
            : nothing
        }</span
      >
    </h2>
    <ul tabindex=${needs > 2 ? "0" : nothing}>
      ${checks.map(
        (one) =>
          html`<li data-check=${one.treatment}>
            <b>${one.player}</b> ${positionName(one.position, felt)}: ${money(one.stake)},
            ${one.stake < one.min ? `under the minimum ${money(one.min)}` : `over the maximum ${money(one.max)}`}
            <span class="grow"></span><b>${outsideLimits(one.treatment)}</b> ${clauseTags(ref, one.clauses)}
          </li>`,
      )}
      ${decisions.map(
        (one) =>
          html`<li data-waits=${one.kind}>
              ${decisionTitle(one)}<span class="grow"></span
              ><b>waits for ${one.kind === "correction" ? "a second person" : `the ${roleName(one.needed)}`}</b>
              ${clauseTags(ref, one.clauses)}
            </li>
            ${rule && ownRuling(model, one) ? html`<li>${rule(model, felt, one, ask)}</li>` : nothing}`,
      )}
      ${late.map((one) => refusalLine(one, ref, felt, model))}
    </ul>
  </section>`;
}

function ownRuling(model: TableModel, one: { kind: string }): boolean {
  const acts: Record<string, string> = {
    wager: "rule-on-wager",
    irregularity: "rule-on-irregularity",
    confirmation: "rule-on-irregularity",
    correction: "approve-correction",
    dispute: "confirm-outcome",
    "call-floor": "-",
  };
  return model.offer(acts[one.kind] ?? "-") !== undefined;
}

function refusalLine(one: RefusalSeen, ref: string, felt: Felt, model: TableModel): TemplateResult {
  const call = model.log.findLast((told) => told.type === "no-more-bets-called")?.at;
  const after = call ? (new Date(one.at).getTime() - new Date(call).getTime()) / 1000 : Number.NaN;
  const where = String(one.command["position"] ?? "");
  const spot = felt.spots.find((other) => other.name === where || other.position === where);
  const late = one.refused.code === "betting-closed" && after >= 0;
  const stake = one.command["stake"] ? `${money(Number(one.command["stake"]))} on ` : "";
  const player = String(one.command["player"] ?? one.who);
  return html`<li data-refusal=${one.refused.code}>
    <b>${player}</b>:
    ${stake}${spot ? positionName(spot.position, felt) : where}${
      late
        ? html`, ${after.toFixed(1)} s after the call. <b>Return it.</b>`
        : html`. ${aboutPlayer(one.refused, player)}`
    } <span class="quiet">${clock(one.at)}</span><span class="grow"></span><b class="refused">refused</b>
    ${clauseTags(ref, refusalClauses(one.refused))}
  </li>`;
}
