import assert from "node:assert/strict";
import { test } from "node:test";
import { encode } from "uqr";
import { picture } from "../../src/staff/qr.ts";

const LINK = "http://192.168.1.20:8360/#join=uK3x-0aBcDeFgHiJkLmNoPqRsTuVwXyZ";
const MARGIN = 4;

// The square in a corner by which a reader finds the picture: dark, light, dark.
function isFinder(data: boolean[][], x: number, y: number): boolean {
  return Array.from({ length: 7 }, (_, row) =>
    Array.from({ length: 7 }, (_cell, column) => {
      const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
      return data[y + row]?.[x + column] === (ring !== 2);
    }),
  )
    .flat()
    .every(Boolean);
}

test("a link becomes a square with its margin and three corners to find it by", () => {
  const { data, size } = encode(LINK, { ecc: "M", border: MARGIN });
  assert.equal((size - 2 * MARGIN - 17) % 4, 0);
  const far = size - MARGIN - 7;
  assert.ok(isFinder(data, MARGIN, MARGIN) && isFinder(data, far, MARGIN) && isFinder(data, MARGIN, far));
  assert.ok(!isFinder(data, far, far));
});

test("every dark square is drawn once, and none lies in the margin", () => {
  const { data, size } = encode(LINK, { ecc: "M", border: MARGIN });
  const drawn = picture(LINK, "Link").values.at(-1) as string;
  const squares = [...drawn.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  assert.equal(squares.length, data.flat().filter(Boolean).length);
  for (const [x, y] of squares) {
    assert.ok(data[y]?.[x]);
    assert.ok(Math.min(x, y) >= MARGIN && Math.max(x, y) < size - MARGIN);
  }
});
