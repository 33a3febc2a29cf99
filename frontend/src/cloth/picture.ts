// The picture of the cloth: its boxes, the stacks of everybody, the chip that would be laid, and the dolly.

import { html, svg, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { faceOf } from "./faces.ts";
import { boxLabel, dolly, loneChip, medallion, stack, type Owner } from "./drawing.ts";
import type { Geometry } from "./geometry.ts";
import type { Chip } from "../wire/fold.ts";
import type { Felt } from "../wire/types.ts";
import { money } from "../words/words.ts";
import { lying, outsideLine, shownMost, tone, type Lying } from "./layout.ts";
import type { Cloth } from "./cloth.ts";

export function picture(view: Cloth, felt: Felt, geometry: Geometry): TemplateResult {
  const lit = new Set(view.lit.length ? view.lit : (view.aimed?.pockets ?? []));
  const zones = new Map(felt.spots.map((spot) => [spot.position, spot]));
  const rim = geometry.edge * 0.36;
  return html`<svg
    class="picture"
    viewBox="0 0 ${geometry.width} ${geometry.height}"
    aria-hidden="true"
    focusable="false"
  >
    <linearGradient id="sheen" x2="1" y2="1">
      <stop stop-color="#fff" stop-opacity=".36"></stop>
      <stop offset=".45" stop-color="#fff" stop-opacity="0"></stop>
      <stop offset="1" stop-opacity=".42"></stop>
    </linearGradient>
    <rect
      class="felt-rim"
      x=${rim}
      y=${rim}
      width=${geometry.width - 2 * rim}
      height=${geometry.height - 2 * rim}
      rx=${geometry.edge}
    ></rect>
    ${felt.boxes.map((box) => {
      const rect = geometry.rect(box.rect);
      const color = felt.colors[box.name];
      const spot = zones.get(color ? `straight:${box.name}` : box.name);
      const on = color ? lit.has(box.name) : view.aimed?.position === box.name;
      return svg`<g class="box ${on ? "on" : ""} ${view.won.includes(box.name) ? "won" : ""}" data-box=${box.name}>
        <rect class="tint" x=${rect.x} y=${rect.y} width=${rect.width} height=${rect.height}></rect>
        ${guard([geometry], () =>
          !spot
            ? nothing
            : color
              ? medallion(box.label, color, rect, geometry.rect(spot.zone))
              : boxLabel(box, felt, rect, { at: geometry.lies(spot), radius: geometry.radius(spot) }, geometry.chip),
        )}
        <rect class="brass" x=${rect.x} y=${rect.y} width=${rect.width} height=${rect.height}></rect>
      </g>`;
    })}
    ${guard([geometry], () => outsideLine(felt, geometry))}
    ${felt.boxes
      .filter((box) => lit.has(box.name) || view.won.includes(box.name) || view.aimed?.position === box.name)
      .map((box) => {
        const rect = geometry.rect(box.rect);
        return svg`<rect class="ring ${
          view.won.includes(box.name) ? "won" : ""
        }" data-ring=${box.name} x=${rect.x + 1} y=${rect.y + 1}
    width=${rect.width - 2} height=${rect.height - 2} rx="3"></rect>`;
      })}
    ${guard([view.chips, view.owners, view.me, view.amounts, geometry], () => stacks(view, felt, geometry))}
    ${lone(view, geometry)} ${view.dolly ? marker(view, felt, geometry, view.dolly) : nothing}
  </svg>`;
}

interface Drawn {
  key: string;
  // How far down on the picture.
  down: number;
  draw: () => unknown;
}

function owner(view: Cloth, player: string): Owner {
  return (
    view.owners?.get(player) ?? {
      letter: player.slice(0, 1).toUpperCase(),
      tone: `tone-${tone(player)}`,
      chipValue: null,
    }
  );
}

