// A countdown that everybody at the table sees. It closes nothing: that is the dealer's call.

import { html, nothing, type TemplateResult } from "lit";
import "../player/timer.ts";
import type { DealerView } from "./dealer.ts";
import { banner } from "../parts.ts";
import type { TableModel } from "../wire/model.ts";
import { service } from "../wire/service.ts";

const CHOICES = [10, 20, 30];

export function timer(view: DealerView, model: TableModel): TemplateResult | typeof nothing {
  if (!model.betting || model.snapshot?.automatic) return nothing;
  const start = (seconds: number): void => {
    service.call("POST", `/tables/${model.table}/timer`, { seconds }).catch((error: unknown) => {
      view.message = { says: error instanceof Error ? error.message : String(error), clauses: [] };
      view.requestUpdate();
    });
  };
  return html`<div role="group" aria-label="Timer" class="ways">
    <span>Timer</span>
    ${CHOICES.map(
      (seconds) =>
        html`<button type="button" data-timer-of=${seconds} @click=${() => start(seconds)}>
          <span class="unseen">Start a timer of</span> ${seconds} s
        </button>`,
    )}
    <croupier-timer
      .closes=${model.closesAt}
      .whole=${model.closesOf}
      .shown=${banner(model, view.felt)}
    ></croupier-timer>
  </div>`;
}
