// The run of a ball: it ends where it was declared, begins where it was, never jumps, and follows from its round.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FRETS, POCKET, TRACK, angleAt, fall, speedAt, spin } from "../../src/wheel/run.ts";

const FRAME = 1000 / 60;
const WHEEL_SPEED = 0.04;

function turned(angle: number): number {
  return ((((angle + 180) % 360) + 360) % 360) - 180;
}

test("the ball ends in the declared pocket on every wheel, from wherever and however fast it comes", () => {
  for (const size of [37, 38, 39]) {
    const step = 360 / size;
    for (let round = 0; round < 300; round += 1) {
      const run = spin(`table/${round}`);
      const after = (round % 13) * 1000;
      const [from, speed, to] = [angleAt(run, after), speedAt(run, after) + WHEEL_SPEED, (round % size) * step];
      const { frames } = fall(`table/${round}`, from, speed, to, step);
      const last = frames.at(-1);
      assert.ok(last && Math.abs(turned(last.angle - to)) < 1e-6, `${size} pockets, round ${round}`);
      assert.equal(last.radius, POCKET);
      assert.ok(Math.abs(turned((frames[0]?.angle ?? NaN) - from)) < 1e-6, "begins where it was");
    }
  }
});

test("the ball leaves the rim once, falls to the frets and never jumps", () => {
  for (let round = 0; round < 300; round += 1) {
    const run = spin(`t/${round}`);
    const speed = speedAt(run, 11_000) + WHEEL_SPEED;
    const { frames, strikes } = fall(`t/${round}`, angleAt(run, 11_000), speed, 100, 360 / 37);
    assert.ok(Math.abs((frames[0]?.radius ?? 0) - TRACK) < 1e-9);
    frames.forEach((frame, place) => {
      const before = frames[place - 1] ?? frame;
      assert.ok(Math.abs(frame.angle - before.angle) < speed * FRAME * 1.6, "no leap around the wheel");
      assert.ok(Math.abs(frame.radius - before.radius) < 0.045, "no leap across it");
      assert.ok(frame.radius <= TRACK + 1e-9 && frame.radius > POCKET - 0.01);
    });
    assert.ok(strikes.length >= 4 && strikes.length <= 12);
    assert.ok(strikes.every(({ at, force }, place) => force > 0 && force <= 1 && at >= (strikes[place - 1]?.at ?? 0)));
    assert.ok(frames.some(({ radius }) => radius > FRETS + 0.02 && radius < TRACK - 0.05));
  }
});

test("a round's run is the same whenever it is asked for, and another round's is another", () => {
  const shown = (seed: string): string => {
    const run = spin(seed);
    return JSON.stringify([run, fall(seed, 10, 0.24, 90, 360 / 37).strikes]);
  };
  assert.equal(shown("mbs-3/17"), shown("mbs-3/17"));
  const seen = new Set(Array.from({ length: 100 }, (_, round) => shown(`mbs-3/${round}`)));
  assert.equal(seen.size, 100);
});

test("friction slows the ball down, fast at first, and never stops or turns it", () => {
  const run = spin("mbs-3/1");
  let [angle, speed] = [angleAt(run, 0), speedAt(run, 0)];
  let lost = Infinity;
  for (let at = 500; at <= 20_000; at += 500) {
    const [next, slower] = [angleAt(run, at), speedAt(run, at)];
    assert.ok(next > angle && slower < speed && slower > 0.15);
    assert.ok(speed - slower < lost);
    lost = speed - slower;
    [angle, speed] = [next, slower];
  }
});
