// The buttons over the picture, one for each bet, and the bubble above a finger.

import { html, nothing, type TemplateResult } from "lit";
import * as say from "#words/cloth.ts";
import type { Felt, Spot } from "../wire/types.ts";
import { money, spoken, spotName } from "../words/words.ts";
import type { Cloth } from "./cloth.ts";
import type { Geometry, Rect } from "./geometry.ts";
import { boxed } from "./keys.ts";

export const GROUPS: [string, (spot: Spot) => boolean][] = [
  [say.numbers, (spot) => spot.kind === "straight"],
  [say.series, (spot) => spot.kind.startsWith("series")],
  [say.outside, (spot) => boxed(spot)],
  [say.between, () => true],
];

export function bubbled(view: Cloth, spot: Spot, felt: Felt): TemplateResult {
  const few = spot.pockets.length <= 6 ? spot.pockets : [];
  return html`<div class="bubble" aria-hidden="true">
    <b
      >${few.map((pocket) => html`<span class="mark ${felt.colors[pocket] ?? "green"}">${pocket}</span>`)}
      ${spotName(spot)}</b
    >
    <small>${say.toOne(spot.pays)}${onLifting(view)}</small>
  </div>`;
}

function onLifting(view: Cloth): string {
  if (view.picking && !view.ghost) return say.liftToChoose;
  if (view.locked) return say.closed;
  return view.ghost ? say.liftToPlace(money(view.ghost)) : "";
}

export function spotGroup(view: Cloth, name: string, place: number): TemplateResult | typeof nothing {
  const of = GROUPS.findIndex.bind(GROUPS);
  const spots = view.felt?.spots.filter((spot) => of(([, has]) => has(spot)) === place) ?? [];
  if (!spots.length) return nothing;
  return html`<div role="group" aria-label=${name}>
    ${spots.map(
      (spot) =>
        html`<button
          type="button"
          data-spot=${spot.name}
          data-position=${spot.position}
          class="spot"
          tabindex=${spot.name === view.focused ? 0 : -1}
          aria-label=${spoken(spot, view.stakeOn(spot.position), view.felt)}
          aria-disabled=${view.locked && !view.picking ? "true" : "false"}
          @focus=${() => view.onFocus(spot)}
          @blur=${() => view.onBlur()}
        ></button>`,
    )}
  </div>`;
}

export function putOver(button: HTMLElement, rect: Rect, geometry: Geometry): void {
  button.style.left = `${(rect.x / geometry.width) * 100}%`;
  button.style.top = `${(rect.y / geometry.height) * 100}%`;
  button.style.width = `${(rect.width / geometry.width) * 100}%`;
  button.style.height = `${(rect.height / geometry.height) * 100}%`;
}
