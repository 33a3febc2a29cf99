// From the service's coordinates, in boxes of a number, to the picture. Nothing is derived here but pixels.

import type { Felt } from "./wire.ts";

export interface Scale { along: number; across: number; rail: number; series: number; column: number; zero: number }
export interface Rect { x: number; y: number; width: number; height: number }

const ROWS = 3;
export const DESKTOP: Scale = { along: 64, across: 78, rail: 54, series: 54, column: 74, zero: 64 };
const STANDING: Scale = { along: 56, across: 78, rail: 60, series: 104, column: 56, zero: 56 };
const PHONE: Scale = { along: 43, across: 84, rail: 46, series: 46, column: 40, zero: 40 };
const PHONE_SERIES: Scale = { along: 45, across: 62, rail: 38, series: 44, column: 42, zero: 42 };
const EDGE = 14;
const DEEP = 5.5;

// A cloth with more rows of boxes than a table is wide stands upright, zero on top.
export function standsUpright(felt: Felt): boolean {
  return Math.max(...felt.boxes.map((box) => box.rect[3])) > DEEP;
}

export function scaleFor(felt: Felt, phone: boolean, upright: boolean): Scale {
  if (phone) return standsUpright(felt) ? PHONE_SERIES : PHONE;
  return upright ? STANDING : DESKTOP;
}

export class Geometry {
  readonly width: number;
  readonly height: number;
  readonly chip: number;
  private readonly left: number;
  private readonly top: number;
  private readonly rails: number[];
  private readonly length: number;

  readonly scale: Scale;
  readonly upright: boolean;

  constructor(felt: Felt, scale: Scale, upright: boolean) {
    this.scale = scale;
    this.upright = upright;
    this.rails = railDepths(felt, scale);
    this.length = Math.max(...felt.boxes.filter((box) => box.rect[1] < ROWS && !box.name.startsWith("column")).map((box) => box.rect[2]));
    this.chip = Math.max(13, Math.min(scale.along, scale.across) * 0.26);
    const rects = felt.boxes.map((box) => this.raw(box.rect));
    const x0 = Math.min(...rects.map((rect) => rect.x)) - EDGE;
    const y0 = Math.min(...rects.map((rect) => rect.y)) - EDGE;
    const x1 = Math.max(...rects.map((rect) => rect.x + rect.width)) + EDGE;
    const y1 = Math.max(...rects.map((rect) => rect.y + rect.height)) + EDGE;
    this.left = x0;
    this.top = y0;
    this.width = x1 - x0;
    this.height = y1 - y0;
  }

  point(at: [number, number]): [number, number] {
    const [x, y] = this.turned(this.across(at[0]), this.down(at[1]));
    return [x - this.left, y - this.top];
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

function railDepths(felt: Felt, scale: Scale): number[] {
  const depths: number[] = [];
  for (const box of felt.boxes) {
    const rail = Math.floor(box.rect[1] - ROWS);
    if (rail < 0) continue;
    depths[rail] = box.name.startsWith("series") ? scale.series : depths[rail] ?? scale.rail;
  }
  return depths;
}
