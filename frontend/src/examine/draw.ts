// The draw of the random wheel, made again step by step as docs/random-wheel.md says. It knows nothing of the service.
// The hash functions are those of a library: `crypto.subtle` is missing on plain-http pages of a local network, where
// tables are played.

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export const BLOCKS = 4;
const TIMES = 6;
const SECRET = /^[0-9a-f]{64}$/;

export interface Given {
  table: string;
  round: string;
  digest: string;
  secret: string;
  pockets: string[];
}

export interface Looked {
  value: number;
  taken: boolean;
}

export interface Draw {
  commitment: string;
  limit: number;
  blocks: { number: number; bytes: Looked[]; rest: number[] }[];
  byte: number | null;
  counted: number | null;
  pocket: string | null;
}

// A text as its length in four bytes, the highest first, and then its UTF-8.
export function framed(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, bytes.length);
  return concatBytes(length, bytes);
}

export function commitment(given: Given, secret: Uint8Array): string {
  const parts = [utf8ToBytes("croupier/commit/1"), framed(given.table), framed(given.round), secret];
  return bytesToHex(sha256(concatBytes(...parts)));
}

export function draw(given: Given): Draw {
  if (!SECRET.test(given.secret)) throw new Error("The secret is 64 digits 0–9, a–f.");
  const secret = hexToBytes(given.secret);
  const count = given.pockets.length;
  const limit = TIMES * count;
  const found: Draw = {
    commitment: commitment(given, secret),
    limit,
    blocks: [],
    byte: null,
    counted: null,
    pocket: null,
  };
  const named = [framed(given.table), framed(given.round), framed(given.digest)];
  const start = concatBytes(utf8ToBytes("croupier/draw/1"), ...named);
  for (let number = 0; number < BLOCKS && found.byte === null; number += 1) {
    const block = [...hmac(sha256, secret, concatBytes(start, Uint8Array.of(number)))];
    const first = block.findIndex((value) => value < limit);
    const looked = first < 0 ? block : block.slice(0, first + 1);
    found.blocks.push({
      number,
      bytes: looked.map((value) => ({ value, taken: value < limit })),
      rest: block.slice(looked.length),
    });
    const value = first < 0 ? undefined : block[first];
    if (value !== undefined) {
      found.byte = value;
      found.counted = value % count;
      found.pocket = given.pockets[value % count] ?? null;
    }
  }
  return found;
}

// Pockets are counted S, 00, 0, 1 … 36, whatever their order on the wheel.
export function counted(wheel: readonly string[]): string[] {
  const rank = (pocket: string): number =>
    ["S", "00"].includes(pocket) ? ["S", "00"].indexOf(pocket) - 2 : Number(pocket);
  return wheel.toSorted((a, b) => rank(a) - rank(b));
}

export const WHEELS: Record<string, string[]> = Object.fromEntries(
  [
    ["37", []],
    ["38", ["00"]],
    ["39", ["S", "00"]],
  ].map(([size, more]) => [
    size as string,
    [...(more as string[]), ...Array.from({ length: 37 }, (_, number) => String(number))],
  ]),
);
