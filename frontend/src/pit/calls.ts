// Calls from the tables: shown above everything until somebody says that they come, with a bell for whoever wants one.
// The words of a call are its caption: nobody needs to hear it.

import { html, nothing, type TemplateResult } from "lit";
import { Cues } from "../player/sound.ts";
import { answeredWords } from "../staff/call-pit.ts";
import { WATCHING, clock } from "../staff/staff.ts";
import { service } from "../wire/service.ts";
import type { AlertOut } from "../wire/types.ts";
import { CONCERNS } from "#words/staff.ts";
import type { PitView } from "./pit.ts";

export const CALLED = "pit-called";
// Who sees calls and alerts and does not answer them: that is the pit's.
export const NOT_OF_THE_PIT = new Set(["dealer", ...WATCHING]);
const ANSWERS = 8;

export class Calls {
  readonly cues = new Cues();
  private readonly heard = new Set<string>();

  // What is to be said of a call that is new, which also rings.
  look(alerts: readonly AlertOut[], view: PitView): string {
    const fresh = alerts.filter((one) => isOpenCall(one) && !this.heard.has(one.alert));
    for (const one of fresh) this.heard.add(one.alert);
    if (!fresh.length) return "";
    this.cues.play("summoned");
    return fresh.map((one) => callWords(one, view)).join(". ");
  }

  end(): void {
    this.cues.end();
  }
}

function isOpenCall(one: AlertOut): boolean {
  return one.kind === CALLED && one.acknowledged_by === null;
}

function callWords(one: AlertOut, view: PitView): string {
  const what = one.concern ? CONCERNS[one.concern] : "Help";
  return `Table ${view.called(one.table)}, ${one.by}: ${what}${one.note ? `, ${one.note}` : ""}`;
}

export function callsPanel(view: PitView, open: readonly AlertOut[]): TemplateResult | typeof nothing {
  const calls = open.filter(isOpenCall);
  if (!calls.length) return nothing;
  return html`<section class="calls" aria-label="Calls">
    ${calls.map(
      (one) =>
        html`<p class="row call" data-call=${one.alert}>
          <b>${callWords(one, view)}</b><span class="quiet">called at ${clock(one.at)}</span
          ><span class="grow"></span>${
            NOT_OF_THE_PIT.has(service.me?.role ?? "")
              ? nothing
              : html`<button type="button" class="primary" @click=${() => void view.acknowledge(one.alert)}>
                  I am coming
                </button>`
          }
        </p>`,
    )}
  </section>`;
}

// The last alerts that somebody took care of, with who did and how soon.
export function answers(view: PitView, alerts: readonly AlertOut[], words: (one: AlertOut) => string): unknown {
  const done = alerts.filter((one) => one.acknowledged_at !== null).slice(0, ANSWERS);
  if (!done.length) return nothing;
  return html`<details>
    <summary>Answered lately (${done.length})</summary>
    <ul>
      ${done.map(
        (one) =>
          html`<li data-answered=${one.kind}>
            ${clock(one.at)}
            <b>${view.called(one.table)}</b> ${one.kind === CALLED ? callWords(one, view) : words(one)}:
            ${answeredWords(one)}
          </li>`,
      )}
    </ul>
  </details>`;
}
