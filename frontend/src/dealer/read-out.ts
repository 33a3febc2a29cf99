// The line above a dealer's cloth: what was refused, what is being done for a player, or who lies where one points.

import { html, nothing, type TemplateResult } from "lit";
import type { TableModel } from "../wire/model.ts";
import { clauseTags, pocketMark } from "../parts.ts";
import { positionName } from "../staff/staff.ts";
import type { Felt, Spot } from "../wire/types.ts";
import { money } from "../words/words.ts";

export const CHIPS = [100, 500, 1000, 2500, 10000];
const MARKED_MOST = 6;

export interface ReadOut {
  message: { says: string; clauses: string[] } | null;
  mode: "" | "place" | "unclear" | "rests";
  aimed: Spot | null;
  players: string[];
  player: string;
  chip: number;
  clauses: string[];
  choose: (player: string) => void;
  take: (chip: number) => void;
  done: () => void;
}

export function readOut(model: TableModel, felt: Felt, view: ReadOut): TemplateResult {
  const ref = model.snapshot?.ref ?? "";
  if (view.mode === "place") return placing(model, ref, view);
  if (view.message) return html`<div class="read-out refused" data-message>${refused(ref, view.message)}</div>`;
  if (view.mode === "unclear")
    return html`<div class="read-out" data-mode="unclear">
      <b>Touch the chip where it lies.</b> The point is kept as you touch it.<span class="grow"></span
      ><button type="button" @click=${view.done}>Cancel</button>
    </div>`;
  if (view.mode === "rests")
    return html`<div class="read-out" data-mode="rests">
      <b>Touch the number in which the ball rests.</b> Betting ends when you confirm.<span class="grow"></span
      ><button type="button" @click=${view.done}>Cancel</button>
    </div>`;
  const spot = view.aimed;
  if (!spot) return html`<div class="read-out">${hint(model)}</div>`;
  const here = [...model.chips.values()].filter((chip) => chip.position === spot.position);
  return html`<div class="read-out">
    ${spot.pockets.length <= MARKED_MOST ? spot.pockets.map((one) => pocketMark(one, felt)) : nothing}
    <b>${positionName(spot.position, felt)}</b> pays ${spot.pays} to 1 ·
    ${here.length ? here.map((chip) => `${chip.player} ${money(chip.stake)}`).join(", ") : "no chips"}
  </div>`;
}

function refused(ref: string, message: NonNullable<ReadOut["message"]>): TemplateResult {
  return html`<b>${message.says}</b> ${clauseTags(ref, message.clauses.filter(Boolean))}`;
}

// A refusal takes the place of the title: the cloth below stays where it is for the next chip.
function placing(model: TableModel, ref: string, view: ReadOut): TemplateResult {
  const title = html`<b>${model.betting ? "Place for a player" : "Late chip: it is refused and written down"}</b>
    ${clauseTags(ref, view.clauses)}`;
  return html`<div class="read-out" data-mode="place">
    <p class="mode-title ${view.message ? "refused" : ""}" ?data-message=${view.message !== null}>
      ${view.message ? refused(ref, view.message) : title}
    </p>
    <label
      >for
      <select aria-label="Player" @change=${(event: Event) => view.choose((event.target as HTMLSelectElement).value)}>
        ${view.players.map((one) => html`<option ?selected=${one === view.player}>${one}</option>`)}
      </select></label
    >
    <span class="mini-chips" role="group" aria-label="Chip"
      >${CHIPS.map(
        (chip) =>
          html`<button type="button" aria-pressed=${chip === view.chip} @click=${() => view.take(chip)}>
            ${money(chip)}
          </button>`,
      )}</span
    >
    <span class="grow"></span><button type="button" @click=${view.done}>Done</button>
  </div>`;
}

function hint(model: TableModel): string {
  const phase = model.now?.phase;
  if (phase === "no-more-bets")
    return "Touch the number in which the ball rests, or type it. Nothing is announced until you confirm.";
  if (phase === "at-rest" && model.offer("correct-outcome")?.now)
    return "Put the dolly down. If the number is wrong, touch the right one first.";
  if (phase === "ball-in-play")
    return "Watch the ball: one tap says that it made enough revolutions. Space counts them one by one.";
  return "Tap a bet to see whose chips are on it.";
}
