// The line above a dealer's cloth: what was refused, what is being done for a player, or who lies where one points.

import { html, nothing, type TemplateResult } from "lit";
import type { TableModel } from "./model.ts";
import { clauseTags, pocketMark } from "./parts.ts";
import { positionName } from "./staff.ts";
import type { Felt, Spot } from "./wire.ts";
import { money } from "./words.ts";

export const CHIPS = [100, 500, 1000, 2500, 10000];
const MARKED_MOST = 6;

export interface Reading {
  message: { says: string; clauses: string[] } | null; mode: "" | "place" | "unclear"; aimed: Spot | null;
  players: string[]; player: string; chip: number; clauses: string[];
  choose: (player: string) => void; take: (chip: number) => void; done: () => void;
}

export function readOut(model: TableModel, felt: Felt, view: Reading): TemplateResult {
  const ref = model.snapshot?.ref ?? "";
  if (view.message) return html`<div class="read-out refused" data-message><b>${view.message.says}</b> ${clauseTags(ref, view.message.clauses.filter(Boolean))}</div>`;
  if (view.mode === "place") return placing(model, ref, view);
  if (view.mode === "unclear") return html`<div class="read-out" data-mode="unclear"><b>Touch the chip where it lies.</b> The point is kept as you touch it.<span class="grow"></span><button type="button" @click=${view.done}>Cancel</button></div>`;
  const spot = view.aimed;
  if (!spot) return html`<div class="read-out">${hint(model)}</div>`;
  const here = [...model.chips.values()].filter((chip) => chip.position === spot.position);
  return html`<div class="read-out">${spot.pockets.length <= MARKED_MOST ? spot.pockets.map((one) => pocketMark(one, felt)) : nothing} <b>${positionName(spot.position, felt)}</b> pays ${spot.pays} to 1 ·
    ${here.length ? here.map((chip) => `${chip.player} ${money(chip.stake)}`).join(", ") : "no chips"}</div>`;
}

function placing(model: TableModel, ref: string, view: Reading): TemplateResult {
  return html`<div class="read-out" data-mode="place"><b>${model.betting ? "Place for a player" : "Late chip: it is refused and written down"}</b>
    <label>for <select aria-label="Player" @change=${(event: Event) => view.choose((event.target as HTMLSelectElement).value)}>${view.players.map((one) => html`<option ?selected=${one === view.player}>${one}</option>`)}</select></label>
    <span class="mini-chips" role="group" aria-label="Chip">${CHIPS.map((chip) => html`<button type="button" aria-pressed=${chip === view.chip} @click=${() => view.take(chip)}>${money(chip)}</button>`)}</span>
    ${clauseTags(ref, view.clauses)}<span class="grow"></span><button type="button" @click=${view.done}>Done</button></div>`;
}

function hint(model: TableModel): string {
  const phase = model.now?.phase;
  if (phase === "no-more-bets") return "Touch the number in which the ball rests, or type it. Nothing is announced until you confirm.";
  if (phase === "ball-in-play") return "Count the revolutions: tap the counter, or press Space.";
  return "Point at a bet to see who lies there.";
}
