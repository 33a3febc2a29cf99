// Betting systems side by side on the same terms, and a fan of sessions that fills in while they are played.

import { html, nothing, type TemplateResult } from "lit";
import type { FanOut, SystemResultOut } from "../wire/types.ts";
import { count, money } from "../words/words.ts";
import { signed } from "./after.ts";
import { chart, type Band } from "./charts.ts";
import type { LabView } from "./lab.ts";
import { chance } from "./terms.ts";

export function chosen(view: LabView): TemplateResult {
  return html`<fieldset class="choices">
    <legend class="small quiet">Systems</legend>
    ${view.systems.map(
      (one) =>
        html`<label title=${one.does}
          ><input
            type="checkbox"
            .checked=${view.terms.systems.includes(one.name)}
            @change=${(event: Event) => {
              const on = (event.target as HTMLInputElement).checked;
              const kept = view.terms.systems.filter((name) => name !== one.name);
              view.change({ systems: on ? [...kept, one.name] : kept });
            }}
          />${one.name}</label
        >`,
    )}
  </fieldset>`;
}

export function sideBySide(view: LabView, results: Map<string, SystemResultOut | string>): TemplateResult {
  return html`<div class="scrolls" tabindex="0" role="group" aria-label="Systems side by side">
    <table class="exact" data-answer="systems">
      <thead>
        <tr>
          <th scope="col">system</th>
          <th scope="col">mean gain</th>
          <th scope="col">ends ahead</th>
          <th scope="col">cannot go on</th>
          <th scope="col">half end below</th>
          <th scope="col">staked</th>
          <th scope="col">the house keeps</th>
        </tr>
      </thead>
      <tbody>
        ${view.terms.systems.map((name) => row(view, name, results.get(name)))}
      </tbody>
    </table>
  </div>`;
}

function row(view: LabView, name: string, made: SystemResultOut | string | undefined): TemplateResult {
  const here = view.asks.fanned === name;
  return html`<tr aria-current=${here ? "true" : nothing} data-system=${name}>
    <th scope="row">
      <button type="button" class="text" aria-pressed=${here} @click=${() => view.asks.show(name)}>${name}</button>
    </th>
    ${
      made === undefined
        ? html`<td colspan="6" class="quiet">…</td>`
        : typeof made === "string"
          ? html`<td colspan="6" class="quiet">${made}</td>`
          : html`<td>${signed(made.mean_gain)}${made.exact ? "" : ` ± ${money(Math.round(made.error))}`}</td>
              <td>${chance(made.ahead)}</td>
              <td>${chance(made.ruin)}</td>
              <td>${money(made.quantiles[2] ?? 0)}</td>
              <td>${money(Math.round(made.mean_staked))}</td>
              <td>${chance(made.lost_per_staked)}${made.exact ? "" : " *"}</td>`
    }
  </tr>`;
}

export function fan(view: LabView, made: FanOut | null): TemplateResult {
  const does = view.systems.find((one) => one.name === view.asks.fanned)?.does ?? "";
  if (!made) return html`<p class="quiet" data-fan="0">${view.asks.fanned ? "Dealing sessions…" : ""}</p>`;
  const along = (values: number[]): [number, number][] => values.map((value, place) => [made.spins[place] ?? 0, value]);
  const at = (place: number): [number, number][] => along(made.bands[place] ?? []);
  const bands: Band[] = [
    { name: "nine of ten sessions", low: at(0), high: at(4) },
    { name: "every second one", low: at(1), high: at(3) },
  ];
  const lines = [
    { name: "the middle one", points: at(2) },
    { name: "mean", points: along(made.mean), dashed: true },
    ...made.some.map((path) => ({ name: "", points: along(path), thin: true })),
  ];
  const end = (place: number): string => money(made.bands[place]?.at(-1) ?? 0);
  const last = made.spins.at(-1) ?? 0;
  return html`<h3>${made.system}</h3>
    <p>${does}</p>
    <div data-fan=${made.sessions}>
      ${chart({
        says:
          `Bankrolls of ${count(made.sessions, "session")} of ${made.system}: after ${count(last, "spin")} ` +
          `nine of ten lie between ${end(0)} and ${end(4)}, the middle one is ${end(2)}.`,
        lines,
        bands,
        across: (value) => `${count(value, "spin")}`,
        up: (value) => money(Math.round(value)),
        level: view.terms.bankroll,
      })}
    </div>
    <p class="small quiet">
      Simulated: the first ${count(made.sessions, "session")} of seed 0, the same for everybody. Thin lines are single
      sessions, the straight line is the bankroll at the start.
    </p>`;
}
