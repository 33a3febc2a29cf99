// Lines over a scale, drawn plainly: each picture says in words what it shows.

import { html, svg, type SVGTemplateResult, type TemplateResult } from "lit";

const WIDE = 640;
const HIGH = 260;
const LEFT = 64;
const RIGHT = 14;
const TOP = 12;
const BOTTOM = 30;

export interface Curve {
  name: string;
  points: [number, number][];
  dashed?: boolean;
  thin?: boolean;
}

export interface Band {
  name: string;
  low: [number, number][];
  high: [number, number][];
}

export interface Chart {
  says: string;
  lines: Curve[];
  bands?: Band[];
  across: (value: number) => string;
  up: (value: number) => string;
  // Where a mark stands, such as the spin that a slider chose.
  mark?: number;
  level?: number;
  even?: boolean;
}

export function chart(of: Chart): TemplateResult {
  const every = [
    ...of.lines.flatMap((line) => line.points),
    ...(of.bands ?? []).flatMap((band) => [...band.low, ...band.high]),
  ];
  if (every.length < 2) return html``;
  const [left, right] = ends(every.map(([x]) => x));
  const [low, high] = ends([...every.map(([, y]) => y), ...(of.level === undefined ? [] : [of.level])]);
  const way = of.even ? Math.log : (value: number) => value;
  const x = (value: number): number =>
    LEFT + ((way(value) - way(left)) / (way(right) - way(left) || 1)) * (WIDE - LEFT - RIGHT);
  const y = (value: number): number => HIGH - BOTTOM - ((value - low) / (high - low || 1)) * (HIGH - TOP - BOTTOM);
  const path = (points: [number, number][]): string =>
    points.map(([a, b], place) => `${place ? "L" : "M"}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("");
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => low + part * (high - low));
  return html`<figure class="chart">
    <svg viewBox="0 0 ${WIDE} ${HIGH}" role="img" aria-label=${of.says}>
      ${ticks.map((tick) => grid(y(tick), of.up(tick)))}
      ${[left, right].map(
        (value, place) =>
          svg`<text class="scale" x=${x(value)} y=${HIGH - 8} text-anchor=${place ? "end" : "start"}>
            ${of.across(value)}
          </text>`,
      )}
      ${(of.bands ?? []).map(
        (band, place) =>
          svg`<path class="band b${place}" d=${around(path(band.low), path(band.high.toReversed()))}></path>`,
      )}
      ${of.level === undefined ? "" : straight("level", [LEFT, WIDE - RIGHT], [y(of.level), y(of.level)])}
      ${of.lines.map((line, place) => svg`<path class="line l${place} ${look(line)}" d=${path(line.points)}></path>`)}
      ${of.mark === undefined ? "" : straight("mark", [x(of.mark), x(of.mark)], [TOP, HIGH - BOTTOM])}
    </svg>
    ${of.lines.filter((line) => !line.thin).length > 1 || of.bands?.length ? legend(of) : ""}
  </figure>`;
}

function straight(name: string, x: [number, number], y: [number, number]): SVGTemplateResult {
  return svg`<line class=${name} x1=${x[0]} x2=${x[1]} y1=${y[0]} y2=${y[1]}></line>`;
}

// From the start of one path to its end, and back along the other.
function around(there: string, back: string): string {
  return `${there}${back.replace("M", "L")}Z`;
}

function look(line: Curve): string {
  return `${line.dashed ? "dashed" : ""} ${line.thin ? "thin" : ""}`;
}

function grid(at: number, said: string): SVGTemplateResult {
  return svg`${straight("grid", [LEFT, WIDE - RIGHT], [at, at])}
    <text class="scale" x=${LEFT - 6} y=${at + 4} text-anchor="end">${said}</text>`;
}

function legend(of: Chart): TemplateResult {
  return html`<figcaption class="small">
    ${of.lines.map((line, place) =>
      line.thin ? "" : html`<span><i class="key l${place} ${line.dashed ? "dashed" : ""}"></i>${line.name}</span>`,
    )}
    ${(of.bands ?? []).map((band, place) => html`<span><i class="key b${place}"></i>${band.name}</span>`)}
  </figcaption>`;
}

function ends(values: number[]): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return [low, high];
}
