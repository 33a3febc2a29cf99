// What lies on the cloth: on one spin, and after as many as the slider says.

import { html, type TemplateResult } from "lit";
import type { AfterOut } from "../wire/types.ts";
import { money, number, percent, spotName } from "../words/words.ts";
import type { Together } from "../examine/gains.ts";
import { chart } from "./charts.ts";
import type { LabView } from "./lab.ts";
import { chance } from "./terms.ts";

export function oneSpin(view: LabView, together: Together): TemplateResult {
  const name = (position: string): string => {
    const spot = view.felt?.spots.find((one) => one.position === position);
    return spot ? spotName(spot) : position;
  };
  return html`<p class="said">
      ${together.stakes.map((one) => `${money(one.stake)} on ${name(one.position)}`).join(", ")}
    </p>
    <dl class="figures" data-answer="one">
      ${figure("staked", money(together.total))}
      ${figure("the house keeps", html`${percent(together.edge)} <span class="small quiet">${together.edge}</span>`)}
      ${figure("spread on one spin", `± ${money(Math.round(together.sd))}`)}
      ${figure("chance to gain", percent(together.probability))}
    </dl>
    ${together.notes.map((note) => html`<p class="small quiet" data-note>${note}</p>`)}`;
}

function figure(term: string, value: unknown): TemplateResult {
  return html`<div>
    <dt>${term}</dt>
    <dd>${value}</dd>
  </div>`;
}

export function manySpins(view: LabView, after: AfterOut): TemplateResult {
  const points = after.points;
  const at = Math.max(
    0,
    points.findLastIndex((point) => point.spins <= view.terms.after),
  );
  const point = points[at];
  if (!point) return html``;
  const [low = 0, , middle = 0, , high = 0] = point.quantiles;
  const spins = `${number(point.spins)} spin${point.spins === 1 ? "" : "s"}`;
  return html`<label class="slider"
      >After <b>${spins}</b>
      <input
        type="range"
        min="0"
        max=${points.length - 1}
        .value=${String(at)}
        aria-valuetext=${spins}
        @input=${(event: Event) =>
          view.change({ after: points[Number((event.target as HTMLInputElement).value)]?.spins ?? 1 })}
    /></label>
    <dl class="figures" data-answer="after">
      ${figure("chance to be ahead", html`<b data-ahead>${chance(point.ahead)}</b>`)}
      ${figure("gain to expect", signed(point.mean))} ${figure("standard deviation", money(Math.round(point.sd)))}
      ${figure("nine of ten are between", `${signed(low)} and ${signed(high)}`)}
      ${figure("half are below", signed(middle))}
    </dl>
    ${chart({
      says:
        `Chance to be ahead, from 1 spin to ${number(points.at(-1)?.spins ?? 1)}: ` +
        `${chance(points[0]?.ahead ?? 0)} at first, ${chance(points.at(-1)?.ahead ?? 0)} at last.`,
      lines: [{ name: "ahead", points: points.map((one) => [one.spins, one.ahead]) }],
      across: (value) => `${number(value)} spin${value === 1 ? "" : "s"}`,
      up: (value) => `${Math.round(100 * value)} %`,
      mark: point.spins,
      even: true,
    })}
    <p class="small quiet">Worked out, not sampled: no chance is off by more than ${point.error.toExponential(0)}.</p>`;
}

export function signed(amount: number): string {
  return `${amount > 0 ? "+" : ""}${money(Math.round(amount))}`;
}
