// From a bankroll to a target: timid, bold and best play.

import { html, type TemplateResult } from "lit";
import type { ReachOut } from "../wire/types.ts";
import { money, number } from "../words/words.ts";
import { chart } from "./charts.ts";
import type { LabView } from "./lab.ts";
import { chance } from "./terms.ts";

export function target(view: LabView, made: ReachOut | null): TemplateResult {
  if (!made) return html`<p class="quiet">…</p>`;
  return html`<div class="scrolls" tabindex="0" role="group" aria-label="Ways to play for a target">
      <table class="exact" data-answer="reach">
        <thead>
          <tr>
            <th scope="col">play</th>
            <th scope="col">lays</th>
            <th scope="col">reaches ${money(view.terms.target)}</th>
            <th scope="col">spins on average</th>
            <th scope="col">first stake</th>
          </tr>
        </thead>
        <tbody>
          ${made.plays.map(
            (one) =>
              html`<tr>
                <th scope="row">${one.play.replaceAll("-", " ")}</th>
                <td class="words">${one.lays}</td>
                <td><b>${chance(one.chance)}</b></td>
                <td>${number(Math.round(10 * one.mean_spins) / 10)}</td>
                <td>${one.position === null ? "–" : `${money(one.stake)} on ${one.position}`}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${chart({
      says: `Chance to reach ${money(view.terms.target)} by bankroll, by timid, bold and best play.`,
      lines: made.plays.map((one, place) => ({
        name: one.play.replaceAll("-", " "),
        points: one.curve.map((value, at): [number, number] => [made.bankrolls[at] ?? 0, value]),
        dashed: place === 0,
      })),
      across: (value) => money(value),
      up: (value) => `${Math.round(100 * value)} %`,
    })}
    <p class="small quiet">Worked out by dynamic programming, in stakes of multiples of ${money(made.unit)}.</p>`;
}
