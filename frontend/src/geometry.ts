// From the service's coordinates, in boxes of a number, to the picture. Nothing is derived here but pixels.

import type { Felt } from "./wire.ts";

export interface Scale { along: number; across: number; rail: number }
export interface Rect { x: number; y: number; width: number; height: number }

const ROWS = 3;
export const DESKTOP: Scale = { along: 64, across: 78, rail: 54 };
export const PHONE: Scale = { along: 48, across: 62, rail: 46 };
const EDGE = 14;

export class Geometry {
  readonly width: number;
  readonly height: number;
  private readonly left: number;
  private readonly top: number;

  constructor(felt: Felt, readonly scale: Scale, readonly upright: boolean) {
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

  private across(x: number): number {
    return x * this.scale.along;
  }

  // Rails are less deep than the rows of numbers.
  private down(y: number): number {
    const { across, rail } = this.scale;
    return y <= ROWS ? y * across : ROWS * across + (y - ROWS) * rail;
  }
}
