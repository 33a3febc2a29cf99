// The rounds of a table, or the tables of a house, to choose one from; and the way to the rounds around one.

import { html, nothing, type TemplateResult } from "lit";
import { pocketMark } from "../parts.ts";
import { failure, paperTop, worksHere } from "./parts.ts";
import "./wheel-test.ts";
import type { RoundOut, TableOut } from "../wire/types.ts";
import type { AuditView } from "./audit.ts";

export function roundsPage(view: AuditView): TemplateResult {
  return html`${paperTop(
      view.table ? `Rounds of ${view.table}` : "Rounds",
      "audit",
      "every round is kept, and can be replayed by anybody",
    )}
    <main class="paper-page">
      ${failure(view.failed)}
      ${
        view.table
          ? html`<ul class="rounds">
                ${view.results.toReversed().map(
                  (one) =>
                    html`<li>
                      <a class="card plain" href="#/audit/${view.table}/${one.round}">
                        <span>Round ${one.round}</span> ${pocketMark(one.pocket, view.felt)}
                        <span class="quiet">${one.pocket === null ? "void" : ""}</span></a
                      >
                    </li>`,
                )}
              </ul>
              ${view.results.length ? nothing : html`<p class="quiet">No round has ended here yet.</p>`}
              ${worksHere() ? html`<croupier-wheel-test .table=${view.table}></croupier-wheel-test>` : nothing}`
          : html`<ul class="rounds">
              ${view.tables.map(
                (one) =>
                  html`<li>
                    <a class="card plain" href="#/audit/${one.table}"
                      >${one.table} <span class="quiet">${one.title}</span></a
                    >
                  </li>`,
              )}
            </ul>`
      }
    </main>`;
}

export function otherRounds(view: AuditView, story: RoundOut | null, table: TableOut | undefined): TemplateResult {
  const number = Number(view.round);
  const last = Number(table?.round ?? 0);
  return html`<nav class="around" aria-label="Other rounds">
    ${number > 1 ? html`<a href="#/audit/${view.table}/${number - 1}">Round ${number - 1}, before</a>` : nothing}
    <a href="#/audit/${view.table}">All rounds</a>
    ${story?.commitment ? html`<a href="#/verify/${view.table}/${view.round}">Verify the draw</a>` : nothing}
    ${number < last ? html`<a href="#/audit/${view.table}/${number + 1}">Round ${number + 1}, after</a>` : nothing}
  </nav>`;
}
