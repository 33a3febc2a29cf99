// Sheets over the table: keys, every bet on a number, typed bets, buying and cashing out chips.

import { html, nothing, type TemplateResult } from "lit";
import type { PlayerView } from "./player.ts";
import { clauseTags, optional, pocketMark } from "./parts.ts";
import type { TableModel } from "./model.ts";
import { letterOf } from "./owners.ts";
import { count, hues, money, spotName } from "./words.ts";

export type Sheet = "" | "keys" | "pick" | "typed" | "chips" | "rules";

const NAMES: Record<Exclude<Sheet, "">, string> = {
  keys: "Keys and sound", pick: "Bet picker", typed: "Type a bet", chips: "Chips", rules: "Rules",
};

const KEYS: [string, string][] = [
  ["Arrows", "from box to box"], ["Shift + arrows", "to the next line or crossing"], ["Enter", "place a chip"], ["Delete", "take it back"],
  ["P", "every bet that covers this number"], ["1–5", "choose a chip"], ["U, Shift+U", "undo, redo"], ["C, R, D", "clear, rebet, double"],
  ["/", "type a bet"], ["B", "my bets"], ["T", "phase and time"], ["L", "last results"], ["W", "last win"], ["M", "limits here"], ["Esc", "close a sheet"],
];

export function sheet(view: PlayerView, model: TableModel): TemplateResult | typeof nothing {
  if (!view.sheet) return nothing;
  const bodies = { keys: keysSheet, pick: pickSheet, typed: typedSheet, chips: chipsSheet, rules: rulesSheet };
  return html`<dialog class="sheet sheet-${view.sheet}" aria-label=${NAMES[view.sheet]} @close=${() => view.closed()}
      @click=${(event: Event) => { if (event.target === event.currentTarget) view.close(); }}>
    <div class="sheet-body">${bodies[view.sheet](view, model)}</div>
    <button type="button" class="close" @click=${() => view.close()}>Close <kbd>Esc</kbd></button></dialog>`;
}

function keysSheet(view: PlayerView): TemplateResult {
  return html`<h2>Keys and sound</h2><dl class="keys">${KEYS.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
    <label class="check"><input type="checkbox" .checked=${view.letters} @change=${(event: Event) => view.useLetters((event.target as HTMLInputElement).checked)}> single-letter keys</label>
    <label class="check"><input type="checkbox" .checked=${view.cues.on} @change=${() => { view.cues.toggle(); view.requestUpdate(); }}> sound</label>
    <label>Volume <input type="range" min="0" max="100" .value=${String(view.cues.volume)} @input=${(event: Event) => view.cues.loud(Number((event.target as HTMLInputElement).value))}></label>`;
}

function pickSheet(view: PlayerView, model: TableModel): TemplateResult {
  const pockets = view.picked?.pockets ?? [];
  const covering = view.felt?.spots.filter((spot) => pockets.every((pocket) => spot.pockets.includes(pocket)) && !spot.name.includes("@")) ?? [];
  return html`<h2>Bets that cover ${pockets.length <= 6 ? pockets.map((pocket) => pocketMark(pocket, view.felt)) : view.picked ? spotName(view.picked) : ""}</h2>
    <ul class="picker">${covering.map((spot) => html`<li><button type="button" ?disabled=${!model.betting}
      @click=${() => { view.close(); void view.lay(spot); }}><span>${spotName(spot)}</span> <span class="quiet">pays ${spot.pays} to 1</span></button></li>`)}</ul>`;
}

function typedSheet(view: PlayerView): TemplateResult {
  return html`<h2>Type a bet</h2><form @submit=${(event: Event) => { event.preventDefault(); void view.typed(event.target as HTMLFormElement); }}>
    <label>Bet <input name="bet" autofocus autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="17 · 8 11 · 8-9-11-12 · red · 1st 12 x20" aria-describedby="typed-why"></label>
    <button type="submit" class="primary">Place ${money(view.chip)}</button>
    <p class="quiet">Write the numbers, the name or the box; <kbd>x20</kbd> at the end stakes 20.</p>
    <p id="typed-why" role="alert" class="refused">${view.wrong}</p></form>`;
}

