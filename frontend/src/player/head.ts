// Above the cloth: what phase the round is in, and what was said. What came back lies over the cloth.

import * as say from "#words/player/page.ts";
import { html, nothing, type TemplateResult } from "lit";
import type { PlayerView } from "./player.ts";
import { decided, phaseTag, playersBanner } from "../parts.ts";
import type { TableModel } from "../wire/model.ts";
import { clock } from "../words/times.ts";

const LOGGED = 8;

export function head(view: PlayerView, model: TableModel): TemplateResult {
  const now = model.now;
  const shown = playersBanner(model, view.felt);
  const ref = model.snapshot?.ref ?? "";
  const last = model.log.at(-1);
  return html`<section class="banner ${shown.tone}" aria-label=${say.theRound} data-phase=${now?.phase ?? "closed"}>
    <p class="title"><span>${shown.title}</span></p>
    <p class="phase">
      ${phaseTag(shown)}
      ${
        now && now.revolutions !== null && !now.outcome && !model.away && !model.snapshot?.automatic
          ? revolutions(now.revolutions, now.revolutions_min)
          : html`<span class="quiet">${shown.text}</span>`
      }
      <span class="cited">${last ? decided(ref, last.clauses) : nothing}</span>
    </p>
  </section>`;
}

function revolutions(done: number, needed: number): TemplateResult {
  const dots = Array.from({ length: needed }, (_, place) => html`<i class="turn ${place < done ? "done" : ""}"></i>`);
  return html`<span class="turns"
    ><span aria-hidden="true">${dots}</span> <span class="words">${say.revolutions(done, needed)}</span></span
  >`;
}

// What was called in this round and before, the newest first.
export function called(model: TableModel): TemplateResult {
  const ref = model.snapshot?.ref ?? "";
  return html`<section class="log card" aria-label=${say.whatWasCalled}>
    <h2>${say.called}</h2>
    <ol>
      ${model.log
        .slice(-LOGGED)
        .toReversed()
        .map((one) => html`<li>${clock(one.at)} <span>${one.says}</span> ${decided(ref, one.clauses)}</li>`)}
    </ol>
  </section>`;
}
