// What lies around the cloth: banner, read-out, tray, wagers, limits, results.

import * as say from "#words/player/page.ts";
import { html, nothing, type TemplateResult } from "lit";
import type { PlayerView } from "./player.ts";
import { proofMark } from "./proof.ts";
import type { TableModel } from "../wire/model.ts";
import { gameFacts, gameTitle, houseRules, zeros } from "#words/games.ts";

export function top(view: PlayerView, model: TableModel): TemplateResult {
  const minutes = Math.floor((Date.now() - view.since) / 60_000);
  const states = {
    connecting: say.connecting,
    live: say.delay(model.lag ?? "–"),
    slow: say.slow(model.lag ?? ""),
    reconnecting: say.reconnecting,
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
    <span class="quiet wide" title=${say.timeHere} data-here>${minutes ? say.minutes(minutes) : ""}</span>
    ${proofMark(view, model)}
    <span class="quiet round-number"
      ><span class="round-word">${say.round}</span>
      <b data-round title=${say.roundNumber}>${model.now?.round ?? "–"}</b></span
    >
    <span class="connection ${model.connectionState}" data-connection=${model.connectionState}
      >${states[model.connectionState]}</span
    >
    <span class="menu-room"></span>
  </header>`;
}

export function menu(view: PlayerView, model: TableModel): TemplateResult {
  const ref = model.snapshot?.ref ?? "";
  return html`<nav class="menu ${view.menu ? "open" : ""}" aria-label=${say.menu}>
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
      ${say.menu}
    </button>
    <div id="menu-list" class="menu-list">
      <button
        type="button"
        class="narrow"
        ?disabled=${!model.betting || !view.history?.canRedo}
        @click=${() => void view.bets.act("redo")}
      >
        ${say.redo}
      </button>
      <button type="button" class="beside" @click=${() => view.lookBeside(true)}>${say.betsAndResults}</button>
      <button type="button" class="narrow" @click=${() => view.open("typed")}>${say.typeABet}</button>
      <button type="button" class="narrow" @click=${() => view.open("chips")}>${say.chips}</button>
      <button
        type="button"
        aria-pressed=${view.cues.on}
        @click=${() => {
          view.cues.toggle();
          view.requestUpdate();
        }}
      >
        ${say.sound} ${view.cues.on ? say.on : say.off}
      </button>
      <button type="button" @click=${() => view.open("rules")}>${say.rules}</button>
      <a class="button" href="#/odds/${ref}">${say.odds}</a>
      <button type="button" @click=${() => view.open("help")}>${say.help}</button>
    </div>
  </nav>`;
}