function chipsSheet(view: PlayerView, model: TableModel): TemplateResult {
  const told = view.chips?.told;
  const purse = model.purse;
  const ref = model.snapshot?.ref ?? "";
  if (!told) return html`<h2>Chips</h2><p>One moment…</p>`;
  return html`<h2>Chips</h2>
    <p class="quiet">You have ${money(purse?.cash ?? 0)} in cash chips${purse?.color ? html` and ${count(purse.chips, "chip")} in ${purse.color}, ${money(purse.chip_value ?? 0)} each` : nothing}${view.wallet === null ? nothing : html`; ${money(view.wallet)} in your wallet`}.
      ${clauseTags(ref, told.clauses)}</p>
    ${optional(told.sorts.includes("color"), () => colorForm(view, model))}
    ${optional(told.sorts.includes("cash"), () => html`<form class="line" @submit=${(event: Event) => { event.preventDefault(); void view.buy(event.target as HTMLFormElement, "cash"); }}>
      <label>Cash chips for <input name="amount" type="number" min="1" step="1" value="100" inputmode="numeric"></label><button type="submit">Buy cash chips</button></form>`)}
    ${optional(purse?.cash || purse?.worth, () => html`<div class="line">
      ${optional(purse?.color && purse.chips, () => html`<button type="button" @click=${() => void view.cashOut("color")}>Cash out ${count(purse?.chips ?? 0, "chip")} × ${money(purse?.chip_value ?? 0)} = ${money(purse?.worth ?? 0)}</button>`)}
      ${optional(purse?.cash, () => html`<button type="button" @click=${() => void view.cashOut("cash")}>Cash out ${money(purse?.cash ?? 0)} in cash chips</button>`)}</div>`)}
    <p role="alert" class="refused">${view.wrong}</p>`;
}

function colorForm(view: PlayerView, model: TableModel): TemplateResult {
  const told = view.chips?.told;
  const purse = model.purse;
  const ref = model.snapshot?.ref ?? "";
  if (!told) return html``;
  const own = purse?.color ?? null;
  const least = told.value_min ?? 1;
  const free = told.colors.find((one) => one.player === null)?.color;
  const chosen = own ?? free;
  return html`<form class="colors" @submit=${(event: Event) => { event.preventDefault(); void view.buy(event.target as HTMLFormElement, "color"); }}
      @input=${(event: Event) => view.counted(event.currentTarget as HTMLFormElement)}>
    <fieldset><legend>Color chips: a color is one player’s alone ${clauseTags(ref, told.exclusive)}</legend>
      <div class="swatches">${told.colors.map((one, place) => {
        const taken = one.player !== null && one.player !== model.me;
        return html`<label class="swatch ${taken ? "taken" : ""}"><input type="radio" name="color" value=${one.color} ?checked=${one.color === chosen} ?disabled=${taken || (own !== null && own !== one.color)}>
          <i class="dot ${hues(one.color)} n${place}" aria-hidden="true">${letterOf(place)}</i><span>${one.color}${taken ? " (taken)" : ""}</span></label>`;
      })}</div></fieldset>
    <div class="line">
      <label>Chips <input name="chips" type="number" min="1" step="1" value="20" inputmode="numeric"></label>
      <label>Value of one <input name="value" type="number" min=${Math.ceil(least / 100)} step="1" value=${(purse?.chip_value ?? told.value_default) / 100} ?readonly=${own !== null} inputmode="numeric"></label>
      ${clauseTags(ref, told.value_clauses)}
      <output>${view.sum || `20 chips × ${money(purse?.chip_value ?? told.value_default)} = ${money(20 * (purse?.chip_value ?? told.value_default))}`}</output>
      <button type="submit" class="primary">Buy color chips</button></div></form>`;
}

function rulesSheet(view: PlayerView, model: TableModel): TemplateResult {
  return html`<croupier-drawer .ref=${model.snapshot?.ref ?? ""} .used=${view.usedClauses()}></croupier-drawer>`;
}
