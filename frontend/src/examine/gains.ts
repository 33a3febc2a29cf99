// What one spin can bring, as a table with bars, and fractions as people read them.

import { html, nothing, svg, type TemplateResult } from "lit";
import { percent } from "./parts.ts";
import { money } from "../words/words.ts";

// What one click lays on the odds page, and by whom.
export const CHIP = 500;
export const MINE = "you";

export interface Odds {
  position: string;
  kind: string;
  probability: string;
  pays: number;
  edge: string;
  variance: string;
  sd: number;
  // What the bet is settled without, if anything.
  note: string | null;
}

export interface Together {
  stakes: { position: string; stake: number }[];
  total: number;
  probability: string;
  mean: string;
  edge: string;
  sd: number;
  distribution: { gain: number; probability: string }[];
  notes: string[];
}

export interface Side {
  rulesets: string[];
  kinds: { kind: string; each: (Odds | null)[] }[];
}

export function both(fraction: string): TemplateResult {
  return html`<b>${percent(fraction)}</b> <span class="small quiet">${fraction}</span>`;
}

// What would keep nothing for the house: pockets that lose against pockets that win.
export function fair(probability: string): string {
  const [wins = 0, of = 1] = probability.split("/").map(Number);
  const rate = (of - wins) / wins;
  return `${Number.isInteger(rate) ? rate : rate.toFixed(2)} to 1`;
}

const WIDE = 520;
const BAR = 22;
const SHOWN = 12;

export function distribution(together: Together): TemplateResult {
  const rows = together.distribution.length > SHOWN ? [] : together.distribution;
  const most = Math.max(...rows.map((one) => part(one.probability)));
  return html`<table class="exact gains">
    <caption class="unseen">
      What one spin can bring
    </caption>
    <thead>
      <tr>
        <th scope="col">gain</th>
        <th scope="col">chance</th>
        <th scope="col"><span class="unseen">picture</span></th>
      </tr>
    </thead>
    <tbody>
      ${together.distribution.map(
        (one) =>
          html`<tr>
            <th scope="row" class=${one.gain > 0 ? "plus" : one.gain < 0 ? "minus" : ""}>
              ${one.gain > 0 ? "+" : ""}${money(one.gain)}
            </th>
            <td>${both(one.probability)}</td>
            <td class="share-bar">${rows.length ? svgBar(part(one.probability) / most, one.gain) : nothing}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function part(fraction: string): number {
  const [over = 0, under = 1] = fraction.split("/").map(Number);
  return over / under;
}

function svgBar(share: number, gain: number): TemplateResult {
  return html`<svg viewBox="0 0 ${WIDE} ${BAR}" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    ${svg`<rect class=${gain > 0 ? "gain" : "loss"} width=${Math.max(2, share * WIDE)} height=${BAR} rx="2"></rect>`}
  </svg>`;
}
