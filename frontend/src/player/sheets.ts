// Sheets over the table: keys, every bet on a number, typed bets.

import { html, nothing, type TemplateResult } from "lit";
import { missedSheet } from "./notes.ts";
import type { PlayerView } from "./player.ts";
import { chipsSheet } from "./chips-sheet.ts";
import { pocketMark } from "../parts.ts";
import type { TableModel } from "../wire/model.ts";
import { money, spotName } from "../words/words.ts";

export type Sheet = "" | "keys" | "pick" | "typed" | "chips" | "rules" | "help" | "missed";

const NAMES: Record<Exclude<Sheet, "">, string> = {
  keys: "Keys and sound",
  pick: "Bet picker",
  typed: "Type a bet",
  chips: "Chips",
  rules: "Rules",
  help: "How to play",
  missed: "While you were away",
};

const KEYS: [string, string][] = [
  ["Arrows", "from box to box"],
  ["Shift + arrows", "to the lines between numbers"],
  ["Enter", "place a chip"],
  ["Delete", "take it back"],
  ["P", "every bet that covers this number"],
  ["1–5", "choose a chip"],
  ["U, Shift+U", "undo, redo"],
  ["C, R, D", "clear, rebet, double"],
  ["/", "type a bet"],
  ["B", "my bets"],
  ["T", "time left"],
  ["L", "last results"],
  ["W", "what the last round brought"],
  ["M", "limits here"],
  ["Esc", "close this"],
];

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
    aria-label=${NAMES[view.sheet]}
    @close=${() => view.closed()}
    @click=${(event: Event) => {
      if (event.target === event.currentTarget) view.close();
    }}
  >
    <div class="sheet-body">${bodies[view.sheet](view, model)}</div>
    <button type="button" class="close" @click=${() => view.close()}>Close <kbd>Esc</kbd></button>
  </dialog>`;
}

function keysSheet(view: PlayerView): TemplateResult {
  return html`<h2>Keys and sound</h2>
    <dl class="keys">
      ${KEYS.map(
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
      Shortcut keys</label
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
      Sound</label
    >
    <label
      >Volume
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
      Bets that cover
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
              <span>${spotName(spot)}</span> <span class="quiet">pays ${spot.pays} to 1</span>
            </button>
          </li>`,
      )}
    </ul>`;
}

function typedSheet(view: PlayerView): TemplateResult {
  return html`<h2>Type a bet</h2>
    <form
      @submit=${(event: Event) => {
        event.preventDefault();
        void view.bets.typed(event.target as HTMLFormElement);
      }}
    >
      <label
        >Bet
        <input
          name="bet"
          autofocus
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          placeholder="17 · 8 11 · 8-9-11-12 · red · 1st 12 x20"
          aria-describedby="typed-why"
      /></label>
      <button type="submit" class="primary">Place ${money(view.chip)}</button>
      <p class="quiet">Type numbers or the name of a bet. Add <kbd>x20</kbd> to bet 20.</p>
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
        Show me around
      </button>
      <button type="button" @click=${() => view.open("keys")}>Keys and sound <kbd>?</kbd></button>
    </p>`;
}
