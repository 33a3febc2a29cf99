// Opening and closing a table ask once; closing says who still has chips there.

import { html, nothing, type TemplateResult } from "lit";
import type { TableModel } from "../wire/model.ts";
import type { Ask } from "./rulings.ts";
import { plainTags, type Detail } from "./staff.ts";
import { count, money } from "../words/words.ts";

export interface Holder {
  player: string;
  cash: number;
  color: string;
  chips: number;
  worth: number;
}

// Everybody with chips beside the layout or on it, who has most first.
export function holders(detail: Detail | null): Holder[] {
  return Object.entries(detail?.purses ?? {})
    .map(([player, purse]) => ({
      player,
      cash: purse.cash,
      color: purse.color ?? "",
      chips: purse.chips,
      worth: purse.worth,
    }))
    .filter((one) => one.cash + one.worth > 0)
    .toSorted((a, b) => b.cash + b.worth - (a.cash + a.worth));
}

function inHand(one: Holder): TemplateResult {
  const colored = html`${count(one.chips, `${one.color} chip`)}, ${money(one.worth)}`;
  return html`${one.cash ? html`${money(one.cash)} in cash chips` : nothing}${
    one.cash && one.worth ? ", " : nothing
  }${one.worth ? colored : nothing}`;
}

export function closeSheet(model: TableModel, detail: Detail | null, ask: Ask): TemplateResult {
  const holding = holders(detail);
  const offer = model.offer("close-table");
  const out = model.offers.some((one) => one.do === "cash-out" && one.now);
  const settle = async (one: Holder): Promise<void> => {
    if (one.cash) await ask("cash-out", { player: one.player, amount: one.cash, chips: "cash" });
    if (one.worth) await ask("cash-out", { player: one.player, amount: one.worth, chips: "color", color: one.color });
  };
  const settleAll = async (): Promise<void> => {
    for (const one of holding) await settle(one);
  };
  return html`<h2>Close table ${model.table}?</h2>
    ${
      holding.length
        ? html`<p class="warn">
              ${count(holding.length, "player still has chips", "players still have chips")} here. They can cash out
              after closing too.
            </p>
            <ul class="holders" aria-label="Who still has chips">
              ${holding.map(
                (one) =>
                  html`<li data-holds=${one.player}>
                    <b>${one.player}</b>
                    <span class="quiet">${inHand(one)}</span><b>${money(one.cash + one.worth)}</b>
                    ${
                      out
                        ? html`<button type="button" data-cash-out=${one.player} @click=${() => void settle(one)}>
                            Cash out
                          </button>`
                        : nothing
                    }
                  </li>`,
              )}
            </ul>
            ${
              out && holding.length > 1
                ? html`<p class="row">
                    <button type="button" data-do="cash-out-all" @click=${() => void settleAll()}>
                      Cash out all ${holding.length}
                    </button>
                  </p>`
                : nothing
            }`
        : html`<p>Nobody has chips here.</p>`
    }
    <button
      type="button"
      class="danger"
      data-confirm="close-table"
      ?disabled=${!offer?.now}
      @click=${() => void ask("close-table", {})}
    >
      ${holding.length ? "Close all the same" : "Close the table"} ${plainTags(offer?.clauses ?? [])}
    </button>`;
}

// The button to close is kept away from where the finger that opened the table still rests.
export function openForm(model: TableModel, ask: Ask): TemplateResult {
  const offer = model.offer("open-table");
  return html`<h2>Open table ${model.table}?</h2>
    <p class="quiet">The first round can then begin.</p>
    <button
      type="button"
      class="primary"
      data-confirm="open-table"
      ?disabled=${!offer?.now}
      @click=${() => void ask("open-table", {})}
    >
      Open the table ${plainTags(offer?.clauses ?? [])}
    </button>`;
}
