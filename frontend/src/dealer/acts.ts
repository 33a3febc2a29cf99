// What a dealer may do beside walking the round. An act that the rulebook does not know has no button here.

import { html, nothing, type TemplateResult } from "lit";
import type { TableModel } from "../wire/model.ts";
import { holdButton } from "../staff/hold.ts";
import { actButton, plainTags, silent, type Rulebook } from "../staff/staff.ts";

export interface Acts {
  mode: string;
  players: number;
  powerFailed: boolean;
  setMode: (mode: "place" | "unclear" | "rests") => void;
  open: (sheet: "moved" | "chips" | "power" | "unlisted" | "correct" | "close") => void;
  ask: (act: string) => void;
}

export function acts(model: TableModel, book: Rulebook, view: Acts): TemplateResult {
  const rules = book.procedure;
  const opens = (
    sheet: Parameters<Acts["open"]>[0],
    act: string,
    words: string,
    can: boolean,
    clauses: readonly string[],
  ): TemplateResult =>
    html`<button type="button" class="act" data-do=${act} ?disabled=${!can} @click=${() => view.open(sheet)}>
      <span>${words}</span>${plainTags(clauses)}
    </button>`;
  const clauses = (act: string): string[] => model.offer(act)?.clauses.slice(0, 1) ?? [];
  const power = model.offer("fail-power");
  const other = model.offer("report-irregularity", "unlisted");
  return html`<section class="acts-row" aria-label="Other acts">
    ${
      model.offer("place-wager")
        ? html`<button
            type="button"
            class="act"
            data-do="place-wager"
            aria-pressed=${view.mode === "place"}
            ?disabled=${!view.players || model.now?.phase === "closed" || !model.now?.open}
            @click=${() => view.setMode("place")}
          >
            <span>${model.betting ? "Place for a player" : "Late chip"}</span
            >${plainTags((model.betting ? rules.wagers.placed_by_staff : rules.wagers.late).clauses.slice(-1))}
          </button>`
        : nothing
    }
    ${rests(model, book, view)} ${unclear(model, book, view)}
    ${
      model.offer("move-wager") || !silent(rules.wagers.unclear)
        ? opens(
            "moved",
            "move-wager",
            "Chip was moved",
            model.offer("move-wager") !== undefined,
            model.offer("move-wager") ? clauses("move-wager") : rules.wagers.unclear.clauses,
          )
        : nothing
    }
    ${
      model.offers.some((offer) => offer.do === "buy-in")
        ? opens(
            "chips",
            "chips",
            "Buy in, cash out",
            true,
            model.offers.find((offer) => offer.do === "buy-in")?.clauses.slice(0, 1) ?? [],
          )
        : nothing
    }
    ${power ? opens("power", "power", "Power failure", power.now, rules.power.failure.clauses.slice(0, 1)) : nothing}
    ${
      view.powerFailed || model.offer("restore-power")?.now
        ? actButton(model.offer("restore-power"), "Power is back", () => view.ask("restore-power"))
        : nothing
    }
    ${
      other
        ? opens(
            "unlisted",
            "unlisted",
            "Not covered by these rules…",
            other.now,
            rules.rulings.unlisted_by.clauses.slice(0, 1),
          )
        : nothing
    }
    ${
      model.offer("correct-outcome")
        ? opens(
            "correct",
            "correct",
            "Correct the result",
            model.offer("correct-outcome")?.now ?? false,
            clauses("correct-outcome"),
          )
        : nothing
    }
    ${model.now?.open ? actButton(model.offer("close-table"), "Close the table", () => view.open("close")) : nothing}
  </section>`;
}

// The call was forgotten and the ball lies in a pocket: that ends betting, so it is said at once.
function rests(model: TableModel, book: Rulebook, view: Acts): TemplateResult | typeof nothing {
  if (model.now?.phase !== "ball-in-play" || !model.offer("declare-outcome")?.now) return nothing;
  return html`<button
    type="button"
    class="act"
    data-do="rests"
    aria-pressed=${view.mode === "rests"}
    @click=${() => view.setMode("rests")}
  >
    <span>Ball at rest, not called</span>${plainTags(book.procedure.closing.ball_at_rest.clauses.slice(0, 1))}
  </button>`;
}

function unclear(model: TableModel, book: Rulebook, view: Acts): TemplateResult | typeof nothing {
  // While no chip lies on the cloth nothing can be unclear; the button stays where it is.
  const offer = model.offer("mark-unclear");
  if (!offer && silent(book.procedure.wagers.unclear)) return nothing;
  const stays = offer?.code === "counts-where-it-lies";
  return html`<button
    type="button"
    class="act"
    data-do="mark-unclear"
    aria-pressed=${view.mode === "unclear"}
    ?disabled=${!offer || stays}
    @click=${() => view.setMode("unclear")}
  >
    <span>Mark unclear wager</span
    >${stays ? html`<small>counts where it lies</small>` : nothing}${plainTags(book.procedure.wagers.unclear.clauses)}
  </button>`;
}

export function canVoid(model: TableModel): boolean {
  return (
    model.now?.phase !== "void" &&
    model.offers.some((offer) => (offer.do === "call-no-spin" || offer.do === "report-irregularity") && offer.now)
  );
}

// Far from the button that walks the round, and held: no tap voids one.
export function voiding(model: TableModel, book: Rulebook, noSpin: () => void): TemplateResult {
  const knows = model.offers.some((offer) => offer.do === "call-no-spin");
  return html`<div class="void-bar">
    ${holdButton({
      act: "no-spin",
      label: knows ? html`No spin<span class="further"> — void the round</span>` : "Void the round",
      can: canVoid(model),
      clauses: knows ? book.procedure.no_spin.until.clauses.slice(0, 1) : [],
      about: `${model.now?.round ?? ""}/${model.now?.phase ?? ""}`,
      done: noSpin,
      keys: "N S",
    })}
  </div>`;
}
