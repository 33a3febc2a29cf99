// Spins that somebody brings along: a verdict, the wheel and the cloth.

import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit";
import type { Felt, WheelOut } from "../wire/types.ts";
import { number } from "../words/words.ts";
import type { LabView } from "./lab.ts";

const TEXT_MAX = 200_000;

export function spinsForm(view: LabView): TemplateResult {
  return html`<form
    @submit=${(event: Event) => {
      event.preventDefault();
      void view.asks.test(view.text);
    }}
  >
    <label
      >Spins, one after another, or a CSV file with a column of pockets
      <textarea
        rows="4"
        spellcheck="false"
        maxlength=${TEXT_MAX}
        .value=${view.text}
        @input=${(event: Event) => {
          view.text = (event.target as HTMLTextAreaElement).value;
        }}
      ></textarea>
    </label>
    <p class="row">
      <label
        >File <input type="file" accept=".csv,.txt,text/*" @change=${(event: Event) => void bring(view, event)}
      /></label>
      <button type="submit" class="ink" ?disabled=${view.asks.testing}>
        ${view.asks.testing ? "Testing…" : "Test these spins"}
      </button>
    </p>
  </form>`;
}

async function bring(view: LabView, event: Event): Promise<void> {
  const file = (event.target as HTMLInputElement).files?.[0];
  if (!file) return;
  view.text = await file.text();
  view.requestUpdate();
  await view.asks.test(view.text);
}

export function verdict(felt: Felt, made: WheelOut): TemplateResult {
  return html`<div data-answer="wheel">
    ${made.verdict.map((line, place) => html`<p class=${place ? "" : "lead"}>${line}</p>`)}
    ${made.ignored.length ? html`<p class="small quiet">Columns left out: ${made.ignored.join(", ")}.</p>` : nothing}
    <div class="maps">${wheelMap(felt, made)}${clothMap(felt, made)}</div>
    <p class="small">
      <span class="key-square usual"></span> as on a fair wheel: from ${made.usual[0]} to ${made.usual[1]} times
      <span class="key-square hot"></span> more often <span class="key-square cold"></span> less often. All pockets of a
      fair wheel are gray together in ${100 - 100 * made.alpha} of 100 samples.
    </p>
    <details>
      <summary>Every test</summary>
      <div class="scrolls" tabindex="0" role="group" aria-label="Every test">
        <table class="exact">
          <thead>
            <tr>
              <th scope="col">test</th>
              <th scope="col">found</th>
              <th scope="col">p</th>
              <th scope="col">corrected p</th>
            </tr>
          </thead>
          <tbody>
            ${made.tests.map(
              (one) =>
                html`<tr class=${made.alarms.includes(one.test) ? "differs" : ""}>
                  <th scope="row">${one.test}</th>
                  <td class="words">${one.found}</td>
                  <td>${one.p === null ? "–" : one.p.toPrecision(3)}</td>
                  <td>${one.adjusted === null ? "–" : one.adjusted.toPrecision(3)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
    </details>
    ${!felt.verified ? html`<p class="small">The order of this wheel is not verified.</p>` : nothing}
  </div>`;
}

function tone(made: WheelOut, pocket: string): string {
  const count = made.counts[pocket] ?? 0;
  return count > made.usual[1] ? "hot" : count < made.usual[0] ? "cold" : "usual";
}

const HOLE = 40;
const REACH = 100;

// As long as a pocket came often; the ring is where a fair wheel lies.
function wheelMap(felt: Felt, made: WheelOut): TemplateResult {
  const order = felt.wheel;
  const most = Math.max(made.usual[1], ...Object.values(made.counts)) * 1.05 || 1;
  const radius = (count: number): number => HOLE + (count / most) * REACH;
  const turn = (2 * Math.PI) / order.length;
  const fair = made.spins / order.length;
  const counts = order.map((pocket) => `${pocket} ${made.counts[pocket] ?? 0}`);
  const bars = order.map((pocket, place): SVGTemplateResult => {
    const out = radius(made.counts[pocket] ?? 0);
    const [from, to] = [(place - 0.43) * turn, (place + 0.43) * turn];
    const at = (r: number, angle: number): string =>
      `${(r * Math.sin(angle)).toFixed(1)} ${(-r * Math.cos(angle)).toFixed(1)}`;
    const [x = 0, y = 0] = at(HOLE + REACH + 12, place * turn)
      .split(" ")
      .map(Number);
    const around = `M${at(HOLE, from)}L${at(out, from)}A${out} ${out} 0 0 1 ${at(out, to)}L${at(HOLE, to)}Z`;
    return svg`<path class=${tone(made, pocket)} d=${around}></path>
      <text class="pocket" x=${x} y=${y + 3.5} text-anchor="middle">${pocket}</text>`;
  });
  return html`<svg
    class="wheel-map"
    viewBox="-166 -166 332 332"
    role="img"
    aria-label="Counts in the order of the wheel: ${counts.join(", ")}"
  >
    ${bars}
    <circle class="fair" r=${radius(fair)}></circle>
    <circle class="edge-of-usual" r=${radius(made.usual[0])}></circle>
    <circle class="edge-of-usual" r=${radius(made.usual[1])}></circle>
    <text class="pocket" text-anchor="middle" y="-2">${number(made.spins)}</text>
    <text class="pocket" text-anchor="middle" y="12">spins</text>
  </svg>`;
}

function clothMap(felt: Felt, made: WheelOut): TemplateResult {
  const boxes = felt.boxes.filter((box) => box.name in made.counts);
  const sides = (place: number): number[] => boxes.map((box) => box.rect[place] ?? 0);
  const [left, top] = [Math.min(...sides(0)), Math.min(...sides(1))];
  const [right, bottom] = [Math.max(...sides(2)), Math.max(...sides(3))];
  return html`<svg
    class="cloth-map"
    viewBox="${left} ${top} ${right - left} ${bottom - top}"
    role="img"
    aria-label="The same counts on the cloth"
  >
    ${boxes.map((box) => {
      const [x = 0, y = 0, to = 0, down = 0] = box.rect;
      const size = Math.min(to - x, down - y);
      const text = (name: string, drop: number, share: number, said: string | number): SVGTemplateResult =>
        svg`<text
          class=${name}
          x=${(x + to) / 2}
          y=${(y + down) / 2 + size * drop}
          font-size=${size * share}
          text-anchor="middle"
        >${said}</text>`;
      return svg`<rect class=${tone(made, box.name)} x=${x} y=${y} width=${to - x} height=${down - y}></rect>
        ${text("number", 0, 0.36, box.name)} ${text("count", 0.34, 0.26, made.counts[box.name] ?? 0)}`;
    })}
  </svg>`;
}
