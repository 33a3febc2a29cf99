// The replay of a round: the cloth of a moment, the steps, all records, and the one that is looked at.

import { html, nothing, svg, type TemplateResult } from "lit";
import { folded } from "../wire/fold.ts";
import { clauseTags } from "../parts.ts";
import { quoted, sign } from "./parts.ts";
import { service } from "../wire/service.ts";
import type { RoundOut } from "../wire/types.ts";
import { roleName } from "../words/said.ts";
import { changesOf, fieldsOf, facts, clock, seconds, short } from "./record-facts.ts";
import type { AuditView } from "./audit.ts";

export function replayed(view: AuditView, story: RoundOut): TemplateResult {
  const moment = folded(view.rows.slice(0, view.step + 1).flatMap((row) => (row.event ? [row.event] : [])));
  const row = view.rows[view.step];
  return html`<section aria-label="The cloth at view moment">
      <croupier-cloth
        .felt=${view.felt}
        .chips=${[...moment.chips.values()]}
        .dolly=${moment.dolly}
        .won=${moment.outcome ? [moment.outcome] : []}
        .me=${service.me?.name ?? ""}
        .amounts=${true}
        .locked=${true}
      ></croupier-cloth>
    </section>
    <section class="stepper" aria-label="Steps">
      <button type="button" ?disabled=${view.step === 0} @click=${() => view.select(view.step - 1)}>
        ${sign("back")} Step
      </button>
      <button type="button" ?disabled=${view.step >= view.rows.length - 1} @click=${() => view.select(view.step + 1)}>
        Step ${sign("on")}
      </button>
      <div class="timeline">
        <svg aria-hidden="true" focusable="false">${ticks(view)}</svg>
        <input
          type="range"
          min="0"
          max=${Math.max(0, view.rows.length - 1)}
          .value=${String(view.step)}
          aria-label="Record"
          aria-valuetext=${row ? `${view.step + 1} of ${view.rows.length}: ${row.says}` : ""}
          @input=${(event: Event) => view.select(Number((event.target as HTMLInputElement).value))}
        />
      </div>
      ${clock(row?.at ?? "")}
    </section>
    <section class="card records" aria-label="Records">
      <div class="scrolls" tabindex="0" role="group" aria-label="All records of the round">
        <table>
          <thead>
            <tr>
              <th scope="col">time, UTC</th>
              <th scope="col">who</th>
              <th scope="col">what</th>
              <th scope="col">rule</th>
              <th scope="col">effect</th>
            </tr>
          </thead>
          <tbody>
            ${view.rows.map(
              (one, place) =>
                html`<tr
                  class=${one.tone}
                  aria-current=${place === view.step ? "step" : nothing}
                  @click=${() => view.select(place)}
                >
                  <td>${clock(one.at)}</td>
                  <td>${one.who}</td>
                  <td><a class="plain" href="#/audit/${view.table}/${view.round}/${one.key}">${one.says}</a></td>
                  <td>${clauseTags(story.rulebook, one.clauses)}</td>
                  <td class="quiet">${one.effect}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </section>`;
}

function ticks(view: AuditView): TemplateResult[] {
  const last = Math.max(1, view.rows.length - 1);
  return view.rows.map((row, place) => tick(`${(place / last) * 100}%`, row.tone, place === view.step));
}

export function selected(view: AuditView, story: RoundOut): TemplateResult | typeof nothing {
  const row = view.rows[view.step];
  if (!row) return nothing;
  const before = view.rows.slice(0, view.step).findLast((one) => one.at < row.at);
  const hash = view.checks?.hashes[String(row.seq)];
  const prev = view.checks?.hashes[String(row.seq - 1)];
  return html`<section class="card selected" aria-live="polite">
    <h2 class="kicker">Record ${view.step + 1} of ${view.rows.length}</h2>
    <p class="said">${row.says}</p>
    <p class="quiet">
      By ${whoDid(row)}, at ${clock(row.at)} UTC${before ? `, ${seconds(before.at, row.at)} after the one before` : ""}.
    </p>
    ${row.clauses.map((clause) => quoted(story.rulebook, clause, view.book, view.wire))}
    ${
      row.clauses.length
        ? nothing
        : html`<p class="quiet">No clause decided this: it is written down because it happened.</p>`
    }
    ${row.refused ? facts(row.refused.refused.facts) : nothing}
    ${row.event ? facts(fieldsOf(row.event), changesOf(row.event)) : nothing}
    <p class="small">
      <a href=${view.link}>Link to this record</a>${
        hash
          ? html` ·
              <span class="mono" title=${hash}>${short(hash)}</span
              >${prev ? html` follows <span class="mono" title=${prev}>${short(prev)}</span>` : nothing}`
          : nothing
      }
    </p>
  </section>`;
}

function tick(x: string, tone: string, here: boolean): TemplateResult {
  return svg`<circle class="tick ${tone} ${here ? "here" : ""}" cx=${x} cy="50%"
    r=${here ? 7 : 5}></circle>` as TemplateResult;
}

// The house acts under its own name.
function whoDid({ who, role }: { who: string; role: string | null | undefined }): string {
  if (who === role) return `the ${roleName(role)}`;
  return role ? `${who}, ${roleName(role)}` : who;
}
