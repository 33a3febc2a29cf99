// The tray: chips to choose from, what can be done with the bets, and the bank.

import { html, nothing, type TemplateResult } from "lit";
import type { PlayerView } from "./player.ts";
import "./amount.ts";
import { tone } from "./picked.ts";
import type { TableModel } from "../wire/model.ts";
import { netOf } from "./net.ts";
import { count, money } from "../words/words.ts";

export function tray(view: PlayerView, model: TableModel): TemplateResult {
  const again = view.history?.rebetStake ?? 0;
  const open = model.betting && !model.away;
  const value = view.chipValue;
  const act = (
    what: "undo" | "redo" | "clear" | "rebet" | "double",
    words: string,
    key: string,
    can: boolean,
  ): TemplateResult =>
    html`<button type="button" class=${what} ?disabled=${!open || !can} @click=${() => void view.bets.act(what)}>
      ${words} ${key ? html`<kbd>${key}</kbd>` : nothing}
    </button>`;
  return html`<section class="tray" aria-label="Chips and actions">
    <div class="chips" role="group" aria-label="Your chip">
      ${view.denominations.map(
        (chip, place) =>
          html`<button
            type="button"
            class="chip-button ${value ? tone(view) : `face-${place}`}"
            aria-pressed=${chip === view.chip}
            aria-label=${value ? `${count(chip / value, "chip")}, ${money(chip)}` : `Chip ${money(chip)}`}
            @click=${() => {
              view.pick = place;
              view.requestUpdate();
            }}
          >
            <span>${value ? chip / value : money(chip)}</span>
          </button>`,
      )}
    </div>
    <div class="acts">
      ${act(
        "undo",
        "Undo",
        "U",
        view.history?.canUndo ?? false,
      )}${act("redo", "Redo", "", view.history?.canRedo ?? false)}
      ${act("clear", "Clear", "C", model.mineLive.length > 0)}${act(
        "rebet",
        again ? `Rebet ${money(again)}` : "Rebet",
        "R",
        again > 0,
      )}
      ${act("double", "Double", "D", model.mineLive.length > 0)}
      <button type="button" class="typed" @click=${() => view.open("typed")}>Type a bet <kbd>/</kbd></button>
    </div>
    <dl class="bank">
      <div>
        <dt>Bet</dt>
        <dd data-staked>${money(model.staked)}</dd>
      </div>
      <div>
        <dt>Balance</dt>
        <dd data-bank><croupier-amount .amount=${model.balance} .wait=${view.ending.wait}></croupier-amount></dd>
      </div>
      <div>
        <dt>Last win</dt>
        <dd data-last-win>${money(netOf(model.lastReturns).won)}</dd>
      </div>
    </dl>
    <button type="button" class="buy" @click=${() => view.open("chips")}>
      ${value ? html`<i class="dot ${tone(view)}"></i> Chips of ${money(value)}` : "Chips"}
    </button>
  </section>`;
}
