// The sheets of the dealer: reasons for a void, power failure, what is not listed, chips. Each lists what the
// rulebook has.

import { html, nothing, type TemplateResult } from "lit";
import type { TableModel } from "../wire/model.ts";
import { clauseTags } from "../parts.ts";
import type { Ask } from "../staff/rulings.ts";
import { holdButton } from "../staff/hold.ts";
import { groundTags, plainTags, positionName, type Rulebook } from "../staff/staff.ts";
import type { Felt } from "../wire/types.ts";
import { money } from "../words/words.ts";

export { correctionForm } from "../staff/corrections.ts";
export { ruling } from "../staff/rulings.ts";
export { unlistedSheet } from "./unlisted-sheet.ts";
export { closeSheet, openForm } from "../staff/close-sheet.ts";
export { revolutionsSheet, voidSheet } from "./void-sheet.ts";
export { wrongEntrySheet } from "./wrong-entry.ts";

export function powerSheet(
  model: TableModel,
  book: Rulebook,
  answers: { dropped: boolean | null; called: boolean | null },
  set: (name: "dropped" | "called", value: boolean) => void,
  ask: Ask,
): TemplateResult {
  const rules = book.procedure.power;
  const ready = answers.dropped !== null && (answers.dropped || answers.called !== null);
  const question = (name: "dropped" | "called", words: string): TemplateResult =>
    html`<fieldset class="question">
      <legend>${words}</legend>
      <button
        type="button"
        data-answer="${name}-yes"
        aria-pressed=${answers[name] === true}
        @click=${() => set(name, true)}
      >
        Yes
      </button>
      <button
        type="button"
        data-answer="${name}-no"
        aria-pressed=${answers[name] === false}
        @click=${() => set(name, false)}
      >
        No
      </button>
    </fieldset>`;
  const follows = answers.dropped
    ? html`${rules.ball_dropped.says} ${groundTags(book.ref, rules.ball_dropped)}`
    : answers.called
      ? html`“No spin” stands: the round is void and every stake goes back.
        ${clauseTags(book.ref, rules.failure.clauses.slice(0, 1))}`
      : html`Play goes on as if the power had not failed, until the round is over.
        ${clauseTags(book.ref, rules.failure.clauses.slice(1))}`;
  const confirm = async (): Promise<void> => {
    if (!(await ask("fail-power", { ball_dropped: answers.dropped }))) return;
    if (!answers.dropped && answers.called) await ask("call-no-spin", {});
  };
  const voids = answers.dropped === false && answers.called === true;
  const words = html`Write it down ${plainTags(model.offer("fail-power")?.clauses ?? [])}`;
  const can = ready && (model.offer("fail-power")?.now ?? false);
  return html`<h2>The power failed</h2>
    ${question("dropped", "Had the ball dropped into a pocket?")}
    ${answers.dropped === false ? question("called", "Was “no spin” announced?") : nothing}
    ${ready ? html`<p data-consequence>${follows}</p>` : nothing}
    ${
      voids
        ? holdButton({
            act: "fail-power",
            label: "Write it down: the round is void",
            can,
            clauses: model.offer("fail-power")?.clauses ?? [],
            about: `${model.now?.round ?? ""}/${model.now?.phase ?? ""}`,
            done: () => void confirm(),
          })
        : html`<button
            type="button"
            class="primary"
            data-do="fail-power"
            ?disabled=${!can}
            @click=${() => void confirm()}
          >
            ${words}
          </button>`
    }`;
}

export function chooseSheet(
  candidates: { wager: string; player: string; position: string; stake: number }[],
  felt: Felt | null,
  choose: (wager: string) => void,
): TemplateResult {
  return html`<h2>Which wager is unclear?</h2>
    ${
      candidates.length
        ? html`<ul class="reasons">
            ${candidates.map(
              (one) =>
                html`<li>
                  <button type="button" data-choose=${one.wager} @click=${() => choose(one.wager)}>
                    <b>${one.player}</b> ${money(one.stake)} on ${positionName(one.position, felt)}
                  </button>
                </li>`,
            )}
          </ul>`
        : html`<p>No chip lies near there.</p>`
    }`;
}

export function movedSheet(model: TableModel, felt: Felt | null, ask: Ask): TemplateResult {
  const chips = [...model.chips.values()];
  const submit = (event: Event): void => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    void ask("move-wager", { wager: data.get("wager"), position: String(data.get("position")), accident: true });
  };
  return html`<h2>A chip was moved by accident</h2>
    <form class="ruling" @submit=${submit}>
      <label
        >Wager
        <select name="wager" required>
          ${chips.map(
            (chip) =>
              html`<option value=${chip.wager}>
                ${chip.player}: ${money(chip.stake)} on ${positionName(chip.position, felt)}
              </option>`,
          )}
        </select></label
      >
      <label>Where it lies now <input name="position" required placeholder="17 · 8/11 · red" /></label>
      <p class="row">
        <button type="submit" class="primary" ?disabled=${!chips.length}>
          Write it down ${plainTags(model.offer("move-wager")?.clauses ?? [])}
        </button>
      </p>
    </form>`;
}
