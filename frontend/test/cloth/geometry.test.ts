import assert from "node:assert/strict";
import { test } from "node:test";
import { DESKTOP, Geometry, fitted, type Fit } from "../../src/cloth/geometry.ts";
import { lying } from "../../src/cloth/layout.ts";
import type { Box, Felt, Spot } from "../../src/wire/types.ts";

const box = (name: string, rect: [number, number, number, number]): Box => ({ name, label: name, color: null, rect });

function felt(series: boolean): Felt {
  const boxes = [box("0", [-1, 0, 0, 3]), box("column:1", [12, 2, 13, 3]), box("dozen:1", [0, 3, 4, 4])];
  for (let n = 1; n <= 36; n += 1) {
    const rank = Math.floor((n - 1) / 3);
    const row = 2 - ((n - 1) % 3);
    boxes.push(box(String(n), [rank, row, rank + 1, row + 1]));
  }
  if (series)
    boxes.push(box("series-3:1-2-3", [0, 4, 1, 5]), box("series-6:1-2", [0, 5, 2, 6]), box("low", [0, 6, 2, 7]));
  else boxes.push(box("low", [0, 4, 2, 5]));
  return { rulebook: "x/1", boxes, spots: [], wheel: [], verified: true, colors: {}, words: {}, unexpressed: [] };
}

const ROOMS = {
  "a phone upright": [382, 640],
  "a small phone upright": [312, 420],
  "a phone sideways": [659, 280],
  "a tablet upright": [484, 808],
  "a laptop": [1100, 500],
  "a large screen": [2900, 1500],
  "a square": [700, 700],
} as const;

for (const series of [false, true]) {
  const drawn = felt(series);
  const fits: [string, Fit, number, number][] = [["as on staff pages", DESKTOP, Infinity, Infinity]];
  for (const [name, [width, height]] of Object.entries(ROOMS))
    fits.push([name, fitted(drawn, { width, height }), width, height]);
  for (const [name, fit, width, height] of fits) {
    test(`chips on a box keep within its lines (${name}, series ${series})`, () => {
      const geometry = new Geometry(drawn, fit);
      for (const one of drawn.boxes) {
        const [x0, y0, x1, y1] = one.rect;
        // Near a corner, where a chip would lie over the next box.
        const spot = { position: one.name, anchor: [x0 + (x1 - x0) * 0.95, y0 + (y1 - y0) * 0.9] } as Spot;
        const [rect, radius, [x, y]] = [geometry.rect(one.rect), geometry.radius(spot), geometry.lies(spot)];
        assert.ok(x - radius >= rect.x && x + radius <= rect.x + rect.width, one.name);
        assert.ok(y - radius >= rect.y && y + radius <= rect.y + rect.height, one.name);
      }
    });
    test(`the chips of several players keep within the lines of a box too (${name}, series ${series})`, () => {
      const geometry = new Geometry(drawn, fit);
      for (const one of drawn.boxes) {
        const [x0, y0, x1, y1] = one.rect;
        const straight = /^\d/.test(one.name);
        const spot = {
          position: straight ? `straight:${one.name}` : one.name,
          kind: straight ? "straight" : "box",
          pockets: [one.name],
          anchor: [(x0 + x1) / 2, (y0 + y1) / 2],
        } as Spot;
        const rect = geometry.rect(one.rect);
        for (const [others, own] of [
          [1, true],
          [3, true],
          [2, false],
          [4, false],
        ] as const) {
          const stacks = lying(spot, others, own, geometry);
          assert.equal(stacks.length, others + Number(own));
          for (const { at, radius } of stacks) {
            assert.ok(at[0] - radius >= rect.x && at[0] + radius <= rect.x + rect.width, one.name);
            assert.ok(at[1] - radius >= rect.y && at[1] + radius <= rect.y + rect.height, one.name);
          }
          const mine = own ? stacks.at(-1) : undefined;
          // The middle of each of the others, where its letter is, is not under one's own.
          for (const { at } of stacks.slice(0, others))
            if (mine) assert.ok(Math.hypot(at[0] - mine.at[0], at[1] - mine.at[1]) > mine.radius * 1.1, one.name);
        }
      }
    });
    test(`boxes tile without overlap and stay on the cloth (${name}, series ${series})`, () => {
      const geometry = new Geometry(drawn, fit);
      assert.ok(geometry.width <= width + 1e-6 && geometry.height <= height + 1e-6, "the whole cloth is in its room");
      const rects = drawn.boxes.map((one) => geometry.rect(one.rect));
      for (const rect of rects) {
        assert.ok(
          rect.x >= 0 &&
            rect.y >= 0 &&
            rect.x + rect.width <= geometry.width &&
            rect.y + rect.height <= geometry.height,
        );
      }
      rects.forEach((one, place) =>
        rects.slice(place + 1).forEach((other) => {
          const apart =
            one.x + one.width <= other.x + 1e-6 ||
            other.x + other.width <= one.x + 1e-6 ||
            one.y + one.height <= other.y + 1e-6 ||
            other.y + other.height <= one.y + 1e-6;
          assert.ok(apart);
        }),
      );
    });
  }

  test(`the cloth fills its room and turns to where its numbers are largest (series ${series})`, () => {
    for (const [name, [width, height]] of Object.entries(ROOMS)) {
      const fit = fitted(drawn, { width, height });
      const geometry = new Geometry(drawn, fit);
      assert.ok(geometry.width > width - 1 || geometry.height > height - 1, name);
      if (width !== height) assert.equal(fit.upright, height > width, name);
    }
  });
}

