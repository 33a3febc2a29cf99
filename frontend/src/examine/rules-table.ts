// The rulebooks side by side: what each does about the things on which they differ, or that it says nothing.

import { html, nothing, type TemplateResult } from "lit";
import { clauseTags } from "../parts.ts";
import { printed, type Listed } from "./parts.ts";
import type { Ground } from "../wire/types.ts";

export interface ComparedBook extends Listed {
  procedure: Record<string, unknown>;
}

const ROWS: [string, string][] = [
  ["spin.revolutions_min", "A valid spin"],
  ["closing.bell", "Bell at the close"],
  ["closing.wave", "Hand wave"],
  ["closing.before_spin", "Early close"],
  ["wagers.late", "Late wager"],
  ["wagers.withdrawal", "Taken back after the call"],
  ["settlement.position_fixed", "Where a wager counts"],
  ["wagers.unclear", "Unclear wager"],
  ["wagers.placed_by_staff", "Placed by staff"],
  ["limits.under_minimum", "Under the minimum"],
  ["limits.over_maximum", "Over the maximum"],
  ["no_spin.until", "“No spin”"],
  ["power.failure", "Power failure"],
  ["outcome.wrong_display", "Wrong display"],
  ["rulings.unlisted_by", "Not covered"],
];

function ground(of: Record<string, unknown>, key: string): Ground | null {
  const found = key.split(".").reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], of);
  return found && typeof found === "object" && "says" in found ? (found as Ground) : null;
}

export function sideBySide(books: readonly ComparedBook[]): TemplateResult | typeof nothing {
  if (!books.length) return nothing;
  const rows = ROWS.filter(([key]) => books.some((one) => ground(one.procedure, key)));
  return html`<section class="card" aria-label="Side by side">
    <h2 class="kicker">
      Side by side <span class="quiet">· by the book where a clause is named, our reading where none is</span>
    </h2>
    <div class="scrolls" tabindex="0" role="group" aria-label="Rulebooks side by side">
      <table class="sides many">
        <thead>
          <tr>
            <th scope="col">what</th>
            ${books.map((one) => html`<th scope="col"><a href="#/rules/${one.ref}">${one.title}</a></th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([key, name]) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${books.map((one) => cell(one.ref, ground(one.procedure, key)))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}

function cell(ref: string, one: Ground | null): TemplateResult {
  if (!one) return html`<td class="quiet">–</td>`;
  return html`<td class=${one.basis ? "quiet" : ""}>
    ${printed(one.says)}
    ${clauseTags(ref, one.clauses)}${
      one.basis && !one.clauses.length ? html` <span class="nature">our reading</span>` : nothing
    }
  </td>`;
}
