// The tray: chips to choose from, what can be done with the bets, and the bank.

import * as say from "#words/player/page.ts";
import { html, nothing, type TemplateResult } from "lit";
import type { PlayerView } from "./player.ts";
import "./amount.ts";
import { tone } from "./picked.ts";
import type { TableModel } from "../wire/model.ts";
import { netOf } from "./net.ts";
import { money } from "../words/words.ts";

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
  return html`<section class="tray" aria-label=${say.chipsAndActions}>
    <div class="chips" role="group" aria-label=${say.yourChip}>
      ${view.denominations.map(
        (chip, place) =>
          html`<button
            type="button"
            class="chip-button ${value ? tone(view) : `face-${place}`}"
            aria-pressed=${chip === view.chip}
            aria-label=${value ? say.severalChips(chip / value, money(chip)) : say.chip(money(chip))}
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
        say.undo,
        "U",
        view.history?.canUndo ?? false,
      )}${act("redo", say.redo, "", view.history?.canRedo ?? false)}
      ${act("clear", say.clear, "C", model.mineLive.length > 0)}${act(
        "rebet",
        say.rebet(again ? money(again) : ""),
        "R",
        again > 0,
      )}
      ${act("double", say.double, "D", model.mineLive.length > 0)}
      <button type="button" class="typed" @click=${() => view.open("typed")}>${say.typeABet} <kbd>/</kbd></button>
    </div>
    <dl class="bank">
      <div>
        <dt>${say.staked}</dt>
        <dd data-staked>${money(model.staked)}</dd>
      </div>
      <div>
        <dt>${say.balance}</dt>
        <dd data-bank><croupier-amount .amount=${model.balance} .wait=${view.ending.wait}></croupier-amount></dd>
      </div>
      <div>
        <dt>${say.lastWin}</dt>
        <dd data-last-win>${money(netOf(model.lastReturns).won)}</dd>
      </div>
    </dl>
    <button type="button" class="buy" @click=${() => view.open("chips")}>
      ${value ? html`<i class="dot ${tone(view)}"></i> ${say.chipsOf(money(value))}` : say.chips}
    </button>
  </section>`;
}
