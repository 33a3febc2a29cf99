// The draw against the vectors of every wheel, and its hash functions against Node's own: whatever library is used, it
// must give what everybody else gives.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { counted, draw, WHEELS } from "../../src/examine/draw.ts";

test("SHA-256 agrees with Node's for messages of every length around a block", () => {
  for (let length = 0; length < 260; length += 1) {
    const message = Uint8Array.from({ length }, (_, place) => (place * 37 + length) % 256);
    const wanted = createHash("sha256").update(message).digest();
    assert.deepEqual(Buffer.from(sha256(message)), wanted, `length ${length}`);
  }
});

test("HMAC agrees with Node's for keys on either side of a block", () => {
  const message = new TextEncoder().encode("輪盤");
  for (const length of [0, 1, 63, 64, 65, 128, 200]) {
    const key = Uint8Array.from({ length }, (_, place) => (place * 11 + 3) % 256);
    const wanted = createHmac("sha256", key).update(message).digest();
    assert.deepEqual(Buffer.from(hmac(sha256, key, message)), wanted, `key of ${length}`);
  }
});

interface Vector {
  case: string;
  table: string;
  round: string;
  secret: string;
  commitment: string;
  rejected: number[];
  byte: number;
  pocket: string;
}

for (const size of ["37", "38", "39"]) {
  test(`every vector of the wheel of ${size} pockets is drawn again`, () => {
    const file = new URL(`../../../conformance/wheel/${size}.json`, import.meta.url);
    const known = JSON.parse(readFileSync(file, "utf8")) as { digest: string; pockets: string[]; vectors: Vector[] };
    assert.deepEqual(WHEELS[size], known.pockets);
    assert.deepEqual(counted(known.pockets.toReversed()), known.pockets);
    assert.ok(known.vectors.length >= 100);
    for (const one of known.vectors) {
      const found = draw({
        table: one.table,
        round: one.round,
        digest: known.digest,
        secret: one.secret,
        pockets: known.pockets,
      });
      assert.equal(found.commitment, one.commitment, one.case);
      assert.equal(found.byte, one.byte, one.case);
      assert.equal(found.pocket, one.pocket, one.case);
      assert.deepEqual(
        found.blocks.flatMap((block) => block.bytes.filter((byte) => !byte.taken).map((byte) => byte.value)),
        one.rejected,
        one.case,
      );
    }
  });
}

test("another table, round, digest or secret gives another commitment or another block", () => {
  const given = {
    table: "T1",
    round: "7",
    digest: "d".repeat(64),
    secret: "5b".repeat(32),
    pockets: WHEELS["37"] ?? [],
  };
  const before = draw(given);
  for (const change of [{ table: "T2" }, { round: "8" }, { secret: "5c".repeat(32) }]) {
    assert.notEqual(draw({ ...given, ...change }).commitment, before.commitment);
  }
  assert.equal(draw({ ...given, digest: "e".repeat(64) }).commitment, before.commitment);
  assert.notDeepEqual(draw({ ...given, digest: "e".repeat(64) }).blocks, before.blocks);
});

test("what is no secret is refused in words", () => {
  const given = { table: "T1", round: "7", digest: "d", pockets: WHEELS["37"] ?? [] };
  for (const secret of ["", "5b", "5B".repeat(32), "5b".repeat(33), "zz".repeat(32)]) {
    assert.throws(() => draw({ ...given, secret }), /64 digits/);
  }
});
