// The last results: for information.

import * as say from "#words/player/page.ts";
import { html, nothing, type TemplateResult } from "lit";
import type { PlayerView } from "./player.ts";
import { decided, pocketMark } from "../parts.ts";
import type { TableModel } from "../wire/model.ts";

const RESULTS_SHOWN = 20;
const STRIP_SHOWN = 14;

export function results(view: PlayerView, model: TableModel): TemplateResult {
  const last = model.results.slice(-RESULTS_SHOWN).toReversed();
  const ref = model.snapshot?.ref ?? "";
  const round = Number(model.now?.round ?? 0);
  const told = view.counting.counts;
  return html`<section class="results card" aria-label=${say.results}>
    <h2>${say.lastNumbers}</h2>
    <p class="marks" data-results>
      ${last.length ? last.map((one) => pocketMark(one, view.felt)) : html`<span class="quiet">${say.noSpins}</span>`}
    </p>
    ${told ? (view.counting.shown?.(told, view.felt) ?? nothing) : nothing}
    <p class="links">
      ${round ? html`<a href="#/audit/${view.table}/${round}">${say.inDetail}</a>` : nothing}
      ${
        round > 1 && model.snapshot?.automatic
          ? html`<a href="#/verify/${view.table}/${round - 1}">${say.verifyLast}</a>`
          : nothing
      }
      <span class="grow"></span
      ><span class="why" title=${told?.says ?? ""}>${told ? decided(ref, told.clauses, "i") : nothing}</span>
    </p>
  </section>`;
}

// The last results in one line, where there is no room for more; it leads to the rest.
export function strip(view: PlayerView, model: TableModel): TemplateResult {
  const last = model.results.slice(-STRIP_SHOWN).toReversed();
  return html`<button
    type="button"
    class="strip"
    aria-label=${say.strip(last)}
    aria-expanded=${view.beside}
    aria-controls="beside"
    @click=${() => view.lookBeside()}
  >
    <span class="marks">${last.map((one) => pocketMark(one, view.felt))}</span
    ><span class="more-word" aria-hidden="true">${view.beside ? say.close : say.betsAndResults}</span>
  </button>`;
}
