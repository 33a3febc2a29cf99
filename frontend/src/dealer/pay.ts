// What is to be paid, as a dealer pays it: columns, dozens, even chances, then inside; one line for each player and
// spot, and for each player the sum.

import { html, nothing, type TemplateResult } from "lit";
import { swatch } from "./swatch.ts";
import type { Owners } from "../cloth/owners.ts";
import { cut, positionName, type Detail, type WagerSeen } from "../staff/staff.ts";
import type { StaffModel } from "../staff/model.ts";
import type { ChipsOut, Felt } from "../wire/types.ts";
import { count, money } from "../words/words.ts";

const ORDER = ["column", "dozen", "low", "high", "odd", "even", "red", "black", "green"];
const INSIDE = [
  "series-6",
  "series-4",
  "series-3",
  "six-line",
  "top-line",
  "first-five",
  "corner",
  "street",
  "split",
  "straight",
];
const RANKS = [...ORDER, ...INSIDE];
const STACK = 20;

export interface Line {
  key: string;
  player: string;
  counts: string;
  stake: number;
  winnings: number;
}

// Chips of one player on one spot are one stack, however often they were laid. What waits for a ruling is not paid.
function linesOf(wagers: readonly WagerSeen[]): Line[] {
  const lines = new Map<string, Line>();
  for (const { player, counts, stake, winnings, held, done } of wagers) {
    if (winnings <= 0 || (held && !done)) continue;
    const key = `${player}/${counts}`;
    const line = lines.get(key) ?? { key, player, counts, stake: 0, winnings: 0 };
    lines.set(key, { ...line, stake: line.stake + stake, winnings: line.winnings + winnings });
  }
  return [...lines.values()];
}

// Clockwise: by the numbers of the seats, then as every screen letters those who sit there.
function bySeat(told: ChipsOut | null): (a: string, b: string) => number {
  const rank = (player: string): number => {
    const place = told?.seats.indexOf(player) ?? -1;
    return told?.places[player] ?? (place < 0 ? 2000 : 1000 + place);
  };
  return (a, b) => rank(a) - rank(b) || a.localeCompare(b);
}

function payingOrder(wagers: readonly WagerSeen[], felt: Felt, seated: (a: string, b: string) => number): Line[] {
  const rank = (one: Line): number => {
    const kind = felt.spots.find((spot) => spot.position === one.counts)?.kind ?? "";
    const place = RANKS.indexOf(kind);
    return ORDER.includes(kind) && place >= 2 ? 2 : place;
  };
  return linesOf(wagers).toSorted((a, b) => rank(a) - rank(b) || seated(a.player, b.player));
}

// A player with a color of their own is paid in it as far as its chips go, and the rest in cash chips.
function inChips(player: string, amount: number, detail: Detail): TemplateResult {
  const purse = detail.purses?.[player];
  const value = purse?.color && purse.chip_value ? purse.chip_value : 0;
  const colored = value ? Math.floor(amount / value) : 0;
  const rest = amount - colored * value;
  const stacks = Math.floor(colored / STACK);
  return html`${
    colored
      ? html`<b>${colored}</b> ${purse?.color}${
            stacks ? ` (${count(stacks, "stack")}${colored % STACK ? ` + ${colored % STACK}` : ""})` : nothing
          }`
      : nothing
  }${colored && rest ? " + " : nothing}${cut(rest).map(
    ([number, chip], place) => html`${place ? " + " : nothing}<b>${number}</b> × ${money(chip)}`,
  )}`;
}

// What is still to be seen to before the dolly may go: every winner that waits for nobody.
export function toPay(detail: Detail | null): Line[] {
  return linesOf(detail?.wagers ?? []);
}

// How many are still to be seen to. What was read before the last step or correction has less: then nobody knows.
export class Unpaid {
  private about = "";
  private since = 0;

  count(model: StaffModel, detail: Detail | null, ticked: ReadonlySet<string>): number | null {
    const about = `${model.now?.round ?? ""}/${model.now?.phase ?? ""}/${model.lasting.corrected?.pocket ?? ""}`;
    if (about !== this.about) [this.about, this.since] = [about, model.connection.seq];
    if ((detail?.seq ?? -1) < this.since) return null;
    return toPay(detail).filter((one) => !ticked.has(one.key)).length;
  }
}

