// The line above the cloth: the bet one points at, what was asked, or why something was refused.

import * as say from "#words/player/page.ts";
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { PlayerView } from "./player.ts";
import { decided, optional, pocketMark, refusalClauses } from "../parts.ts";
import type { TableModel } from "../wire/model.ts";
import { span } from "#words/games.ts";
import { hint, moreWords, room } from "#words/play.ts";
import { count, money, spotName } from "../words/words.ts";

const FEW = 6;

export function readOut(view: PlayerView, model: TableModel): TemplateResult {
  const refused = model.refused;
  const ref = model.snapshot?.ref ?? "";
  if (refused) return refusal(view, model);
  const spot = view.aimed;
  const note = view.said ? null : ((spot ? null : view.notes.line(model)) ?? view.firstSteps.line(model, spot));
  if (note) return note;
  if (!spot || view.said) {
    return html`<div class="read-out ${view.said ? "" : "idle"}">
      <span>${view.said || (model.betting ? hint(view.touch) : nothing)}</span>
    </div>`;
  }
  const limit = view.limit(spot);
  const chips = view.chipValue ? ` (${count(view.chip / view.chipValue, "chip")})` : "";
  const gain = money(view.chip * (spot.pays + 1));
  const returns = html`<span>${money(view.chip)}${chips} ${say.returns} <b class="gain">${gain}</b></span>`;
  // Another bet is another reading, not the old one moved: nothing on the page shifts.
  return html`${keyed(
    spot.name,
    html`<div class="read-out" data-aimed=${spot.name}>
      ${spot.pockets.length <= FEW ? spot.pockets.map((pocket) => pocketMark(pocket, view.felt)) : nothing}
      <b class="name">${spotName(spot)}</b><span>${say.pays(spot.pays)}</span>
      ${limit ? html`<span class="quiet">${say.bet(span(limit.min, limit.max))}</span>` : nothing}
      <span class="grow"></span>
      ${model.betting && !model.away ? returns : html`<span>${say.closed}</span>`} ${decided(ref, spot.clauses)}
    </div>`,
  )}`;
}

// Why not, and a way out: what would be accepted, or money to go on with.
function refusal(view: PlayerView, model: TableModel): TemplateResult {
  const refused = model.refused;
  if (!refused) return html``;
  const ref = model.snapshot?.ref ?? "";
  const { code, clause, facts } = refused.refused;
  const spot = view.felt?.spots.find(
    (one) => one.position === (facts["position"] ?? refused.position) || one.name === refused.position,
  );
  const fits = refused.slides && spot ? room(facts, refused.stake, view.chipValue ?? 1) : 0;
  const short = code === "not-enough-chips";
  return html`<div class="read-out refused" data-refused=${code}>
    <span class="chip-back" aria-hidden="true">${money(refused.cost || refused.stake)}</span>
    <b>${view.bets.why(refused)}</b> ${spot && !short ? html`<span>${spotName(spot)}</span>` : nothing}
    ${
      fits && spot
        ? html`<button type="button" @click=${() => void view.bets.lay(spot, fits)}>${say.place(money(fits))}</button>`
        : nothing
    }
    ${optional(short, () => wayOut(view))} <span class="grow"></span>${decided(ref, refusalClauses({ clause, facts }))}
  </div>`;
}

function wayOut(view: PlayerView): TemplateResult {
  return view.cashier.me?.refill
    ? html`<button type="button" @click=${() => void view.cashier.refill()}>
        ${moreWords(view.cashier.me.refill)}
      </button>`
    : html`<button type="button" @click=${() => view.open("chips")}>${say.buyChips}</button>`;
}
