// The two halves of a dealer's table: the cloth with the line above it, and what is to be done now.

import "../staff/call-pit.ts";
import { html, nothing, type TemplateResult } from "lit";
import type { Aim } from "../cloth/cloth.ts";
import type { DealerView } from "./dealer.ts";
import { picksNumber } from "./hand.ts";
import { payList, pays } from "./pay.ts";
import { readOut } from "./read-out.ts";
import { counter, directions, laid, outcome, typed } from "./stage.ts";
import { timer } from "./timer.ts";
import { clauseTags } from "../parts.ts";
import { changesHands } from "../staff/corrected.ts";
import { holdButton } from "../staff/hold.ts";
import { plainTags, type Rulebook } from "../staff/staff.ts";
import type { StaffModel } from "../staff/model.ts";
import type { Felt } from "../wire/types.ts";
import { irregularityName, roleName, sentence } from "../words/said.ts";

export function cloth(view: DealerView, model: StaffModel, felt: Felt): TemplateResult {
  const picking = picksNumber(model, view.hand.mode) || view.hand.mode !== "";
  const dolly = model.now?.dolly ?? view.picked;
  return html`<section
    class="cloth ${view.picked && !model.now?.dolly ? "ghost-dolly" : ""} ${view.hand.mode ? "in-mode" : ""}"
    aria-label="The cloth"
  >
    ${readOut(model, felt, {
      message: view.message,
      mode: view.hand.mode,
      aimed: view.aimed,
      players: view.hand.players,
      player: view.hand.player,
      chip: view.hand.chip,
      clauses: (model.betting ? view.book!.procedure.wagers.placed_by_staff : view.book!.procedure.wagers.late).clauses,
      choose: (player) => {
        view.hand.player = player;
        view.requestUpdate();
      },
      take: (chip) => {
        view.hand.chip = chip;
        view.requestUpdate();
      },
      done: () => view.hand.setMode(""),
    })}
    <croupier-cloth
      .felt=${felt}
      .chips=${[...model.chips.values()]}
      .owners=${view.owners?.map}
      .amounts=${true}
      .me=${view.hand.mode === "place" ? view.hand.player || view.hand.players[0] || "" : ""}
      .lit=${view.picked ? [view.picked] : []}
      .won=${["dolly-down", "paid"].includes(model.now?.phase ?? "") ? [model.now?.outcome ?? ""] : []}
      .dolly=${dolly}
      .locked=${!model.betting && view.hand.mode !== "place"}
      .picking=${picking}
      .numbers=${picking && ["", "rests"].includes(view.hand.mode)}
      .ghost=${view.hand.mode === "place" ? view.hand.chip : 0}
      @aim=${(event: CustomEvent<Aim>) => {
        view.aimed = event.detail.spot;
        view.requestUpdate();
      }}
      @lay=${(event: CustomEvent<Aim>) => view.hand.lay(event.detail)}
      @takeback=${(event: CustomEvent<Aim>) => event.detail.spot && void view.hand.takeBack(event.detail.spot)}
    ></croupier-cloth>
  </section>`;
}

export function stage(view: DealerView, model: StaffModel, felt: Felt, book: Rulebook): TemplateResult {
  const primary = view.primary;
  const phase = model.now?.phase ?? "closed";
  const detail = view.overview?.detail;
  return html`<section class="card stage" aria-label="Now">
    ${phase === "betting-open" ? directions(book, view.turning, () => view.requestUpdate()) : nothing}
    ${
      ["ball-in-play", "no-more-bets"].includes(phase) && model.offer("count-revolutions")
        ? counter(
            model,
            view.revolutions.made,
            (to) => void view.revolutions.count(to),
            () => view.sheets.open("entered"),
          )
        : nothing
    }
    ${timer(view, model)} ${picksNumber(model, view.hand.mode) ? typed((pocket) => view.pick(pocket)) : nothing}
    ${outcome(model, felt, view.picked)} ${changesHands(model)}
    ${
      detail && pays(detail, phase)
        ? payList(detail, felt, view.owners, view.ticked, (line) => view.tick(line))
        : view.picked || phase === "void"
          ? nothing
          : laid(model, view.owners)
    }
    ${
      primary.why && !primary.can
        ? html`<p class="quiet" data-why>${sentence(primary.why)}. ${clauseTags(book.ref, primary.clauses)}</p>`
        : nothing
    }
  </section>`;
}

// The one button, in view at every size of screen. A ball that was spun the wrong way voids the round: that is held.
export function walk(view: DealerView, model: StaffModel): TemplateResult {
  const primary = view.primary;
  const { wrong } = view.turning;
  const rule = view.book?.procedure.irregularities[wrong];
  if (primary.act === "spin-ball" && wrong)
    return html`<div class="walk-bar">
      ${holdButton({
        act: "spin-ball",
        label: `Ball spun: ${irregularityName(wrong).toLowerCase()}, void`,
        can: primary.can && !view.busy,
        clauses: rule?.clauses.slice(0, 1) ?? [],
        about: `${model.now?.round ?? ""}/${wrong}`,
        done: () => void view.spun(),
        kind: "walk danger",
        keys: "N S",
      })}
    </div>`;
  return html`<div class="walk-bar">
    <button
      type="button"
      class="primary walk"
      data-primary=${primary.act}
      ?disabled=${!primary.can || view.busy}
      @click=${() => void view.press()}
    >
      <span>${primary.label}</span> ${plainTags(primary.can ? primary.clauses.slice(0, 1) : [])}<kbd>Enter</kbd>
    </button>
  </div>`;
}

// For those who see everything and deal nothing.
export function readOnly(table: string, role: string): TemplateResult {
  return html`<main class="waiting">
    <h1>Read-only: you are signed in as ${roleName(role)}.</h1>
    <p><a href="#/table/${table}">To the players' side</a></p>
  </main>`;
}
