// How likely the money is gone: within some spins, or before a target; and how much is enough.

import { html, nothing, type TemplateResult } from "lit";
import type { RuinOut } from "../wire/types.ts";
import { count, money } from "../words/words.ts";
import { chart } from "./charts.ts";
import type { LabView } from "./lab.ts";
import { chance } from "./terms.ts";

export function ruin(view: LabView, within: RuinOut | null, before: RuinOut | null): TemplateResult {
  const { bankroll, spins, target } = view.terms;
  if (!within) return html``;
  return html`<ul class="said" data-answer="ruin">
      <li>With ${money(bankroll)}, ruined within ${count(spins, "spin")}: <b>${chance(within.ruin)}</b>.</li>
      ${
        before
          ? html`<li>
              Ruined before ${money(target)} is reached: <b>${chance(before.ruin)}</b>${
                before.mean_spins === null
                  ? nothing
                  : `, after ${count(Math.round(before.mean_spins), "spin")} on average`
              }.
            </li>`
          : nothing
      }
    </ul>
    ${chart({
      says:
        `Chance of ruin within ${count(spins, "spin")} by bankroll, ` +
        `from ${money(within.curve[0]?.[0] ?? 0)} to ${money(within.curve.at(-1)?.[0] ?? 0)}.`,
      lines: [{ name: `within ${count(spins, "spin")}`, points: within.curve }],
      across: (value) => money(value),
      up: (value) => `${Math.round(100 * value)} %`,
    })}
    ${
      within.enough.length
        ? html`<table class="exact">
            <caption class="small">
              The smallest bankroll for ${count(spins, "spin")}
            </caption>
            <thead>
              <tr>
                <th scope="col">risk of ruin at most</th>
                ${within.enough.map((one) => html`<th scope="col">${Math.round(100 * one.risk)} %</th>`)}
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">bring</th>
                ${within.enough.map((one) => html`<td>${money(one.bankroll)}</td>`)}
              </tr>
            </tbody>
          </table>`
        : nothing
    }`;
}
