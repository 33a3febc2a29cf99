// Where things lie on the picture: the stacks around a spot, the double line, the tone of a player without a color.

import { svg } from "lit";
import type { Geometry, Rect } from "./geometry.ts";
import type { Felt, Spot } from "../wire/types.ts";

const SMALL_CHIP = 16;

// As many stacks on one spot as can be told apart there.
export function shownMost({ chip }: Geometry): number {
  return chip < SMALL_CHIP ? 3 : 4;
}

// A stack as it lies on the picture.
export interface Lying {
  at: [number, number];
  radius: number;
}

// The chips of others are smaller than one's own, as shares of its radius, and still to be read, in pixels.
const ALONE = 0.86;
const AMONG = 0.8;
const BESIDE = 0.58;
const LEGIBLE = 9;
// How far the others lie around the middle or around one's own, in radii of a chip, and there by which angle apart.
const AROUND = 0.75;
const BELOW = 1.3;
const FANNED = 1.2;

// The stacks of some others on a spot, and one's own behind them in the list if there is one: it is whole, and the
// others show their letters below it. In a box they keep within its lines: where they would not, they are smaller.
export function lying(spot: Spot, others: number, own: boolean, geometry: Geometry): Lying[] {
  const [[x, y], radius] = [geometry.lies(spot), geometry.radius(spot)];
  const small = Math.min(ALONE, Math.max(own ? BESIDE : others > 1 ? AMONG : ALONE, LEGIBLE / radius));
  const room = geometry.home(spot);
  // In the low boxes of a cloth that stands they lie beside one's own, and not between it and the next number.
  const low = own && spot.kind === "straight" && room !== null && room.width > room.height * 1.5;
  const up = own && others && !low ? 0.25 : 0;
  const stacks = Array.from({ length: others + Number(own) }, (_, place): Lying => {
    const mine = place === others;
    const angle = own ? Math.PI / 2 - (place - (others - 1) / 2) * FANNED : Math.PI * (1 + (2 * place) / others);
    const far = mine || others + Number(own) < 2 ? 0 : own ? BELOW : AROUND;
    if (low && !mine)
      return { at: [x + (place % 2 ? 1 : -1) * (BELOW + Math.floor(place / 2)) * radius, y], radius: radius * small };
    return {
      at: [x + far * Math.cos(angle) * radius, y + (far * Math.sin(angle) - up) * radius],
      radius: radius * (mine ? 1 : small),
    };
  });
  return room && stacks.length > 1 ? kept(stacks, room) : stacks;
}

// Moved as little as brings them between the lines, and no larger than goes there.
function kept(stacks: Lying[], room: Rect): Lying[] {
  const bounds = (of: 0 | 1): [number, number] => [
    Math.min(...stacks.map(({ at, radius }) => at[of] - radius)),
    Math.max(...stacks.map(({ at, radius }) => at[of] + radius)),
  ];
  const [[x0, x1], [y0, y1]] = [bounds(0), bounds(1)];
  const scale = Math.min(1, room.width / (x1 - x0), room.height / (y1 - y0));
  const moved = (from: number, long: number, start: number, space: number): number =>
    Math.max(start, Math.min(start + space - long * scale, from + (long * (1 - scale)) / 2));
  const [left, top] = [moved(x0, x1 - x0, room.x, room.width), moved(y0, y1 - y0, room.y, room.height)];
  return stacks.map(({ at: [x, y], radius }) => ({
    at: [left + (x - x0) * scale, top + (y - y0) * scale],
    radius: radius * scale,
  }));
}

// The line between the numbers and the boxes outside them is a double one.
export function outsideLine(felt: Felt, geometry: Geometry): unknown {
  const end = Math.max(...felt.boxes.filter((box) => felt.colors[box.name] !== undefined).map((box) => box.rect[2]));
  return [-0.035, 0.035].map((off) => {
    const [x0, y0] = geometry.point([0, 3 + off]);
    const [x1, y1] = geometry.point([end, 3 + off]);
    return svg`<line class="brass" x1=${x0} y1=${y0} x2=${x1} y2=${y1}></line>`;
  });
}

export function tone(player: string): number {
  let sum = 0;
  for (const letter of player) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return sum % 8;
}