// Whether something was settled: with a wager held the round stays where it is, and the others are paid all the same.
export function pays(detail: Detail | null | undefined, phase: string): boolean {
  return phase === "paid" || (phase === "dolly-down" && (detail?.wagers ?? []).some((one) => one.done));
}

function sum(list: readonly number[]): number {
  return list.reduce((total, amount) => total + amount, 0);
}

function totals(
  lines: readonly Line[],
  detail: Detail,
  seated: (a: string, b: string) => number,
  whose: (player: string) => TemplateResult,
): TemplateResult {
  const players = [...new Set(lines.map((one) => one.player))].toSorted(seated);
  return html`<ul class="pay-totals" aria-label="For each player">
    ${players.map((player) => {
      const total = sum(lines.filter((one) => one.player === player).map((one) => one.winnings));
      return html`<li data-total=${player}>
        ${whose(player)}<span class="name">${player}</span><span class="break">${inChips(player, total, detail)}</span
        ><b>${money(total)}</b>
      </li>`;
    })}
  </ul>`;
}

interface Back {
  player: string;
  counts: string;
  amount: number;
}

// What was not at risk: a stake that went back, and of a winner the part over the maximum, for which nothing is paid.
function handedBack(wagers: readonly WagerSeen[], paid: readonly Line[], felt: Felt): Back[] {
  const lost = wagers.filter((one) => one.done && one.winnings === 0 && one.returned > 0);
  const over = paid.map(({ player, counts, stake, winnings }) => {
    const price = felt.spots.find((spot) => spot.position === counts)?.pays ?? 0;
    return { player, counts, amount: price ? stake - Math.ceil(winnings / price) : 0 };
  });
  return [...lost.map((one) => ({ ...one, amount: one.returned })), ...over.filter((one) => one.amount > 0)];
}

export function payList(
  detail: Detail,
  felt: Felt,
  owners: Owners | null,
  ticked: Set<string>,
  tick: (line: string) => void,
): TemplateResult {
  const wagers = detail.wagers ?? [];
  const seated = bySeat(owners?.told ?? null);
  const paid = payingOrder(wagers, felt, seated);
  const lost = wagers.filter((one) => one.collected > 0);
  const back = handedBack(wagers, paid, felt);
  const held = wagers.filter((one) => one.held && !one.done);
  const whose = (player: string): TemplateResult => swatch(owners, player);
  return html`<section class="pays" aria-label="To pay">
    <h2><span>To pay, in this order</span><b>${money(sum(paid.map((one) => one.winnings)))}</b></h2>
    ${held.map(
      (one) => html`<p class="warn">${positionName(one.counts, felt)} of ${one.player} waits for its ruling.</p>`,
    )}
    ${
      paid.length
        ? html`${totals(paid, detail, seated, whose)}
            <ol class="pay-list">
              ${paid.map(
                (one) =>
                  html`<li data-pay=${one.counts}>
                    <label
                      ><input type="checkbox" .checked=${ticked.has(one.key)} @change=${() => tick(one.key)} />
                      ${whose(one.player)}
                      <span class="what"
                        ><b>${positionName(one.counts, felt)}</b
                        ><span class="quiet"><span class="named">${one.player} · </span>${money(one.stake)}</span></span
                      ><span class="sum"
                        ><span class="break">${inChips(one.player, one.winnings, detail)}</span
                        ><b class="plus">${money(one.winnings)}</b></span
                      ></label
                    >
                  </li>`,
              )}
            </ol>`
        : html`<p class="quiet">No winner.</p>`
    }
    ${back.map(
      (one) =>
        html`<p data-back=${one.counts}>
          ${whose(one.player)} Hand back <b>${money(one.amount)}</b> of ${positionName(one.counts, felt)} to
          ${one.player}.
        </p>`,
    )}
    <p class="quiet">
      Collected
      ${
        lost.length ? html`${count(lost.length, "wager")}, ${money(sum(lost.map((one) => one.collected)))}` : "nothing"
      }.
    </p>
  </section>`;
}
