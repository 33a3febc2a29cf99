// The lobby: what is played here and on what terms, how to begin, and what one has to play with.

import { html, nothing, svg, type TemplateResult } from "lit";
import { noConnection } from "#words/connection.ts";
import * as say from "#words/lobby.ts";
import type { Hall } from "./hall.ts";
import { pocketMark } from "../parts.ts";
import { service } from "../wire/service.ts";
import type { Felt, GameOut, MeOut, TableOut } from "../wire/types.ts";
import { betSpan, gameFacts, gameTitle, players, tableState, wheelWords, zeros } from "#words/games.ts";
import { moreWords } from "#words/play.ts";
import { timeOf } from "../words/times.ts";
import { money } from "../words/words.ts";

export function lobby(hall: Hall, failed: string): TemplateResult {
  return html`<header class="top">
      <span class="brand">croupier</span>
      <h1>${say.title}</h1>
      <span class="grow"></span>
      ${work()}
      <a class="button" href="#/rules">${say.rules}</a><a class="button" href="#/odds">${say.odds}</a>
    </header>
    <main class="lobby">
      ${trouble(hall, failed)}
      <p class="lead">${say.lead}</p>
      ${hall.me ? purse(hall, hall.me) : nothing}
      <ul class="tables">
        ${hall.tables.map((one) => card(one, hall.felts.get(one.rulebook) ?? null, hall.me))}
      </ul>
    </main>`;
}

function trouble({ cutSince, failed, tables }: Hall, other: string): TemplateResult | typeof nothing {
  const old = tables.length && cutSince ? say.seenAt(timeOf(cutSince)) : "";
  const said = cutSince ? `${noConnection} ${old}` : other || failed;
  return said ? html`<p role="alert" class="refused" data-cut=${cutSince !== null}>${said}</p>` : nothing;
}

// Everything a player has, wherever it lies.
export function worth(me: MeOut): number {
  return me.at_tables.reduce((sum, one) => sum + one.chips + one.bets, me.wallet);
}

function purse(hall: Hall, me: MeOut): TemplateResult {
  return html`<p class="purse">
    ${say.balance} <b data-balance>${money(worth(me))}</b>
    ${
      me.refill
        ? html`<button type="button" class="primary" data-refill @click=${() => void hall.refill()}>
            ${moreWords(me.refill)}
          </button>`
        : nothing
    }
  </p>`;
}

function work(): TemplateResult | typeof nothing {
  const me = service.me;
  if (!me || !(me.owner || (me.role && me.role !== "player"))) return nothing;
  const where = me.role === "dealer" && me.table ? `#/dealer/${me.table}` : "#/pit";
  return html`<a class="button" href=${where}>${me.owner ? say.yourHouse : say.yourTable}</a>`;
}

function card(one: TableOut, felt: Felt | null, me: MeOut | null): TemplateResult {
  const state = tableState(one);
  const mine = me?.at_tables.find((at) => at.table === one.table);
  const facts = [wheelWords(one.automatic), players(one.seats), betSpan(one)].filter(Boolean).join(" · ");
  return html`<li class="card" data-table=${one.table}>
    <a href="#/table/${one.table}">
      ${felt ? ring(felt) : nothing}
      <h2>${one.game ? named(one.game) : one.title}</h2>
      ${one.name ? html`<p class="printed" data-name>${one.name}</p>` : nothing}
      <p class="quiet">${one.game ? gameFacts(one.game) : nothing}</p>
      <p class="marks">
        ${
          one.last.length
            ? one.last.toReversed().map((pocket) => pocketMark(pocket, felt))
            : html`<span class="quiet">${say.noSpins}</span>`
        }
      </p>
      <p class="facts">
        <span class="tag ${state.open ? "open" : ""}">${state.words}</span><span class="quiet">${facts}</span>
        ${one.unexpressed.length ? html`<span class="quiet" data-unexpressed>${say.partly}</span>` : nothing}
        ${mine ? html`<b>${say.chipsHere} ${money(mine.chips + mine.bets)}</b>` : nothing}
      </p></a
    >
  </li>`;
}

function named(game: GameOut): TemplateResult {
  return html`${gameTitle(game)}<span class="unseen"> · </span><small>${zeros(game)}</small>`;
}

// The wheel of a table, small: how many pockets there are, and how many of them are zeros.
function ring(felt: Felt): TemplateResult {
  const step = (2 * Math.PI) / felt.wheel.length;
  const at = (turn: number): string => `${(26 * Math.sin(turn)).toFixed(2)} ${(-26 * Math.cos(turn)).toFixed(2)}`;
  return html`<svg class="ring-picture" viewBox="-36 -36 72 72" aria-hidden="true" focusable="false">
    ${felt.wheel.map(
      (pocket, place) =>
        svg`<path class=${
          felt.colors[pocket] ?? "green"
        } d="M ${at((place - 0.5) * step)} A 26 26 0 0 1 ${at((place + 0.5) * step)}"></path>`,
    )}
    <circle r="33" stroke-width="3"></circle>
    <circle r="20" stroke-width="1"></circle>
    <circle r="4" stroke-width="2"></circle>
  </svg>`;
}
