// What the dealer called the floor for, and the call that is the floor's.

import { html, type TemplateResult } from "lit";
import { clauseTags } from "../parts.ts";
import { holdButton } from "./hold.ts";
import type { Ask } from "./rulings.ts";
import type { TableModel } from "../wire/model.ts";
import type { DecisionOut } from "../wire/types.ts";
import { irregularityName, roleName } from "../words/said.ts";

export function floorRuling(model: TableModel, one: DecisionOut, ask: Ask): TemplateResult {
  const offer = model.offer("call-no-spin", one.position);
  const ref = model.snapshot?.ref ?? "";
  return html`<div class="ruling" data-ruling="floor">
    <p>
      The dealer called the floor: <b>${irregularityName(one.position ?? "")}</b>. If the ball falls before a call of no
      spin, the spin counts. ${clauseTags(ref, one.clauses)}
    </p>
    ${
      offer
        ? holdButton({
            act: "call-no-spin",
            label: "Call “no spin”",
            can: offer.now,
            clauses: offer.clauses,
            about: `${one.round ?? ""}/${one.position ?? ""}`,
            done: () => void ask("call-no-spin", { reason: one.position }),
          })
        : html`<p class="quiet" data-blocked="call-no-spin">For the ${roleName(one.needed)} to call.</p>`
    }
  </div>`;
}
