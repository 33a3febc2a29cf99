// What is printed on the cloth and what lies on it, drawn. Red is round, black is square, zero has cut corners:
// color is never alone.

import { svg, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { facesOf } from "./faces.ts";
import type { Rect } from "./geometry.ts";
import type { Lying } from "./layout.ts";
import type { Chip } from "../wire/fold.ts";
import type { Box, Felt, Spot } from "../wire/types.ts";
import { UNIT, brief, money } from "../words/words.ts";

export interface Owner {
  letter: string;
  tone: string;
  chipValue: number | null;
}

const STACK_MOST = 5;
// Chips in these states are ringed, like one's own.
const HALOED = new Set(["pending", "held", "won"]);
// The parts of a chip, as shares of its radius.
const RISE = 0.22;
const THICK = 0.15;
const RIM = 0.14;
const DISC = 0.66;
// A closed one, 8 wide.
const PADLOCK = "M-4-1h8v6h-8zM-3-1v-2a3 3 0 0 1 6 0v2h-1.500v-2a1.500 1.500 0 0 0-3 0v2z";
// Letters of the printed face are about this wide with what keeps them apart, as a share of their size.
const LETTER = 0.63;
// The smallest that labels get where there is room, in pixels.
const LEGIBLE = 12;
// Marks of a series that are smaller than this are hard to read, in pixels.
const READABLE = 16;
// How much smaller they may be for leaving room to chips.
const SMALLER = 0.75;
const drawn = (template: unknown): TemplateResult => template as TemplateResult;

function shape(color: string, x: number, y: number, w: number, h: number): TemplateResult {
  if (color === "red") return drawn(svg`<ellipse class="medallion red" cx=${x} cy=${y} rx=${w} ry=${h}></ellipse>`);
  if (color === "black") {
    return drawn(
      svg`<rect class="medallion black" x=${x - w} y=${y - h}
        width=${w * 2} height=${h * 2} rx=${Math.min(w, h) * 0.08}></rect>`,
    );
  }
  const c = Math.min(w, h) * 0.56;
  const points = [
    [c - w, -h],
    [w - c, -h],
    [w, c - h],
    [w, h - c],
    [w - c, h],
    [c - w, h],
    [-w, h - c],
    [-w, c - h],
  ];
  return drawn(
    svg`<polygon class="medallion green" points=${points
      .map(([dx = 0, dy = 0]) => `${x + dx},${y + dy}`)
      .join(" ")}></polygon>`,
  );
}

// The medallion is as large as the zone that bets on the number alone: what you see is what you hit. Where a box has no
// line on one side its zone goes on to the rim; the picture stays in the middle.
export function medallion(label: string, color: string, box: Rect, zone: Rect): TemplateResult {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const aside = Math.max(3, zone.x - box.x - 3, box.x + box.width - zone.x - zone.width - 3);
  const above = Math.max(3, zone.y - box.y - 3, box.y + box.height - zone.y - zone.height - 3);
  const [w, h] = [box.width / 2 - aside, box.height / 2 - above];
  const size = Math.min(w, h) * 1.25;
  return drawn(
    svg`${shape(color, x, y, w, h)}<text class="numeral" x=${x} y=${y} font-size=${size.toFixed(1)}>${label}</text>`,
  );
}

// A label is printed in the middle of its box, and is no larger than leaves room for the chips beside it.
export function boxLabel(
  box: Box,
  felt: Felt,
  rect: Rect,
  { at: anchor, radius }: Lying,
  chip: number,
): TemplateResult {
  if (box.name.startsWith("series")) return series(box.label.split(" "), felt, rect, beside(rect, anchor, chip), chip);
  const [across, down] = [rect.x + rect.width / 2, rect.y + rect.height / 2];
  const text = box.label.replace(/(\d)-(\d)/g, "$1–$2");
  const column = box.name.startsWith("column");
  const tall = rect.height > rect.width * 1.3 && !column;
  // A little out of the way of the chips beside it.
  const aside = (of: 0 | 1, from: number): number =>
    from - Math.max(0, Math.min(chip * (column || tall ? 0.5 : 0.2), anchor[of] - from));
  const [x, y] = [aside(0, across), tall ? aside(1, down) : down];
  const [wide, deep] = tall ? [rect.height, rect.width] : [rect.width, rect.height];
  const away = Math.abs(tall ? anchor[1] - down : anchor[0] - across);
  const most = Math.max(wide * (column ? 0.58 : tall ? 0.52 : 0.48), away > 1 ? (away - chip) * 2 : wide * 0.8);
  const letters = longest(box, felt) * LETTER;
  // Better under a chip in part than too small to be read.
  const least = Math.min(LEGIBLE, (wide * 0.8) / letters, deep * 0.6);
  const size = Math.max(least, Math.min(deep * 0.4, most / letters, chip * 1.15));
  if (box.color) return colored(box.color, text, rect, anchor, size, chip);
  const turn = tall ? `rotate(-90 ${x} ${y})` : "";
  // Over the chips that lie below it.
  const over = column && anchor[1] > down + 1 ? Math.min(y, anchor[1] - radius - size * 0.55) : y;
  return drawn(svg`<text class="label" x=${x} y=${over} font-size=${size.toFixed(1)} transform=${turn}>${text}</text>`);
}

// Short labels are as large as the longest one in their row.
function longest(box: Box, felt: Felt): number {
  const row = felt.boxes.filter((one) => one.rect[1] === box.rect[1] && one.rect[3] === box.rect[3] && !one.color);
  return Math.max(5, ...row.map((one) => one.label.length));
}

// Red and black have their diamond, above the word where there is room and beside it where there is none.
function colored(
  color: string,
  text: string,
  rect: Rect,
  anchor: [number, number],
  most: number,
  chip: number,
): TemplateResult {
  const stacked = rect.height > chip * 2.6;
  const center = rect.x + rect.width / 2;
  const x = center - Math.max(0, Math.min(chip * 0.2, anchor[0] - center));
  const middle = rect.y + rect.height / 2;
  // Where chips lie below, both move up a little.
  const y = middle - Math.max(0, Math.min(rect.height * 0.14, anchor[1] - middle - chip * 0.2));
  const size = Math.min(most, chip * 0.85, (rect.width * 0.86) / (text.length * LETTER));
  const h = Math.min(chip * 0.7, rect.height * 0.22);
  const w = h * 1.35;
  const long = text.length * size * LETTER;
  const gap = size * 0.3;
  const [dx, dy, tx, ty] = stacked
    ? [x, y - (size + gap) / 2, x, y + h + gap / 2]
    : [x - (long + gap) / 2, y, x + w + gap / 2, y];
  return drawn(svg`<polygon class="medallion ${color}"
      points="${dx - w},${dy} ${dx},${dy - h} ${dx + w},${dy} ${dx},${dy + h}"></polygon>
    <text class="label" x=${tx} y=${ty} font-size=${size.toFixed(1)}>${text}</text>`);
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

// The numbers of a series lie beside its chips where they can be read there, and elsewhere in the whole box.
function series(pockets: string[], felt: Felt, whole: Rect, part: Rect, chip: number): TemplateResult {
  const [inPart, inWhole] = [marksIn(pockets.length, part), marksIn(pockets.length, whole)];
  const [{ columns, size }, free] =
    inPart.size >= Math.max(READABLE, inWhole.size * SMALLER) ? [inPart, part] : [inWhole, whole];
  const step = Math.min(size, Math.max(20, chip * 1.3));
  const rows = Math.ceil(pockets.length / columns);
  const r = step / 2 - 1;
  const y0 = free.y + free.height / 2 - ((rows - 1) * step) / 2;
  return drawn(
    svg`${pockets.map((pocket, place) => {
      const row = Math.floor(place / columns);
      const inRow = Math.min(columns, pockets.length - row * columns);
      const x = free.x + free.width / 2 + ((place % columns) - (inRow - 1) / 2) * step;
      const y = y0 + row * step;
      return svg`${shape(
        felt.colors[pocket] ?? "green",
        x,
        y,
        r,
        r,
      )}<text class="tiny" x=${x} y=${y} font-size=${(r * 1.2).toFixed(1)}>${pocket}</text>`;
    })}`,
  );
}

// As many columns as make the marks largest.
function marksIn(number: number, free: Rect): { columns: number; size: number } {
  let best = { columns: 1, size: 0 };
  for (let columns = 1; columns <= number; columns += 1) {
    const size = Math.min((free.width - 4) / columns, (free.height - 4) / Math.ceil(number / columns));
    if (size > best.size) best = { columns, size };
  }
  return best;
}

export function stack(
  spot: Spot,
  player: string,
  chips: Chip[],
  owner: Owner,
  faces: readonly number[] | null,
  amounts: boolean,
  { at: [x, y], radius }: Lying,
): unknown {
  const own = faces !== null;
  const total = chips.reduce((sum, chip) => sum + chip.stake, 0);
  const states = new Set<string>(chips.map((chip) => chip.state));
  const state = ["pending", "held", "won", "lost", "locked"].find((one) => states.has(one)) ?? "live";
  const tones = faces?.length
    ? facesOf(
        chips.map((chip) => chip.stake),
        faces,
        STACK_MOST,
      )
    : Array.from({ length: Math.min(STACK_MOST, chips.length) }, () => owner.tone);
  const rise = radius * RISE;
  const top = y - (tones.length - 1) * rise;
  const chipped = owner.chipValue && total % owner.chipValue === 0 ? total / owner.chipValue : null;
  const worth = chipped === null ? money(total) : String(chipped);
  const label = own ? worth : amounts ? owner.letter + brief(chipped ?? total / UNIT) : owner.letter;
  // Drawn again only if it looks different: of hundreds of stacks a tick changes a few.
  const looks = [x, y, radius, tones.join(), label, state, own, player, spot];
  return guard(
    looks,
    () => svg`<g class="chip ${state} ${own ? "own" : "other"}"
      data-player=${player} data-chip=${spot.position} data-state=${state}>
    ${
      own
        ? svg`<circle class="cast" cx=${x + radius * 0.12} cy=${y + radius * 0.3} r=${radius}></circle>
          <circle class="side ${tones[0] ?? ""}" cx=${x} cy=${y + radius * THICK} r=${radius}></circle>`
        : nothing
    }
    ${tones.slice(0, -1).map((tone, level) => disc([x, y - level * rise], radius, tone))}
    ${face([x, top], radius, label, tones.at(-1) ?? owner.tone, own)}
    ${own || HALOED.has(state) ? svg`<circle class="halo" cx=${x} cy=${top} r=${radius * 1.1}></circle>` : nothing}
    ${
      state === "locked" && own
        ? svg`<path class="lock"
            transform="translate(${x + radius * 0.72} ${top - radius * 0.66}) scale(${radius / 19})"
            d=${PADLOCK}></path>`
        : nothing
    }
  </g>`,
  );
}

// A chip from above: its body and the spots of its edge.
function disc([x, y]: [number, number], radius: number, tone: string): TemplateResult {
  const rim = radius * (1 - RIM);
  return drawn(svg`<circle class="body ${tone}" cx=${x} cy=${y} r=${radius}></circle>
    <circle class="edge ${tone}" cx=${x} cy=${y} r=${rim} stroke-width=${radius * RIM * 2}
      stroke-dasharray=${spots(tone, rim)}></circle>`);
}

// The topmost chip of a stack, and what is written on it. Light falls on one's own alone: at a full table there are
// hundreds of others.
function face(at: [number, number], radius: number, label: string, tone: string, lit: boolean): TemplateResult {
  const [x, y] = at;
  const size = radius * (label.length > 4 ? 0.48 : label.length > 2 ? 0.6 : 0.76);
  return drawn(svg`${disc(at, radius, tone)}
    <circle class="disc ${tone}" cx=${x} cy=${y} r=${radius * DISC} stroke-width=${radius * 0.08}></circle>
    ${lit ? svg`<circle class="sheen" cx=${x} cy=${y} r=${radius}></circle>` : nothing}
    <text x=${x} y=${y} font-size=${size.toFixed(1)}>${label}</text>`);
}

// Spots on the rim tell tones apart for who cannot see them: from four to twelve.
function spots(tone: string, radius: number): string {
  const number = 4 + (Number(tone.replace(/\D/g, "")) % 5) * 2;
  const each = (2 * Math.PI * radius) / number;
  return `${each * 0.45} ${each * 0.55}`;
}

export function loneChip(
  kind: string,
  at: [number, number],
  radius: number,
  label: string,
  tone: string,
): TemplateResult {
  return drawn(svg`<g class="chip ${kind}">${face(at, radius, label, tone, true)}</g>`);
}

// A pawn of glass, as high as half of a chip's width and a little more.
export function dolly(pocket: string, rect: Rect, chip: number, ghost = false): TemplateResult {
  const x = rect.x + rect.width * 0.86;
  const y = rect.y + Math.min(rect.height * 0.62, chip * 2.8);
  return drawn(svg`<g class="dolly ${ghost ? "ghost" : ""}" data-dolly=${pocket}>
    <g transform="translate(${x} ${y}) scale(${chip / 15})">
      <ellipse class="foot" cy="2" rx="12" ry="4.5"></ellipse>
      <path class="glass"
        d="M -9 0 c 1 -6 5 -10 5.5 -22 a 6.5 6.5 0 1 1 7 0 c 0.500 12 4.500 16 5.500 22 q -9 4 -18 0 z"></path>
      <path class="shine" d="M -4 -3 c 1 -5 2 -9 2 -17"></path>
      <rect class="collar" x="-5.5" y="-23" width="11" height="3" rx="1.5"></rect>
    </g></g>`);
}
