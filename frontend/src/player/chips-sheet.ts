// The sheet about money: what one has and where, chips for some of it, a color, and more when it is gone.

import { oneMoment } from "#words/connection.ts";
import * as say from "#words/player/sheets.ts";
import { html, nothing, type TemplateResult } from "lit";
import { whole } from "./cashier.ts";
import type { PlayerView } from "./player.ts";
import { decided, optional } from "../parts.ts";
import type { TableModel } from "../wire/model.ts";
import type { ChipsOut } from "../wire/types.ts";
import { moreWords } from "#words/play.ts";
import { UNIT, count, hues, money } from "../words/words.ts";

const AMOUNTS = [100, 500];

export function chipsSheet(view: PlayerView, model: TableModel): TemplateResult {
  const told = view.chips?.told;
  if (!told)
    return html`<h2>${say.NAMES.chips}</h2>
      <p>${oneMoment}</p>`;
  return html`<h2>${say.NAMES.chips}</h2>
    ${where(view, model)} ${refill(view)} ${model.wallet >= UNIT ? buying(view, model, told) : nothing}
    ${optional(
      model.bank,
      () =>
        html`<div class="line">
          <button type="button" @click=${() => void view.cashier.cashOut()}>${say.cashOut(money(model.bank))}</button>
          <button type="button" @click=${() => void view.cashier.leave()}>${say.cashOutAndLeave}</button>
        </div>`,
    )}
    <p role="alert" class="refused">${view.wrong}</p>`;
}

function where(view: PlayerView, model: TableModel): TemplateResult {
  const purse = model.purse;
  const others = view.cashier.me?.at_tables.filter((one) => one.table !== model.table) ?? [];
  const value = purse?.color ? (purse.chip_value ?? UNIT) : UNIT;
  const chips = value === UNIT ? "" : say.inChips(count(purse?.chips ?? 0, "chip"), money(value));
  return html`<dl class="sums">
      <div>
        <dt>${say.balance}</dt>
        <dd>${money(model.balance)}</dd>
      </div>
      <div>
        <dt>${say.chipsHere}</dt>
        <dd>${money(model.bank)}${chips}</dd>
      </div>
      <div>
        <dt>${say.wallet}</dt>
        <dd>${money(model.wallet)}</dd>
      </div>
      ${others.map(
        (one) =>
          html`<div>
            <dt>${say.atTable} <a href="#/table/${one.table}">${one.table}</a></dt>
            <dd>${money(one.chips + one.bets)}</dd>
          </div>`,
      )}
    </dl>
    <p class="quiet">${say.boughtWithBets}</p>`;
}

// A player with almost nothing left gets more; any other player sees from when on.
export function refill(view: PlayerView): TemplateResult | typeof nothing {
  const me = view.cashier.me;
  if (me?.refill)
    return html`<button type="button" class="primary" data-refill @click=${() => void view.cashier.refill()}>
      ${moreWords(me.refill)}
    </button>`;
  return me?.refill_below ? html`<p class="quiet">${say.moreBelow(money(me.refill_below))}</p>` : nothing;
}

function buying(view: PlayerView, model: TableModel, told: ChipsOut): TemplateResult {
  const buy = (event: Event, amount: number): void => {
    event.preventDefault();
    const form = (event.currentTarget as HTMLElement).closest("form");
    if (form) void view.cashier.buy(form, amount);
  };
  const amounts = AMOUNTS.map((one) => one * UNIT).filter((one) => one < model.wallet);
  return html`<form @submit=${(event: Event) => buy(event, typed(event.currentTarget as HTMLFormElement))}>
    <div class="line">
      <b>${say.buyChips}</b>
      ${amounts.map(
        (one) => html`<button type="button" @click=${(event: Event) => buy(event, one)}>${money(one)}</button>`,
      )}
      <button type="button" @click=${(event: Event) => buy(event, model.wallet)}>
        ${say.allOf(money(model.wallet))}
      </button>
      <label
        ><span class="unseen">${say.otherAmount}</span
        ><input name="amount" type="number" min="1" step="1" placeholder=${say.amount} inputmode="numeric" /></label
      ><button type="submit">${say.buy}</button>
    </div>
    ${told.sorts.includes("color") ? colors(model, told) : nothing}
  </form>`;
}

function typed(form: HTMLFormElement): number {
  return whole(new FormData(form).get("amount")) * UNIT;
}

function colors(model: TableModel, told: ChipsOut): TemplateResult {
  const own = model.purse?.color ?? null;
  const ref = model.snapshot?.ref ?? "";
  const least = told.value_min ?? UNIT;
  return html`<details class="colors">
    <summary>${say.chooseColor}</summary>
    <fieldset>
      <legend class="unseen">${say.colorOfChips}</legend>
      <div class="swatches">
        ${told.colors.map((one, place) => {
          const taken = one.player !== null && one.player !== model.me;
          return html`<label class="swatch ${taken ? "taken" : ""}"
            ><input
              type="radio"
              name="color"
              value=${one.color}
              ?checked=${one.color === own}
              ?disabled=${taken || (own !== null && own !== one.color)}
            />
            <i class="dot ${hues(one.color)} n${place}" aria-hidden="true"></i
            ><span>${one.color}${taken ? say.taken : ""}</span></label
          >`;
        })}
      </div>
      <label
        >${say.oneIsWorth}
        <input
          name="value"
          type="number"
          min=${Math.ceil(least / UNIT)}
          step="1"
          value=${(model.purse?.chip_value ?? told.value_default) / UNIT}
          ?readonly=${own !== null}
          inputmode="numeric"
      /></label>
      ${decided(ref, [...told.exclusive, ...told.value_clauses])}
    </fieldset>
  </details>`;
}
