// Our SHA-256 and HMAC against published vectors, against Node's own, and the draw against the vectors of every wheel.

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { hex, hmac, sha256, unhex, utf8 } from "../src/sha256.ts";
import { counted, draw, WHEELS } from "../src/verify-draw.ts";

function bytes(digits: string): Uint8Array {
  const found = unhex(digits);
  assert.ok(found);
  return found;
}

test("SHA-256 gives the examples of FIPS 180-4", () => {
  const known: [string, string][] = [
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
    ["abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"],
    ["a".repeat(1_000_000), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"],
  ];
  for (const [message, digest] of known) assert.equal(hex(sha256(utf8(message))), digest);
});

test("SHA-256 pads messages of every length as others do", () => {
  for (let length = 0; length < 260; length += 1) {
    const message = Uint8Array.from({ length }, (_, place) => (place * 37 + length) % 256);
    assert.equal(hex(sha256(message)), createHash("sha256").update(message).digest("hex"), `length ${length}`);
  }
});

test("HMAC gives the test cases of RFC 4231", () => {
  const known: [string, string, string][] = [
    ["0b".repeat(20), hex(utf8("Hi There")), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
    [hex(utf8("Jefe")), hex(utf8("what do ya want for nothing?")), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
    ["aa".repeat(20), "dd".repeat(50), "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"],
    ["0102030405060708090a0b0c0d0e0f10111213141516171819", "cd".repeat(50), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"],
    ["aa".repeat(131), hex(utf8("Test Using Larger Than Block-Size Key - Hash Key First")), "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"],
    ["aa".repeat(131), hex(utf8("This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.")),
      "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"],
  ];
  for (const [key, message, digest] of known) assert.equal(hex(hmac(bytes(key), bytes(message))), digest);
});

test("HMAC agrees with Node's for keys on either side of a block", () => {
  for (const length of [0, 1, 63, 64, 65, 128, 200]) {
    const key = Uint8Array.from({ length }, (_, place) => (place * 11 + 3) % 256);
    assert.equal(hex(hmac(key, utf8("輪盤"))), createHmac("sha256", key).update("輪盤").digest("hex"), `key of ${length}`);
  }
});

interface Vector { case: string; table: string; round: string; secret: string; commitment: string; rejected: number[]; byte: number; pocket: string }

for (const size of ["37", "38", "39"]) {
  test(`every vector of the wheel of ${size} pockets is drawn again`, () => {
    const file = new URL(`../../conformance/wheel/${size}.json`, import.meta.url);
    const known = JSON.parse(readFileSync(file, "utf8")) as { digest: string; pockets: string[]; vectors: Vector[] };
    assert.deepEqual(WHEELS[size], known.pockets);
    assert.deepEqual(counted([...known.pockets].reverse()), known.pockets);
    assert.ok(known.vectors.length >= 100);
    for (const one of known.vectors) {
      const found = draw({ table: one.table, round: one.round, digest: known.digest, secret: one.secret, pockets: known.pockets });
      assert.equal(found.commitment, one.commitment, one.case);
      assert.equal(found.byte, one.byte, one.case);
      assert.equal(found.pocket, one.pocket, one.case);
      assert.deepEqual(found.blocks.flatMap((block) => block.bytes.filter((byte) => !byte.taken).map((byte) => byte.value)), one.rejected, one.case);
    }
  });
}

test("another table, round, digest or secret gives another commitment or another block", () => {
  const given = { table: "T1", round: "7", digest: "d".repeat(64), secret: "5b".repeat(32), pockets: WHEELS["37"] ?? [] };
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
