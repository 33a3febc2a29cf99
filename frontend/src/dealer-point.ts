// Where a finger was, in boxes of a number.

import type { Geometry } from "./geometry.ts";

// From a point of the picture back to boxes of a number: each axis grows with its own coordinate, so halving finds it.
export function unplaced(geometry: Geometry, [x, y]: [number, number]): [number, number] {
  return [halved((at) => geometry.point([at, 0])[0], x), halved((at) => geometry.point([0, at])[1], y)];
}

function halved(of: (at: number) => number, wanted: number): number {
  let [low, high] = [-4, 20];
  for (let step = 0; step < 40; step += 1) {
    const middle = (low + high) / 2;
    if (of(middle) < wanted) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
