import assert from "node:assert/strict";
import { test } from "node:test";
import { Geometry, scaleFor, standsUpright } from "../src/geometry.ts";
import type { Box, Felt } from "../src/wire.ts";

const box = (name: string, rect: [number, number, number, number]): Box => ({ name, label: name, color: null, rect });

function felt(series: boolean): Felt {
  const boxes = [box("0", [-1, 0, 0, 3]), box("column:1", [12, 2, 13, 3]), box("dozen:1", [0, 3, 4, 4])];
  for (let n = 1; n <= 36; n += 1) {
    const rank = Math.floor((n - 1) / 3);
    const row = 2 - ((n - 1) % 3);
    boxes.push(box(String(n), [rank, row, rank + 1, row + 1]));
  }
  if (series) boxes.push(box("series-3:1-2-3", [0, 4, 1, 5]), box("series-6:1-2", [0, 5, 2, 6]), box("low", [0, 6, 2, 7]));
  else boxes.push(box("low", [0, 4, 2, 5]));
  return { rulebook: "x/1", boxes, spots: [], wheel: [], verified: true, colors: {}, words: {} };
}

test("only a cloth with many rows of boxes stands upright", () => {
  assert.equal(standsUpright(felt(false)), false);
  assert.equal(standsUpright(felt(true)), true);
});

for (const [phone, upright, series] of [[false, false, false], [false, true, true], [true, true, false], [true, true, true]] as const) {
  test(`boxes tile without overlap and stay on the cloth (phone ${phone}, upright ${upright}, series ${series})`, () => {
    const drawn = felt(series);
    const geometry = new Geometry(drawn, scaleFor(drawn, phone, upright), upright);
    const rects = drawn.boxes.map((one) => geometry.rect(one.rect));
    for (const rect of rects) {
      assert.ok(rect.x >= 0 && rect.y >= 0 && rect.x + rect.width <= geometry.width && rect.y + rect.height <= geometry.height);
    }
    rects.forEach((one, place) => rects.slice(place + 1).forEach((other) => {
      const apart = one.x + one.width <= other.x + 1e-6 || other.x + other.width <= one.x + 1e-6
        || one.y + one.height <= other.y + 1e-6 || other.y + other.height <= one.y + 1e-6;
      assert.ok(apart);
    }));
  });
}

test("upright, zero is on top, 1 2 3 go from left to right, and boxes outside lie on the left", () => {
  const drawn = felt(true);
  const geometry = new Geometry(drawn, scaleFor(drawn, false, true), true);
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
  const geometry = new Geometry(drawn, scaleFor(drawn, true, true), true);
  const rect = geometry.rect([4, 5, 6, 6]);
  const [x, y] = geometry.point([5, 5.5]);
  assert.ok(x > rect.x && x < rect.x + rect.width && y > rect.y && y < rect.y + rect.height);
});
