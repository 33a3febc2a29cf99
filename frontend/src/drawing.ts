// What is printed on the cloth and what lies on it, drawn. Red is round, black is square, zero has cut corners:
// color is never alone.

import { svg, nothing, type TemplateResult } from "lit";
import type { Geometry, Rect } from "./geometry.ts";
import type { Chip } from "./model.ts";
import type { Box, Felt, Spot } from "./wire.ts";
import { UNIT, brief, money } from "./words.ts";

export interface Owner { letter: string; tone: string; chipValue: number | null }

const STACK_MOST = 5;
const RISE = 2.6;

const drawn = (template: unknown): TemplateResult => template as TemplateResult;

function shape(color: string, x: number, y: number, w: number, h: number): TemplateResult {
  if (color === "red") return drawn(svg`<ellipse class="medallion red" cx=${x} cy=${y} rx=${w} ry=${h}></ellipse>`);
  if (color === "black") {
    return drawn(svg`<rect class="medallion black" x=${x - w} y=${y - h} width=${w * 2} height=${h * 2} rx=${Math.min(3, w / 4)}></rect>`);
  }
  const c = Math.min(w, h) * 0.56;
  const points = [[c - w, -h], [w - c, -h], [w, c - h], [w, h - c], [w - c, h], [c - w, h], [-w, h - c], [-w, c - h]];
  return drawn(svg`<polygon class="medallion green" points=${points.map(([dx = 0, dy = 0]) => `${x + dx},${y + dy}`).join(" ")}></polygon>`);
}

// The medallion is as large as the zone that bets on the number alone: what you see is what you hit. Where a box has no
// line on one side its zone goes on to the rim; the picture stays in the middle.
export function medallion(label: string, color: string, box: Rect, zone: Rect): TemplateResult {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const aside = Math.max(5, zone.x - box.x - 3, box.x + box.width - zone.x - zone.width - 3);
  const above = Math.max(5, zone.y - box.y - 3, box.y + box.height - zone.y - zone.height - 3);
  return drawn(svg`${shape(color, x, y, box.width / 2 - aside, box.height / 2 - above)}<text class="numeral" x=${x} y=${y}>${label}</text>`);
}

// A label keeps clear of where chips lie in its box.
export function boxLabel(box: Box, felt: Felt, rect: Rect, anchor: [number, number], chip: number): TemplateResult {
  const free = beside(rect, anchor, chip);
  if (box.name.startsWith("series")) return series(box.label.split(" "), felt, free);
  if (box.name.startsWith("column") && rect.width > rect.height * 0.7) {
    // On a lying table chips lie to the right of the label, on a standing one below it.
    const [x, y] = anchor[0] > rect.x + rect.width * 0.6 ? [0.42, 0.17] : [0.5, 0.24];
    return drawn(svg`<text class="label" x=${rect.x + rect.width * x} y=${rect.y + rect.height * y} font-size=${Math.min(16, rect.width / 4.6)}>${box.label}</text>`);
  }
  const x = free.x + free.width / 2;
  const y = free.y + free.height / 2;
  const tall = free.height > free.width * 1.3;
  const text = box.label.replace(/(\d)-(\d)/g, "$1–$2");
  const wide = tall ? free.height : free.width;
  const deep = tall ? free.width : free.height;
  const size = Math.min(18, (wide / Math.max(4, text.length)) * 1.5, deep * 0.6);
  if (!box.color) {
    const turn = tall ? `rotate(-90 ${x} ${y})` : "";
    return drawn(svg`<text class="label" x=${x} y=${y} font-size=${size} transform=${turn}>${text}</text>`);
  }
  const stacked = free.width < 92;
  const small = stacked ? Math.min(13, (free.width / text.length) * 1.35) : Math.min(16, ((free.width - 36) / text.length) * 1.5);
  const [dx, dy, tx, ty] = stacked ? [x, y - 11, x, y + 12] : [free.x + 22, y, free.x + 22 + (free.width - 22) / 2 + 4, y];
  const [w, h] = stacked ? [11, 9] : [15, 11];
  return drawn(svg`<polygon class="medallion ${box.color}" points="${dx - w},${dy} ${dx},${dy - h} ${dx + w},${dy} ${dx},${dy + h}"></polygon>
    <text class="label" x=${tx} y=${ty} font-size=${small}>${text}</text>`);
}

function beside(rect: Rect, [ax, ay]: [number, number], chip: number): Rect {
  const shareX = (ax - rect.x) / rect.width - 0.5;
  const shareY = (ay - rect.y) / rect.height - 0.5;
  const free = { ...rect };
  if (Math.abs(shareX) >= Math.abs(shareY)) {
    if (shareX > 0) free.width = Math.max(rect.width * 0.5, ax - chip * 0.7 - rect.x);
    else {
      free.x = Math.min(rect.x + rect.width * 0.5, ax + chip * 0.7);
      free.width = rect.x + rect.width - free.x;
    }
  } else if (shareY > 0) free.height = Math.max(rect.height * 0.5, ay - chip * 0.7 - rect.y);
  else {
    free.y = Math.min(rect.y + rect.height * 0.5, ay + chip * 0.7);
    free.height = rect.y + rect.height - free.y;
  }
  return free;
}

