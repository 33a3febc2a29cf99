// From the service's coordinates, in boxes of a number, to the picture. Nothing is derived here but pixels.

import type { Felt, Spot } from "../wire/types.ts";

export interface Scale {
  along: number;
  across: number;
  rail: number;
  series: number;
  column: number;
  zero: number;
}
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Room {
  width: number;
  height: number;
}
export interface Fit {
  scale: Scale;
  upright: boolean;
  // Bare cloth around the boxes.
  edge: number;
}

const ROWS = 3;
const EDGE = 14;
// How far the middle of a chip stays from a line that is not its own, as a multiple of its radius.
const APART = 1.12;
// The most of a narrow box that is a chip's radius.
const NARROW = 0.42;
// How far chips lie from the middle of a box, if they would lie in it, as a share of its longer side.
const ASIDE = 0.3;
// The height, in radii of a chip, from which a column has room for chips below its label, and their radius there as a
// share of it.
const DEEP = 3.3;
const SHARED = 0.24;
// From which proportion on a box stands, and how much of it then has its label.
const TALL = 1.3;
const PRINTED = 0.55;
// Where nothing says how much room there is: a lying table, and whatever shows it scales it.
export const DESKTOP: Fit = {
  scale: { along: 64, across: 78, rail: 54, series: 54, column: 74, zero: 64 },
  upright: false,
  edge: EDGE,
};
// How large everything is beside a number's box, lying and standing, and how far that box may be from a square.
interface Proportions {
  zero: number;
  column: number;
  rail: number;
  series: number;
  // The longest a box may be, along the table and across it, as a multiple of its other side.
  longest: number;
  broadest: number;
}
const LYING: Proportions = { zero: 0.9, column: 1.1, rail: 0.74, series: 1.05, longest: 1.5, broadest: 1.6 };
const UPRIGHT: Proportions = { zero: 0.9, column: 0.9, rail: 0.56, series: 0.8, longest: 1.1, broadest: 2.4 };

// The whole cloth in a room, lying or standing, whichever makes the boxes of the numbers larger.
export function fitted(felt: Felt, room: Room): Fit {
  const [lying, standing] = [false, true].map((upright) => turnedTo(felt, room, upright)) as [Fit, Fit];
  return shorter(standing) > shorter(lying) ? standing : lying;
}

const shorter = ({ scale }: Fit): number => Math.min(scale.along, scale.across);

function turnedTo(felt: Felt, room: Room, upright: boolean): Fit {
  const share = upright ? UPRIGHT : LYING;
  const edge = Math.max(5, Math.min(room.width, room.height) * 0.018);
  const [along, across] = (upright ? [room.height, room.width] : [room.width, room.height]).map(
    (side) => side - 2 * edge,
  ) as [number, number];
  const zeros = -Math.min(...felt.boxes.map((box) => box.rect[0]));
  const length = ranks(felt);
  const ends = Math.max(...felt.boxes.map((box) => box.rect[2])) - length;
  const rails = railDepths(felt, { rail: share.rail, series: share.series }).reduce((sum, depth) => sum + depth, ROWS);
  const free = { along: along / (zeros * share.zero + length + ends * share.column), across: across / rails };
  const box = {
    along: Math.min(free.along, free.across * share.longest),
    across: Math.min(free.across, free.along * share.broadest),
  };
  return {
    scale: {
      ...box,
      zero: box.along * share.zero,
      column: box.along * share.column,
      rail: box.across * share.rail,
      series: box.across * share.series,
    },
    upright,
    edge,
  };
}

// How many rows of numbers there are.
function ranks(felt: Felt): number {
  return Math.max(
    ...felt.boxes.filter((box) => box.rect[1] < ROWS && !box.name.startsWith("column")).map((box) => box.rect[2]),
  );
}

export class Geometry {
  readonly width: number;
  readonly height: number;
  readonly chip: number;
  private readonly left: number;
  private readonly top: number;
  private readonly rails: number[];
  private readonly length: number;
  private readonly boxes: Map<string, Felt["boxes"][number]["rect"]>;

  readonly scale: Scale;
  readonly upright: boolean;
  readonly edge: number;

  constructor(felt: Felt, { scale, upright, edge }: Fit) {
    this.scale = scale;
    this.upright = upright;
    this.edge = edge;
    this.rails = railDepths(felt, scale);
    this.boxes = new Map(felt.boxes.map((box) => [box.name, box.rect]));
    this.length = ranks(felt);
    this.chip = Math.max(12, Math.min(scale.along, scale.across) * (upright ? 0.33 : 0.29));
    const rects = felt.boxes.map((box) => this.raw(box.rect));
    const x0 = Math.min(...rects.map((rect) => rect.x)) - edge;
    const y0 = Math.min(...rects.map((rect) => rect.y)) - edge;
    const x1 = Math.max(...rects.map((rect) => rect.x + rect.width)) + edge;
    const y1 = Math.max(...rects.map((rect) => rect.y + rect.height)) + edge;
    this.left = x0;
    this.top = y0;
    this.width = x1 - x0;
    this.height = y1 - y0;
  }

