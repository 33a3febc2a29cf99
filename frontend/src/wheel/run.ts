// The run of a ball, worked out: around the rim against the wheel, slower and slower; then down the bowl, over the
// frets and into the pocket that was declared. Where it ends is given, how it gets there follows from the round: no two
// rounds look alike, and a page that is loaded anew shows the same.
//
// Angles are in degrees, clockwise; speeds in degrees per millisecond; radii in parts of the wheel's own.

import { FALL } from "../wire/reveal.ts";

export const TRACK = 0.893;
export const FRETS = 0.655;
export const POCKET = 0.575;
const DEFLECTORS = 0.825;
const FRAME = 1000 / 60;
const [DOWN_LEAST, DOWN_MOST] = [750, 1750];
// How much of its speed the ball keeps on its way down the bowl.
const KEPT = 0.75;
// How fast it leaps off the frets at first, in parts of its speed on the rim.
const LEAP = 0.55;
const LONGEST_HOP = 400;
const HOP_SHRINKS = 0.79;
const SETTLING = 280;
const SWING = 0.26;

export interface Spin {
  start: number;
  first: number;
  last: number;
  slowing: number;
}

export interface Frame {
  angle: number;
  radius: number;
  // How high the ball is over what is below it, in parts of its highest.
  height: number;
}

// The ball hits something: when, in milliseconds of the fall, and how hard.
export interface Strike {
  at: number;
  force: number;
}

export interface Fall {
  frames: Frame[];
  strikes: Strike[];
}

