// One's own wagers, and the limits of the table.

import * as say from "#words/player/page.ts";
import { html, nothing, type TemplateResult } from "lit";
import type { PlayerView } from "./player.ts";
import { optional } from "../parts.ts";
import { tone } from "./picked.ts";
import type { TableModel } from "../wire/model.ts";
import type { Felt } from "../wire/types.ts";
import { kindName, money } from "../words/words.ts";

const LEGEND_MOST = 7;
const OUTSIDE = new Set(["column", "dozen"]);
const CHANCES = new Set(["low", "high", "odd", "even", "red", "black", "green"]);

export function wagers(view: PlayerView, model: TableModel): TemplateResult {
  const grouped = new Map<string, { stake: number; notes: Set<string> }>();
  for (const chip of model.mineLive) {
    const one = grouped.get(chip.position) ?? { stake: 0, notes: new Set<string>() };
    one.stake += chip.stake;
    if (chip.state === "pending") one.notes.add(say.sending);
    if (chip.state === "held") one.notes.add(say.deciding);
    if (chip.state === "won") one.notes.add(say.won);
    if (chip.byStaff) one.notes.add(say.checkIt);
    grouped.set(chip.position, one);
  }
  return html`<section class="wagers card" aria-label=${say.yourBets}>
    <h2>${say.yourBets}</h2>
    <div class="rows" tabindex="0" role="group" aria-label=${say.betsOnTable}>
      <table>
        <caption class="unseen">
          ${say.yourBetsOnTable}
        </caption>
        <thead class=${grouped.size ? "" : "unseen"}>
          <tr>
            <th scope="col"><span class="unseen">${say.where}</span></th>
            <th scope="col">${say.paysHead}</th>
            <th scope="col">${say.staked}</th>
            <th scope="col">${say.returnsHead}</th>
          </tr>
        </thead>
        <tbody>
          ${[...grouped].map(([position, one]) => {
            const spot = view.felt?.spots.find((other) => other.position === position);
            return html`<tr data-wager=${position}>
              <th scope="row">${view.named(position)}${[...one.notes].map((note) => html` <em>${note}</em>`)}</th>
              <td class="quiet">${spot ? say.toOne(spot.pays) : ""}</td>
              <td>${money(one.stake)}</td>
              <td class="quiet">
                ${spot ? money(one.stake + spot.pays * Math.min(one.stake, view.limit(spot)?.max || one.stake)) : ""}
              </td>
            </tr>`;
          })}
        </tbody>
        ${optional(
          model.staked || !grouped.size,
          () =>
            html`<tfoot>
              <tr>
                <th scope="row">${say.total}</th>
                <td></td>
                <td><b data-total>${money(model.staked)}</b></td>
                <td></td>
              </tr>
            </tfoot>`,
        )}
      </table>
    </div>
    ${legend(view, model)} ${plate(view, model)}
  </section>`;
}

// Whose chips are whose: everybody who has some on the table, with letter and color as they lie there.
function legend(view: PlayerView, model: TableModel): TemplateResult | typeof nothing {
  const owners = view.chips?.map;
  const others = new Set(model.shown.map((chip) => chip.player).filter((player) => player !== model.me));
  if (!owners || !others.size) return nothing;
  const named = (player: string, letter: string, color: string): TemplateResult =>
    html`<li data-owner=${player}><i class="dot ${color}" aria-hidden="true">${letter}</i> <span>${player}</span></li>`;
  const shown = [...others].slice(0, LEGEND_MOST);
  return html`<ul class="owners" aria-label=${say.owners}>
    ${named(say.you, "", tone(view))}
    ${shown.map((player) => named(player, owners.get(player)?.letter ?? "?", owners.get(player)?.tone ?? ""))}
    ${others.size > shown.length ? html`<li class="quiet">${say.andMore(others.size - shown.length)}</li>` : nothing}
  </ul>`;
}

function plate(view: PlayerView, model: TableModel): TemplateResult | typeof nothing {
  const limits = model.lasting.limits?.limits ?? {};
  const groups = new Map<string, string[]>();
  for (const [kind, one] of Object.entries(limits)) {
    const key = `${money(one.min)}–${money(one.max)}`;
    groups.set(key, [...(groups.get(key) ?? []), kind]);
  }
  if (!groups.size) return nothing;
  const coming = model.lasting.coming;
  return html`<div class="plate" data-plate>
    <h3>${say.tableLimits}</h3>
    ${[...groups]
      .toSorted(([, one], [, other]) => Number(other.some(inside)) - Number(one.some(inside)))
      .map(
        ([span, kinds]) => html`<p><span>${groupName(kinds, Object.keys(limits), view.felt)}</span><b>${span}</b></p>`,
      )}
    ${coming ? html`<p data-coming>${say.newLimits}</p>` : nothing}
  </div>`;
}

const inside = (kind: string): boolean => !OUTSIDE.has(kind) && !CHANCES.has(kind);

// "Inside" is shorter than its five kinds, where it is all of them.
function groupName(kinds: string[], all: string[], felt: Felt | null): string {
  const names: string[] = [];
  for (const [name, has] of [
    [say.inside, inside],
    [say.columns, (kind: string) => OUTSIDE.has(kind)],
    [say.evenChances, (kind: string) => CHANCES.has(kind)],
  ] as const) {
    const own = kinds.filter(has);
    if (own.length && own.length === all.filter(has).length) names.push(name);
    else names.push(...own.map((kind) => kindName(kind, felt).toLowerCase()));
  }
  const said = names.join(", ");
  return said.charAt(0).toUpperCase() + said.slice(1);
}
