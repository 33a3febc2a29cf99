// Sheets over the table: keys, every bet on a number, typed bets.

import * as say from "#words/player/sheets.ts";
import * as page from "#words/player/page.ts";
import { html, nothing, type TemplateResult } from "lit";
import type { PlayerView } from "./player.ts";
import { chipsSheet } from "./chips-sheet.ts";
import { decided, pocketMark } from "../parts.ts";
import type { TableModel } from "../wire/model.ts";
import { money, spotName } from "../words/words.ts";

export type Sheet = "" | "keys" | "pick" | "typed" | "chips" | "rules" | "help" | "missed";

export function sheet(view: PlayerView, model: TableModel): TemplateResult | typeof nothing {
  if (!view.sheet) return nothing;
  const bodies = {
    keys: keysSheet,
    pick: pickSheet,
    typed: typedSheet,
    chips: chipsSheet,
    rules: rulesSheet,
    help: helpSheet,
    missed: missedSheet,
  };
  return html`<dialog
    class="sheet sheet-${view.sheet}"
    aria-label=${say.NAMES[view.sheet]}
    @close=${() => view.closed()}
    @click=${(event: Event) => {
      if (event.target === event.currentTarget) view.close();
    }}
  >
    <div class="sheet-body">${bodies[view.sheet](view, model)}</div>
    <button type="button" class="close" @click=${() => view.close()}>${say.close} <kbd>${say.escape}</kbd></button>
  </dialog>`;
}

function keysSheet(view: PlayerView): TemplateResult {
  return html`<h2>${say.NAMES.keys}</h2>
    <dl class="keys">
      ${say.KEYS.map(
        ([key, what]) =>
          html`<div>
            <dt><kbd>${key}</kbd></dt>
            <dd>${what}</dd>
          </div>`,
      )}
    </dl>
    <label class="check"
      ><input
        type="checkbox"
        .checked=${view.letters}
        @change=${(event: Event) => view.useLetters((event.target as HTMLInputElement).checked)}
      />
      ${say.shortcuts}</label
    >
    <label class="check"
      ><input
        type="checkbox"
        .checked=${view.cues.on}
        @change=${() => {
          view.cues.toggle();
          view.requestUpdate();
        }}
      />
      ${say.sound}</label
    >
    <label
      >${say.volume}
      <input
        type="range"
        min="0"
        max="100"
        .value=${String(view.cues.volume)}
        @input=${(event: Event) => view.cues.loud(Number((event.target as HTMLInputElement).value))}
    /></label>`;
}

function pickSheet(view: PlayerView, model: TableModel): TemplateResult {
  const pockets = view.picked?.pockets ?? [];
  const covering =
    view.felt?.spots.filter(
      (spot) => pockets.every((pocket) => spot.pockets.includes(pocket)) && !spot.name.includes("@"),
    ) ?? [];
  return html`<h2>
      ${say.covering}
      ${
        pockets.length <= 6
          ? pockets.map((pocket) => pocketMark(pocket, view.felt))
          : view.picked
            ? spotName(view.picked)
            : ""
      }
    </h2>
    <ul class="picker">
      ${covering.map(
        (spot) =>
          html`<li>
            <button
              type="button"
              ?disabled=${!model.betting}
              @click=${() => {
                view.close();
                void view.bets.lay(spot);
              }}
            >
              <span>${spotName(spot)}</span> <span class="quiet">${page.pays(spot.pays)}</span>
            </button>
          </li>`,
      )}
    </ul>`;
}

function typedSheet(view: PlayerView): TemplateResult {
  return html`<h2>${say.NAMES.typed}</h2>
    <form
      @submit=${(event: Event) => {
        event.preventDefault();
        void view.bets.typed(event.target as HTMLFormElement);
      }}
    >
      <label
        >${say.bet}
        <input
          name="bet"
          autofocus
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          placeholder=${say.examples}
          aria-describedby="typed-why"
      /></label>
      <button type="submit" class="primary">${say.place(money(view.chip))}</button>
      <p class="quiet">${say.howToType[0]} <kbd>x20</kbd> ${say.howToType[1]}</p>
      <p id="typed-why" role="alert" class="refused">${view.wrong}</p>
    </form>`;
}

function rulesSheet(view: PlayerView, model: TableModel): TemplateResult {
  return html`<croupier-drawer .ref=${model.snapshot?.ref ?? ""} .used=${view.usedClauses()}></croupier-drawer>`;
}

function helpSheet(view: PlayerView): TemplateResult {
  return html`<croupier-how-to-play .felt=${view.felt}></croupier-how-to-play>
    <p class="line">
      <button
        type="button"
        @click=${() => {
          view.close();
          view.firstSteps.begin();
        }}
      >
        ${say.around}
      </button>
      <button type="button" @click=${() => view.open("keys")}>${say.NAMES.keys} <kbd>?</kbd></button>
    </p>`;
}

function missedSheet(_: PlayerView, model: TableModel): TemplateResult {
  const ref = model.snapshot?.ref ?? "";
  return html`<h2>${say.NAMES.missed}</h2>
    <ol>
      ${model.missed.map((one) => html`<li>${one.says} ${decided(ref, one.clauses)}</li>`)}
    </ol>`;
}
