// What the round came to, over the cloth: the net large, then what won, the largest first. It lies where it
// covers least of what won, and moves nothing.

import * as say from "#words/player/result.ts";
import { html, nothing, type TemplateResult } from "lit";
import type { PlayerView } from "./player.ts";
import { decided, optional } from "../parts.ts";
import type { Cloth } from "../cloth/cloth.ts";
import type { Geometry, Rect } from "../cloth/geometry.ts";
import type { TableModel } from "../wire/model.ts";
import { money } from "../words/words.ts";
import { netOf, signed, type Net } from "./net.ts";

const WINS_SHOWN = 3;
const TOLD = new Set(["dolly-down", "paid", "void"]);

export function result(view: PlayerView, model: TableModel): TemplateResult | typeof nothing {
  const phase = model.now?.phase ?? "closed";
  if (!TOLD.has(phase) || !model.returns.length || view.ending.covered) return nothing;
  const round = netOf(model.returns);
  const settled = round.won > 0 || round.lost > 0;
  const tone = round.grade ? `win grade-${round.grade}` : round.net < 0 ? "loss" : "even";
  void view.updateComplete.then(() => put(view, model));
  return html`<div class="net-card ${tone}" data-grade=${round.grade}>
    <i class="rays" aria-hidden="true"></i>
    <div class="face">
      ${optional(
        settled,
        () => html`<p class="net"><small>${say.net}</small> <b data-net>${signed(round.net)}</b></p>`,
      )}
      ${lines(view, model, round)}
    </div>
  </div>`;
}

function lines(view: PlayerView, model: TableModel, { wins, lost, back, clauses }: Net): TemplateResult {
  const ref = model.snapshot?.ref ?? "";
  const more = wins.slice(WINS_SHOWN);
  // Lines that one clause decided name it once.
  const named = new Set<string>();
  const once = (of: string[]): TemplateResult | typeof nothing => {
    const fresh = !named.has(of.join());
    named.add(of.join());
    return fresh ? decided(ref, of) : nothing;
  };
  return html`<ul class="returns" data-returns>
    ${wins.slice(0, WINS_SHOWN).map(
      (one) =>
        html`<li>
          <b class="plus">+${money(one.winnings)}</b>
          <span>${say.on(view.named(one.position))} ${once(one.clauses)}</span>
        </li>`,
    )}
    ${optional(
      more.length,
      () =>
        html`<li>
          <b class="plus">+${money(more.reduce((sum, one) => sum + one.winnings, 0))}</b>
          <span>${say.onMore(more.length)}</span>
        </li>`,
    )}
    ${optional(lost, () => html`<li><b>${money(lost)}</b> <span>${say.lost} ${once(clauses)}</span></li>`)}
    ${optional(back, () => html`<li><b>${money(back)}</b> <span>${say.back} ${once(clauses)}</span></li>`)}
    ${notes(model).map((note) => html`<li data-said>${note}</li>`)}
  </ul>`;
}

// What lines say about how they were settled: outside the limits, or without a clause.
function notes(model: TableModel): string[] {
  return [...new Set(model.returns.flatMap((one) => one.note ?? []))];
}

interface Kept extends Rect {
  weight: number;
}

const STEPS = 12;

// Put where it covers least of what won, then of one's other chips, then nearest to the middle. Once put it stays.
function put(view: PlayerView, model: TableModel): void {
  const card = view.querySelector<HTMLElement>(".net-card");
  const cloth = view.querySelector<Cloth>("croupier-cloth");
  const sheet = cloth?.querySelector(".cloth-sheet")?.getBoundingClientRect();
  const room = card?.parentElement?.getBoundingClientRect();
  if (!card || !cloth?.geometry || !sheet || !room) return;
  const { offsetWidth: width, offsetHeight: height } = card;
  const key = [model.now?.round, model.now?.phase, room.width, room.height, width, height].join();
  if (card.dataset["put"] === key) return;
  card.dataset["put"] = key;
  const kept = keptFree(view, model, cloth.geometry);
  let [least, left, top] = [Infinity, 0, 0];
  const edge = cloth.geometry.edge * 2;
  const [free, deep] = [Math.max(0, room.width - width - 2 * edge), Math.max(0, room.height - height - 2 * edge)];
  for (let place = 0; place < (STEPS + 1) ** 2; place += 1) {
    const [across, down] = [(place % (STEPS + 1)) / STEPS, Math.floor(place / (STEPS + 1)) / STEPS];
    const [x, y] = [edge + across * free, edge + down * deep];
    const lies = { x: x + room.x - sheet.x, y: y + room.y - sheet.y, width, height };
    const cost = kept.reduce((sum, one) => sum + one.weight * shared(lies, one), 0);
    const off = Math.hypot(across - 0.5, down - 0.5) * 0.05;
    if (cost + off < least) [least, left, top] = [cost + off, x, y];
  }
  card.style.left = `${left}px`;
  card.style.top = `${top}px`;
}

// The winning number, and where one's chips lie or lay: what won counts most.
function keptFree(view: PlayerView, model: TableModel, geometry: Geometry): Kept[] {
  const kept: Kept[] = [];
  const box = view.felt?.boxes.find((one) => one.name === model.now?.outcome);
  if (box) kept.push({ ...geometry.rect(box.rect), weight: 8 });
  for (const { position, winnings } of model.returns) {
    const spot = view.felt?.spots.find((one) => one.position === position);
    if (!spot) continue;
    const [[x, y], r] = [geometry.lies(spot), geometry.chip * 1.4];
    kept.push({ x: x - r, y: y - r, width: 2 * r, height: 2 * r, weight: winnings ? 6 : 1 });
  }
  return kept;
}

// How much of one lies under the other, from 0 to 1.
function shared(over: Rect, one: Rect): number {
  const both = (a: number, la: number, b: number, lb: number): number =>
    Math.max(0, Math.min(a + la, b + lb) - Math.max(a, b));
  return (
    (both(over.x, over.width, one.x, one.width) * both(over.y, over.height, one.y, one.height)) /
    (one.width * one.height)
  );
}