test("in a box that stands, chips lie under what is printed there, however many have some", () => {
  const drawn = felt(false);
  const spot = { position: "low", kind: "low", pockets: ["1"], anchor: [1.66, 4.5] } as unknown as Spot;
  for (const [width, height] of [
    [382, 640],
    [312, 480],
  ] as const) {
    const geometry = new Geometry(drawn, fitted(drawn, { width, height }));
    const rect = geometry.rect([0, 4, 2, 5]);
    assert.ok(rect.height > 1.3 * rect.width);
    for (const own of [true, false])
      for (const others of [1, 2, 3, 4, 5])
        for (const { at, radius } of lying(spot, others, own, geometry))
          assert.ok(at[1] - radius >= rect.y + rect.height / 2, `${width}: ${others} others${own ? " and mine" : ""}`);
  }
});

test("chips lie below the label of a column that is deep enough, and beside it elsewhere", () => {
  const drawn = felt(false);
  const spot = { position: "column:1", kind: "column", pockets: ["1"], anchor: [12.72, 2.5] } as unknown as Spot;
  for (const [room, below] of [
    [{ width: 1055, height: 355 }, true],
    [{ width: 382, height: 640 }, false],
  ] as const) {
    const geometry = new Geometry(drawn, fitted(drawn, room));
    const [[x, y], rect] = [geometry.lies(spot), geometry.rect([12, 2, 13, 3])];
    const [right, down] = [x - rect.x - rect.width / 2, y - rect.y - rect.height / 2];
    assert.equal(down > 1 && Math.abs(right) < 1, below);
    assert.equal(right > 1 && Math.abs(down) < 1, !below);
  }
});

test("upright, zero is on top, 1 2 3 go from left to right, and boxes outside lie on the left", () => {
  const drawn = felt(true);
  const geometry = new Geometry(drawn, fitted(drawn, { width: 400, height: 800 }));
  const at = (name: string): [number, number] => {
    const rect = geometry.rect(drawn.boxes.find((one) => one.name === name)?.rect ?? [0, 0, 0, 0]);
    return [rect.x + rect.width / 2, rect.y + rect.height / 2];
  };
  assert.ok(at("0")[1] < at("1")[1] && at("1")[1] < at("4")[1]);
  assert.ok(at("1")[0] < at("2")[0] && at("2")[0] < at("3")[0]);
  assert.ok(at("dozen:1")[0] < at("1")[0] && at("low")[0] < at("dozen:1")[0]);
});

test("a point lies in the box it was given in", () => {
  const drawn = felt(true);
  const geometry = new Geometry(drawn, fitted(drawn, { width: 300, height: 600 }));
  const rect = geometry.rect([4, 5, 6, 6]);
  const [x, y] = geometry.point([5, 5.5]);
  assert.ok(x > rect.x && x < rect.x + rect.width && y > rect.y && y < rect.y + rect.height);
});