  point(at: [number, number]): [number, number] {
    const [x, y] = this.turned(this.across(at[0]), this.down(at[1]));
    return [x - this.left, y - this.top];
  }

  // How large the chips of a bet are: a box that is narrower than chips has smaller ones.
  radius(spot: Spot): number {
    const box = this.boxes.get(spot.position);
    if (!box) return this.chip;
    const { width, height } = this.rect(box);
    const narrow = this.below(spot, height) ? SHARED : NARROW;
    return Math.min(this.chip, Math.min(width * NARROW, height * narrow));
  }

  // What is printed on a column is as wide as its box: where there is room, its chips lie below that.
  private below({ position }: Spot, height: number): boolean {
    return position.startsWith("column") && height > DEEP * this.chip;
  }

  // Where they lie. Those on a box of their own keep within its lines.
  lies(spot: Spot): [number, number] {
    const [x, y] = this.point(spot.anchor);
    const box = this.boxes.get(spot.position);
    if (!box) return [x, y];
    const { x: left, y: top, width, height } = this.rect(box);
    const room = this.radius(spot) * APART;
    if (this.below(spot, height))
      return [left + width / 2, top + height - room - Math.max(0, height - 4 * room) * 0.25];
    if (spot.position.startsWith("column") && width > height) return [left + width - room, top + height / 2];
    const within = (at: number, from: number, long: number, longer: boolean): number => {
      if (long < 2 * room) return from + long / 2;
      // In the middle they would cover what is printed there.
      const aside = longer && Math.abs(at - from - long / 2) < 1 ? at + long * ASIDE : at;
      return Math.max(from + room, Math.min(from + long - room, aside));
    };
    const centered = Math.hypot(x - left - width / 2, y - top - height / 2) < 1;
    return [within(x, left, width, centered && width > height), within(y, top, height, centered && height >= width)];
  }

  // Where the chips of a bet stay, if it has a box of its own.
  home(spot: Spot): Rect | null {
    const box = this.boxes.get(spot.kind === "straight" ? (spot.pockets[0] ?? "") : spot.position);
    if (!box) return null;
    const [{ x, y, width, height }, line] = [this.rect(box), this.chip * 0.12];
    // In a box that stands, what is printed has the upper part.
    const printed = spot.kind !== "straight" && height > width * TALL ? height * PRINTED : line;
    return { x: x + line, y: y + printed, width: width - 2 * line, height: height - printed - line };
  }

  rect(of: [number, number, number, number]): Rect {
    const raw = this.raw(of);
    return { ...raw, x: raw.x - this.left, y: raw.y - this.top };
  }

  private raw([x0, y0, x1, y1]: [number, number, number, number]): Rect {
    const [ax, ay] = this.turned(this.across(x0), this.down(y0));
    const [bx, by] = this.turned(this.across(x1), this.down(y1));
    return { x: Math.min(ax, bx), y: Math.min(ay, by), width: Math.abs(ax - bx), height: Math.abs(ay - by) };
  }

  private turned(x: number, y: number): [number, number] {
    return this.upright ? [-y, x] : [x, y];
  }

  // Zeros before the first number and boxes behind the last one have lengths of their own.
  private across(x: number): number {
    const { along, zero, column } = this.scale;
    if (x < 0) return x * zero;
    return x <= this.length ? x * along : this.length * along + (x - this.length) * column;
  }

  // Rails are as deep as what is printed on them needs.
  private down(y: number): number {
    const { across } = this.scale;
    if (y <= ROWS) return y * across;
    let depth = ROWS * across;
    let left = y - ROWS;
    for (const rail of this.rails) {
      depth += Math.min(1, left) * rail;
      left -= 1;
      if (left <= 0) return depth;
    }
    return depth + left * this.scale.rail;
  }
}

function railDepths(felt: Felt, scale: Pick<Scale, "rail" | "series">): number[] {
  const depths: number[] = [];
  for (const box of felt.boxes) {
    const rail = Math.floor(box.rect[1] - ROWS);
    if (rail < 0) continue;
    depths[rail] = box.name.startsWith("series") ? scale.series : (depths[rail] ?? scale.rail);
  }
  return depths;
}
