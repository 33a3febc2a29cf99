// What no clause covers: the nearest clauses first, and then the position that decides.

import { html, nothing, type TemplateResult } from "lit";
import type { TableModel } from "../wire/model.ts";
import { clauseTags } from "../parts.ts";
import { holdButton } from "../staff/hold.ts";
import type { Ask } from "../staff/rulings.ts";
import { groundTags, plainTags, type Rulebook } from "../staff/staff.ts";
import type { ClauseText } from "../wire/types.ts";
import { nearest } from "./nearest.ts";
import { irregularityName, roleName } from "../words/said.ts";

export function unlistedSheet(
  model: TableModel,
  book: Rulebook,
  clauses: readonly ClauseText[],
  words: string,
  type: (words: string) => void,
  ask: Ask,
): TemplateResult {
  const near = nearest(words, clauses, book).filter((one) => model.offer("report-irregularity", one.kind));
  const who = book.procedure.rulings.unlisted_by;
  const refer = model.offer("report-irregularity", "unlisted");
  const said = words.trim().length > 7;
  const over = model.now?.phase === "void";
  const waits = over ? "It is recorded with your words. The round is already void." : "The round waits until then.";
  return html`<h2>Not covered by these rules?</h2>
    <label
      >What happened, in your own words
      <textarea
        name="words"
        rows="2"
        maxlength="200"
        autofocus
        .value=${words}
        @input=${(event: Event) => type((event.target as HTMLTextAreaElement).value)}
      ></textarea>
    </label>
    ${
      said
        ? html`<h3>${near.length ? "The nearest clauses" : "No clause is near to that"}</h3>
            <ul class="reasons rows" data-nearest>
              ${near.map(
                (one) =>
                  html`<li>
                    <p>
                      <b>${irregularityName(one.kind)}</b>
                      ${clauseTags(book.ref, one.clause ? [one.clause] : [])}<br /><span class="quiet"
                        >${one.summary}</span
                      >
                    </p>
                    ${holdButton({
                      act: "applies",
                      label: "This one applies",
                      can: model.offer("report-irregularity", one.kind)?.now ?? false,
                      clauses: [],
                      about: `${model.now?.round ?? ""}/${one.kind}`,
                      done: () => void ask("report-irregularity", { kind: one.kind, note: words.trim() }),
                      reason: one.kind,
                    })}
                  </li>`,
              )}
            </ul>
            <p class="quiet">${who.says} ${groundTags(book.ref, who)} ${waits}</p>
            <button
              type="button"
              class="primary"
              data-do="refer"
              ?disabled=${!refer?.now}
              @click=${() => void ask("report-irregularity", { kind: "unlisted", note: words.trim() })}
            >
              None of these: refer to the ${roleName(String(who.value))} ${plainTags(who.clauses)}
            </button>`
        : nothing
    }`;
}
