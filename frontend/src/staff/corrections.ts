// The number of a round, entered twice, disputed or corrected, as forms: the same at the table and in the pit.

import { html, nothing, type TemplateResult } from "lit";
import { clauseTags, pocketMark } from "../parts.ts";
import type { TableModel } from "../wire/model.ts";
import type { DecisionOut, Felt } from "../wire/types.ts";
import { roleName, sentence } from "../words/said.ts";
import { inTheWay } from "#words/staff.ts";
import { handsOver } from "./corrected.ts";
import type { Ask } from "./rulings.ts";
import { actButton, plainTags } from "./staff.ts";

export function told(form: EventTarget | null, name: string): string {
  return String(new FormData(form as HTMLFormElement).get(name) ?? "").trim();
}

export function correctionRuling(model: TableModel, felt: Felt | null, one: DecisionOut, ask: Ask): TemplateResult {
  const offer = model.offer("approve-correction");
  const ref = model.snapshot?.ref ?? "";
  return html`<div class="ruling" data-ruling="correction">
    <p>
      <b>${one.player}</b> proposes ${pocketMark(one.position, felt)} instead of ${pocketMark(one.outcome, felt)} in
      round <b data-corrects>${one.round}</b>: ${one.reason}. The record keeps both.
    </p>
    ${handsOver(one.changes, "If it is approved")}
    ${
      offer && !offer.now
        ? html`<p class="warn" data-blocked="approve-correction">
            ${
              offer.code === "same-person"
                ? one.player === model.me
                  ? "You proposed it: a second person approves."
                  : one.entered_by.includes(model.me ?? "")
                    ? `You entered ${one.outcome ?? "the number"}, so you cannot approve its correction.`
                    : `You and ${one.player ?? "the proposer"} appointed one another within the last 24 hours, so ` +
                      "somebody else approves it."
                : sentence(inTheWay(offer.code))
            }
            ${clauseTags(ref, offer.clauses)}
          </p>`
        : nothing
    }
    ${
      offer
        ? html`<p class="row">
            ${actButton(
              offer,
              `Approve ${one.position ?? ""}`,
              () => void ask("approve-correction", { round: one.round, pocket: one.position, reason: "approved" }),
              "primary",
            )}
          </p>`
        : html`<p class="quiet" data-blocked="approve-correction">For staff of this table to approve.</p>`
    }
  </div>`;
}

// Two people saw two numbers. A third confirms the first one, or whoever may correct the result does.
export function disputeRuling(model: TableModel, felt: Felt | null, one: DecisionOut, ask: Ask): TemplateResult {
  const confirm = model.offer("confirm-outcome");
  const correct = model.offer("correct-outcome");
  const submit = (event: Event): void => {
    event.preventDefault();
    const reason = told(event.target, "reason");
    void ask("correct-outcome", { round: one.round, pocket: one.position, reason });
  };
  return html`<form class="ruling" data-ruling="dispute" @submit=${submit}>
    <p>
      <b>${one.by}</b> entered ${pocketMark(one.was, felt)}, <b>${one.player}</b> entered
      ${pocketMark(one.position, felt)}. Dolly and payment wait until a third person confirms the first number or the
      result is corrected.
    </p>
    ${actButton(
      confirm?.now ? confirm : undefined,
      `Confirm ${one.was ?? ""}`,
      () => void ask("confirm-outcome", { pocket: one.was }),
    )}
    ${
      correct?.now
        ? html`<p class="row">
            <label class="wide">Reason, in your own words <input name="reason" required maxlength="200" /></label>
            <button type="submit" class="primary" data-do="decide-dispute">
              Correct to ${one.position} ${plainTags(correct.clauses)}
            </button>
          </p>`
        : html`<p class="quiet" data-blocked="correct-outcome">
            The ${roleName(one.needed)} or a higher position corrects it.
            ${clauseTags(model.snapshot?.ref ?? "", one.clauses)}
          </p>`
    }
  </form>`;
}

// A second person enters what they see for themselves; if it is another number, the round waits.
export function entryForm(felt: Felt | null, ask: Ask): TemplateResult {
  return html`<h2>Enter the number you see</h2>
    <p class="quiet">If it is not the one that was announced, nothing is paid until somebody decides.</p>
    <form
      class="ruling row"
      @submit=${(event: Event) => {
        event.preventDefault();
        void ask("confirm-outcome", { pocket: told(event.target, "pocket") });
      }}
    >
      ${pocketChoice(felt)}
      <button type="submit" class="primary" data-do="enter-outcome">Enter it</button>
    </form>`;
}

function pocketChoice(felt: Felt | null): TemplateResult {
  return html`<label
    >The ball rested in
    <select name="pocket" required>
      <option value="">–</option>
      ${byNumber(felt?.wheel ?? []).map((pocket) => html`<option value=${pocket}>${pocket}</option>`)}
    </select></label
  >`;
}

// As one looks for them: zeros first, then by number.
function byNumber(wheel: readonly string[]): string[] {
  return wheel.toSorted((a, b) => (Number(a) || 0) - (Number(b) || 0) || a.localeCompare(b));
}

// How many paid rounds a table keeps to be corrected.
const KEPT = 20;

// The rounds that may have a wrong number, the newest first: the present one once it has one, and those before it.
function rounds(model: TableModel): string[] {
  const now = Number(model.now?.round ?? 0);
  const newest = model.now?.outcome ? now : now - 1;
  return Array.from({ length: Math.min(KEPT, Math.max(0, newest)) }, (_, back) => String(newest - back));
}

export function correctionForm(model: TableModel, felt: Felt | null, ask: Ask): TemplateResult {
  const propose = (event: Event): void => {
    event.preventDefault();
    void ask("correct-outcome", {
      round: told(event.target, "round"),
      pocket: told(event.target, "pocket"),
      reason: told(event.target, "reason"),
    });
  };
  return html`<h2>Correct the result</h2>
    <p class="quiet">
      The number in which the ball rested decides, whatever was shown. Before anything is settled the correction holds
      at once; afterwards a second person approves it. The record keeps both numbers.
    </p>
    <form class="ruling" @submit=${propose}>
      <label
        >Round
        <select name="round" required>
          ${rounds(model).map((round) => html`<option value=${round}>${round}</option>`)}
        </select></label
      >
      ${pocketChoice(felt)}
      <label>Reason, in your own words <input name="reason" required maxlength="200" /></label>
      <p class="row">
        <button type="submit" class="primary" data-do="correct-outcome">
          Correct ${plainTags(model.offer("correct-outcome")?.clauses ?? [])}
        </button>
      </p>
    </form>`;
}