function stacks(view: Cloth, felt: Felt, geometry: Geometry): TemplateResult {
  const by = new Map<string, { players: Map<string, Chip[]>; looks: unknown[] }>();
  const same = [geometry, view.owners, view.me, view.amounts];
  for (const chip of view.chips) {
    const lain = by.get(chip.position) ?? { players: new Map<string, Chip[]>(), looks: [...same] };
    const laid = lain.players.get(chip.player);
    if (laid) laid.push(chip);
    else lain.players.set(chip.player, [chip]);
    lain.looks.push(chip, chip.state, chip.stake);
    by.set(chip.position, lain);
  }
  const at = new Map(felt.spots.map((spot) => [spot.position, spot]));
  const shown: Drawn[] = [];
  // One's own chips lie over everybody else's, wherever those lie.
  const own: Drawn[] = [];
  for (const [position, { players, looks }] of by) {
    const spot = at.get(position);
    if (!spot) continue;
    const mine = players.has(view.me);
    const others = [...players.keys()]
      .filter((player) => player !== view.me)
      .slice(0, shownMost(geometry) - Number(mine));
    const places = lying(spot, others.length, mine, geometry);
    const draw = (player: string, place: number): unknown =>
      stack(
        spot,
        player,
        players.get(player) ?? [],
        owner(view, player),
        player === view.me ? view.faces : null,
        view.amounts,
        places[place] as Lying,
      );
    // Those whose chips fade are soon gone, with nothing that would fade beside them.
    const lie = [...players.values()].filter((chips) => chips.some(({ state }) => state !== "lost"));
    const more = Math.max(0, lie.length - others.length - Number(mine));
    // In groups, each looked at only if a chip of it changed: at a full table there are hundreds of stacks.
    const [, down] = geometry.lies(spot);
    if (others.length)
      shown.push({ key: position, down, draw: () => svg`<g>${guard(looks, () => others.map(draw))}</g>` });
    if (mine) own.push({ key: position, down, draw: () => draw(view.me, others.length) });
    if (more > 0) own.push({ key: `${position} more`, down, draw: () => further(places, more) });
  }
  // What lies nearer lies over what lies farther, as it does for whoever stands at a table.
  own.sort((a, b) => a.down - b.down);
  const all = (of: Drawn[]): unknown =>
    repeat(
      of,
      (one) => one.key,
      (one) => one.draw(),
    );
  return svg`<g>${all(shown)}</g><g>${all(own)}</g>` as unknown as TemplateResult;
}

// How many lie there beside those that are seen.
function further([first]: Lying[], more: number): unknown {
  if (!first) return nothing;
  const { at, radius } = first;
  return svg`<text class="more" x=${at[0] - radius} y=${at[1]}
    font-size=${Math.max(9, radius * 0.8).toFixed(1)}>+${more}</text>`;
}

// The chip that would be laid, the one that is dragged, and the one that was refused and slides back.
function lone(view: Cloth, geometry: Geometry): TemplateResult {
  const mine = view.tone || owner(view, view.me).tone;
  const label = view.dragged ? money(view.stakeOn(view.dragged.position)) : money(view.ghost);
  // Over one's own chips it would only blur them; what a click adds the read-out says.
  const clear = view.dragged !== null || !view.aimed || !view.stakeOn(view.aimed.position);
  const ghost =
    view.aimed && clear && !view.locked && !view.picking && view.ghost
      ? loneChip("ghost", geometry.lies(view.aimed), geometry.radius(view.aimed), label, mine)
      : nothing;
  const back = view.back;
  const from = back && view.felt?.spots.find((spot) => spot.position === back.position || spot.name === back.position);
  const sliding =
    back && from
      ? repeat(
          [back],
          (one) => one.at,
          () =>
            loneChip("back", geometry.lies(from), geometry.radius(from), money(back.stake), faceFor(view, back.stake)),
        )
      : nothing;
  const halted = view.stopped
    .map((position) => view.felt?.spots.find((spot) => spot.position === position))
    .filter((spot) => spot !== undefined);
  return svg`${ghost}${sliding}${halted.map((spot) => {
    const [x, y] = geometry.lies(spot);
    return svg`<circle class="stopped" data-stopped=${spot.position}
    cx=${x} cy=${y} r=${geometry.chip + 5}></circle>`;
  })}` as unknown as TemplateResult;
}

function faceFor(view: Cloth, amount: number): string {
  return view.faces.length ? faceOf(amount, view.faces) : view.tone || owner(view, view.me).tone;
}

function marker(view: Cloth, felt: Felt, geometry: Geometry, pocket: string): TemplateResult | typeof nothing {
  const box = felt.boxes.find((one) => one.name === pocket);
  return box ? dolly(pocket, geometry.rect(box.rect), geometry.chip, view.picking) : nothing;
}
