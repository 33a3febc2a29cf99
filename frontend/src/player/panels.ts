// What lies around the cloth: banner, read-out, tray, wagers, limits, results.

import { html, nothing, type TemplateResult } from "lit";
import type { PlayerView } from "./player.ts";
import { proofMark } from "./proof.ts";
import type { TableModel } from "../wire/model.ts";
import { gameFacts, gameTitle, houseRules, zeros } from "../words/games.ts";

export function top(view: PlayerView, model: TableModel): TemplateResult {
  const minutes = Math.floor((Date.now() - view.since) / 60_000);
  const states = {
    connecting: "connecting",
    live: `${model.lag ?? "–"} ms`,
    slow: `slow ${model.lag ?? ""} ms`,
    reconnecting: "reconnecting",
  };
  return html`<header class="top">
    <a class="brand" href="#/">croupier</a>
    <h1 title=${model.snapshot ? gameFacts(model.snapshot.game) : nothing}>
      ${model.snapshot ? gameTitle(model.snapshot.game) : ""}<span class="wide">
        · ${model.snapshot ? zeros(model.snapshot.game) : ""}</span
      >
    </h1>
    <span class="quiet wide">${model.snapshot ? houseRules(model.snapshot.game) : ""}</span>
    <span class="grow"></span>
    <span class="quiet wide" title="time at the table" data-here>${minutes ? `${minutes} min` : ""}</span>
    ${proofMark(view, model)}
    <span class="quiet round-number"
      ><span class="round-word">Round</span> <b data-round title="round">${model.now?.round ?? "–"}</b></span
    >
    <span class="connection ${model.connectionState}" data-connection=${model.connectionState}
      >${states[model.connectionState]}</span
    >
    <span class="menu-room"></span>
  </header>`;
}

export function menu(view: PlayerView, model: TableModel): TemplateResult {
  const ref = model.snapshot?.ref ?? "";
  return html`<nav class="menu ${view.menu ? "open" : ""}" aria-label="Menu">
    <button
      type="button"
      class="menu-button"
      aria-expanded=${view.menu}
      aria-controls="menu-list"
      @click=${() => {
        view.menu = !view.menu;
        view.requestUpdate();
      }}
    >
      Menu
    </button>
    <div id="menu-list" class="menu-list">
      <button
        type="button"
        class="narrow"
        ?disabled=${!model.betting || !view.history?.canRedo}
        @click=${() => void view.bets.act("redo")}
      >
        Redo
      </button>
      <button type="button" class="beside" @click=${() => view.lookBeside(true)}>Bets and results</button>
      <button type="button" class="narrow" @click=${() => view.open("typed")}>Type a bet</button>
      <button type="button" class="narrow" @click=${() => view.open("chips")}>Chips</button>
      <button
        type="button"
        aria-pressed=${view.cues.on}
        @click=${() => {
          view.cues.toggle();
          view.requestUpdate();
        }}
      >
        Sound ${view.cues.on ? "on" : "off"}
      </button>
      <button type="button" @click=${() => view.open("rules")}>Rules</button>
      <a class="button" href="#/odds/${ref}">Odds</a>
      <button type="button" @click=${() => view.open("help")}>Help</button>
    </div>
  </nav>`;
}
