// What is to be paid, in the order in which dealers pay: columns, dozens, even chances, then inside.

import { html, nothing, type TemplateResult } from "lit";
import { cut, positionName, type Detail, type WagerSeen } from "./staff.ts";
import type { Felt } from "./wire.ts";
import { count, money } from "./words.ts";

const ORDER = ["column", "dozen", "low", "high", "odd", "even", "red", "black", "green"];
const INSIDE = ["series-6", "series-4", "series-3", "six-line", "top-line", "first-five", "corner", "street", "split", "straight"];
const RANKS = [...ORDER, ...INSIDE];

export function payingOrder(wagers: readonly WagerSeen[], felt: Felt): WagerSeen[] {
  const rank = (one: WagerSeen): number => {
    const kind = felt.spots.find((spot) => spot.position === one.counts)?.kind ?? "";
    const place = RANKS.indexOf(kind);
    return ORDER.includes(kind) && place >= 2 ? 2 : place;
  };
  return wagers.filter((one) => one.winnings > 0).sort((a, b) => rank(a) - rank(b) || a.player.localeCompare(b.player));
}

// A player with a color of their own is paid in it as far as its chips go, and the rest in cash chips.
function inChips(one: WagerSeen, detail: Detail): TemplateResult {
  const purse = detail.purses?.[one.player];
  const value = purse?.color && purse.chip_value ? purse.chip_value : 0;
  const colored = value ? Math.floor(one.winnings / value) : 0;
  const rest = one.winnings - colored * value;
  return html`${colored ? html`<b>${colored}</b> ${purse?.color} chips of ${money(value)}` : nothing}${colored && rest ? " + " : nothing}${cut(rest)
    .map(([count, chip], place) => html`${place ? " + " : nothing}<b>${count}</b> × ${money(chip)}`)}`;
}

// What is still to be seen to before the dolly may go: every winner that waits for nobody.
export function toPay(detail: Detail | null): WagerSeen[] {
  return (detail?.wagers ?? []).filter((one) => one.winnings > 0 && !(one.held && !one.done));
}

export function payList(detail: Detail, felt: Felt, ticked: Set<string>, tick: (wager: string) => void): TemplateResult {
  const wagers = detail.wagers ?? [];
  const paid = payingOrder(wagers, felt);
  const lost = wagers.filter((one) => one.collected > 0);
  const held = wagers.filter((one) => one.held && !one.done);
  const sum = (list: readonly number[]): number => list.reduce((total, amount) => total + amount, 0);
  return html`<section class="pays" aria-label="To pay"><h2><span>To pay, in this order</span><b>${money(sum(paid.map((one) => one.winnings)))}</b></h2>
    ${paid.length ? html`<ol class="pay-list">${paid.map((one) => html`<li data-pay=${one.counts}><label><input type="checkbox" .checked=${ticked.has(one.wager)} @change=${() => tick(one.wager)}>
      <span class="what"><b>${positionName(one.counts, felt)}</b><span class="quiet">${one.player} · ${money(one.stake)}</span></span><b class="plus">${money(one.winnings)}</b>
      <span class="break">${inChips(one, detail)}</span></label></li>`)}</ol>` : html`<p class="quiet">No winner.</p>`}
    ${held.map((one) => html`<p class="warn">${positionName(one.counts, felt)} of ${one.player} waits for its ruling.</p>`)}
    <p class="quiet">Collected ${lost.length ? html`${count(lost.length, "wager")}, ${money(sum(lost.map((one) => one.collected)))}` : "nothing"}.</p></section>`;
}
