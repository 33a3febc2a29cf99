// Where a finger was, in boxes of a number, and which chips lie near there.

import { DESKTOP, Geometry } from "../cloth/geometry.ts";
import type { Within } from "../cloth/touch.ts";
import type { Chip } from "../wire/fold.ts";
import type { Felt } from "../wire/types.ts";

const NEAR = 1.2;

// Kept as it was touched; it is not snapped to a bet.
export function touched(felt: Felt, [along, down]: Within): string {
  const geometry = new Geometry(felt, DESKTOP);
  const [x, y] = [along * geometry.width, down * geometry.height];
  return written([halved((at) => geometry.point([at, 0])[0], x), halved((at) => geometry.point([0, at])[1], y)]);
}

export function written(point: readonly [number, number]): string {
  return point.map((one) => one.toFixed(3)).join(",");
}

export function chipsNear(point: string, chips: Iterable<Chip>, felt: Felt | null): Chip[] {
  const [x = 0, y = 0] = point.split(",").map(Number);
  const away = (chip: Chip): number => {
    const anchor = felt?.spots.find((one) => one.position === chip.position)?.anchor ?? [99, 99];
    return Math.hypot(anchor[0] - x, anchor[1] - y);
  };
  return [...chips].filter((chip) => chip.state !== "held" && away(chip) < NEAR).toSorted((a, b) => away(a) - away(b));
}

// From a point of the picture back to boxes: each axis grows with its own coordinate, so halving finds it.
function halved(of: (at: number) => number, wanted: number): number {
  let [low, high] = [-4, 20];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (of(middle) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