function series(pockets: string[], felt: Felt, free: Rect): TemplateResult {
  const columns = columnsFor(pockets.length, free);
  const rows = Math.ceil(pockets.length / columns);
  const step = Math.min(21, (free.width - 2) / columns, (free.height - 2) / rows);
  const r = step / 2 - 1;
  const x0 = free.x + free.width / 2 - ((columns - 1) * step) / 2;
  const y0 = free.y + free.height / 2 - ((rows - 1) * step) / 2;
  return drawn(svg`${pockets.map((pocket, place) => {
    const x = x0 + (place % columns) * step;
    const y = y0 + Math.floor(place / columns) * step;
    return svg`${shape(felt.colors[pocket] ?? "green", x, y, r, r)}<text class="tiny" x=${x} y=${y} font-size=${r * 1.25}>${pocket}</text>`;
  })}`);
}

// As many columns as make the marks largest.
function columnsFor(number: number, free: Rect): number {
  let best = 1;
  let largest = 0;
  for (let columns = 1; columns <= number; columns += 1) {
    const size = Math.min(21, free.width / columns, free.height / Math.ceil(number / columns));
    if (size >= largest) [best, largest] = [columns, size];
  }
  return number === 4 && best > 2 ? 2 : number === 6 && best > 3 ? 3 : best;
}

export function stack(spot: Spot, player: string, chips: Chip[], owner: Owner, own: boolean, amounts: boolean, [dx, dy]: [number, number], geometry: Geometry): TemplateResult {
  const [ax, ay] = geometry.point(spot.anchor);
  const [x, y] = [ax + dx, ay + dy];
  const radius = geometry.chip;
  const total = chips.reduce((sum, chip) => sum + chip.stake, 0);
  const states = new Set<string>(chips.map((chip) => chip.state));
  const state = ["pending", "held", "won", "lost", "locked"].find((one) => states.has(one)) ?? "live";
  const height = Math.min(STACK_MOST, chips.length);
  const top = y - (height - 1) * RISE;
  const chipped = owner.chipValue && total % owner.chipValue === 0 ? total / owner.chipValue : null;
  const worth = chipped === null ? money(total) : String(chipped);
  const label = own ? worth : amounts ? owner.letter + brief(chipped ?? total / UNIT) : owner.letter;
  return drawn(svg`<g class="chip ${state} ${own ? "own" : "other"}" data-player=${player} data-chip=${spot.position} data-state=${state}>
    ${Array.from({ length: height }, (_, level) => svg`<circle class="body ${owner.tone}" cx=${x} cy=${y - level * RISE} r=${radius}></circle>`)}
    <circle class="edge ${owner.tone}" cx=${x} cy=${top} r=${radius - 2.5} stroke-dasharray=${spots(owner.tone, radius - 2.5)}></circle>
    <circle class="disc" cx=${x} cy=${top} r=${radius - 5.5}></circle>
    <circle class="halo" cx=${x} cy=${top} r=${radius + 2.5}></circle>
    <text x=${x} y=${top} font-size=${label.length > 4 ? 8 : label.length > 2 ? 10 : 12}>${label}</text>
    ${state === "locked" && own ? svg`<path class="lock" d="M ${x + radius - 6} ${top - radius + 4} h 8 v 6 h -8 z m 1.5 0 v -2 a 2.5 2.5 0 0 1 5 0 v 2"></path>` : nothing}
  </g>`);
}

// Spots on the rim tell tones apart for who cannot see them: from four to twelve.
function spots(tone: string, radius: number): string {
  const number = 4 + (Number(tone.replace(/\D/g, "")) % 5) * 2;
  const each = (2 * Math.PI * radius) / number;
  return `${each * 0.45} ${each * 0.55}`;
}

export function loneChip(kind: string, at: [number, number], radius: number, label: string, tone: string): TemplateResult {
  const [x, y] = at;
  return drawn(svg`<g class="chip ${kind}"><circle class="body ${tone}" cx=${x} cy=${y} r=${radius}></circle>
    <circle class="edge ${tone}" cx=${x} cy=${y} r=${radius - 2.5} stroke-dasharray=${spots(tone, radius - 2.5)}></circle>
    <circle class="disc" cx=${x} cy=${y} r=${radius - 5.5}></circle><text x=${x} y=${y} font-size=${label.length > 2 ? 10 : 12}>${label}</text></g>`);
}

export function dolly(pocket: string, rect: Rect, ghost = false): TemplateResult {
  const x = rect.x + rect.width * 0.8;
  const y = rect.y + Math.min(rect.height * 0.62, 46);
  return drawn(svg`<g class="dolly ${ghost ? "ghost" : ""}" data-dolly=${pocket}>
    <ellipse class="foot" cx=${x} cy=${y + 2} rx="12" ry="4.5"></ellipse>
    <path class="glass" d="M ${x - 9} ${y} c 1 -6 5 -10 5.5 -22 a 6.5 6.5 0 1 1 7 0 c 0.500 12 4.500 16 5.500 22 q -9 4 -18 0 z"></path>
    <path class="shine" d="M ${x - 4} ${y - 3} c 1 -5 2 -9 2 -17"></path>
    <rect class="collar" x=${x - 5.5} y=${y - 23} width="11" height="3" rx="1.5"></rect></g>`);
}