// Numbers from 0 to 1 that follow from a text: the same text, the same numbers.
export function chance(seed: string): () => number {
  let state = 2166136261;
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function spin(seed: string): Spin {
  const any = chance(`spin ${seed}`);
  const between = (least: number, most: number): number => least + (most - least) * any();
  return {
    start: between(0, 360),
    first: between(0.66, 0.82),
    last: between(0.165, 0.2),
    slowing: between(3000, 4000),
  };
}

// Friction takes from the speed in proportion to it, down to where the ball would leave the rim.
export function speedAt({ first, last, slowing }: Spin, after: number): number {
  return last + (first - last) * Math.exp(-after / slowing);
}

export function angleAt({ start, first, last, slowing }: Spin, after: number): number {
  return start + last * after + (first - last) * slowing * (1 - Math.exp(-after / slowing));
}

interface Hop {
  pockets: number;
  lasts: number;
  rise: number;
}

interface Way {
  down: number;
  slowed: number;
  hops: Hop[];
}

// From the rim into a pocket, as seen from the turning wheel: from an angle, at a speed, to the pocket's own angle.
export function fall(seed: string, from: number, speed: number, to: number, step: number): Fall {
  const any = chance(`fall ${seed}`);
  const way = wayDown(any, from, speed, to, step);
  const { hops } = way;
  const track = new Track();
  descend(track, any, from, speed, way);
  let angle = to - hops.reduce((sum, hop) => sum + hop.pockets, 0) * step;
  // The same angle, as many turns on as the ball made: it never goes back to begin its hops.
  angle += Math.round((from + ((speed + way.slowed) / 2) * way.down - angle) / 360) * 360;
  hops.forEach((hop, place) => {
    const last = place === hops.length - 1;
    track.strike(hop.rise * (last ? 4 : 6));
    const ends = angle + hop.pockets * step;
    const [low, high] = [landing(place / hops.length), landing((place + 1) / hops.length)];
    track.move(hop.lasts, (share) => ({
      angle: angle + (ends - angle) * share,
      radius: low + (high - low) * share + hop.rise * arch(share),
      height: hop.rise * 9 * arch(share),
    }));
    angle = ends;
  });
  settle(track, angle, step, any() < 0.5 ? -1 : 1);
  return { frames: track.frames, strikes: track.strikes };
}

// The ball's way as frames, and what it hit.
class Track {
  readonly frames: Frame[] = [];
  readonly strikes: Strike[] = [];
  private at = 0;
  private next = 0;

  strike(force: number): void {
    this.strikes.push({ at: this.at, force: Math.min(1, force) });
  }

  move(lasts: number, where: (share: number) => Frame): void {
    const ends = this.at + lasts;
    for (; this.next < ends && this.next < FALL; this.next += FRAME)
      this.frames.push(where((this.next - this.at) / lasts));
    this.at = ends;
  }

  rest(frame: Frame): void {
    this.frames.push(frame);
  }
}

function arch(share: number): number {
  return 4 * share * (1 - share);
}

// Where a hop lands: first on the frets' outer ends, then deeper.
function landing(share: number): number {
  return FRETS - (FRETS - POCKET - 0.02) * share;
}

// Of all ways that end in the right pocket, one on which the ball neither stops nor speeds up; a little by chance.
function wayDown(any: () => number, from: number, speed: number, to: number, step: number): Way {
  let best: Way = { down: DOWN_LEAST, slowed: speed, hops: [] };
  let least = Infinity;
  for (let pockets = 2; pockets <= 18; pockets += 1) {
    for (let turns = 0; turns < 6; turns += 1) {
      const far = ((((to - pockets * step - from) % 360) + 360) % 360) + turns * 360;
      const down = Math.max(DOWN_LEAST, Math.min(DOWN_MOST, (2 * far) / (speed * (1 + KEPT))));
      const slowed = (2 * far) / down - speed;
      const hops = hopsOf(any, FALL - down - SETTLING, pockets, slowed / step);
      const leaps = ((hops[0]?.pockets ?? 0) * step) / (hops[0]?.lasts ?? 1) / speed;
      const off = Math.abs(slowed / speed - KEPT) * 2 + Math.abs(leaps - LEAP) * 2 + any() * 0.3;
      if (off < least) [best, least] = [{ down, slowed, hops }, off];
    }
  }
  return best;
}

// Each hop is shorter and lower than the one before; now and then the ball is knocked back a pocket. The first goes as
// far as is left of the way.
function hopsOf(any: () => number, time: number, far: number, speed: number): Hop[] {
  let count = 2;
  const first = (): number => (time * (1 - HOP_SHRINKS)) / (1 - HOP_SHRINKS ** count);
  while (first() > LONGEST_HOP && count < 9) count += 1;
  const height = 0.075 + 0.03 * any();
  const hops = Array.from({ length: count }, (_, place) => {
    const lasts = first() * HOP_SHRINKS ** place;
    const pockets = Math.round(speed * lasts * 0.5 ** place * (0.6 + 0.8 * any()));
    return { pockets: Math.max(0, pockets), lasts, rise: height * 0.68 ** place };
  });
  const back = hops[Math.floor(any() * count * 2)];
  if (back && back !== hops.at(-1)) back.pockets = -1;
  if (hops[0]) hops[0].pockets = far - hops.slice(1).reduce((sum, hop) => sum + hop.pockets, 0);
  return hops;
}

// Off the rim and down, faster and faster; most balls touch a deflector on the way.
function descend(track: Track, any: () => number, from: number, speed: number, way: Way): void {
  const touches = any() < 0.7 ? 0.55 + 0.15 * any() : 1;
  const angle = (share: number): number =>
    from + way.down * (speed * share + ((way.slowed - speed) / 2) * share * share);
  const leaves = touches < 1 ? DEFLECTORS : FRETS;
  track.move(way.down * touches, (part) => ({
    angle: angle(part * touches),
    radius: TRACK - (TRACK - leaves) * part ** 2.6,
    height: 0,
  }));
  if (touches === 1) return;
  track.strike(0.5);
  track.move(way.down * (1 - touches), (part) => ({
    angle: angle(touches + part * (1 - touches)),
    radius: DEFLECTORS + 0.055 * arch(part * 0.75) - (DEFLECTORS - FRETS + 0.041) * part ** 2.2,
    height: 0.5 * arch(part),
  }));
}

// Between the two frets of its pocket, to and fro.
function settle(track: Track, angle: number, step: number, side: number): void {
  track.strike(0.22);
  track.move(SETTLING, (share) => {
    const left = (1 - share) ** 2;
    return {
      angle: angle + side * step * SWING * Math.sin(share * Math.PI * 3) * left,
      radius: POCKET + 0.02 * left + 0.018 * Math.abs(Math.sin(share * Math.PI * 2)) * left,
      height: 0.15 * Math.abs(Math.sin(share * Math.PI * 2)) * left,
    };
  });
  track.strike(0.1);
  track.rest({ angle, radius: POCKET, height: 0 });
}
