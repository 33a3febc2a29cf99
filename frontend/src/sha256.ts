// SHA-256 and HMAC of our own: `crypto.subtle` is missing on plain-http pages of a local network, where tables are played.

const ROUNDS = 64;
const BLOCK = 64;

// The first 32 bits of the fractional parts of the roots of the first primes: square roots begin the hash, cube roots turn it.
const PRIMES = primes(ROUNDS);
const BEGIN = PRIMES.slice(0, 8).map((prime) => fraction(BigInt(prime), 2n));
const TURNS = PRIMES.map((prime) => fraction(BigInt(prime), 3n));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
}

// The whole root of n shifted by 32 bits, without its whole part: exact, because it is found in integers.
function fraction(n: bigint, root: bigint): number {
  const wanted = n << (32n * root);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** root <= wanted) low = middle; else high = middle;
  }
  return Number(low & 0xffffffffn);
}

function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function take(hash: Uint32Array, words: Uint32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i += 1) words[i] = view.getUint32(at + i * 4);
  for (let i = 16; i < ROUNDS; i += 1) {
    const a = words[i - 15] ?? 0;
    const b = words[i - 2] ?? 0;
    const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
    const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
    words[i] = ((words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < ROUNDS; i += 1) {
    const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (TURNS[i] ?? 0) + (words[i] ?? 0)) | 0;
    const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => { hash[i] = ((hash[i] ?? 0) + word) | 0; });
}

export function sha256(message: Uint8Array): Uint8Array {
  const size = Math.ceil((message.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(size);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(size - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(size - 4, (message.length << 3) >>> 0);
  const hash = Uint32Array.from(BEGIN);
  const words = new Uint32Array(ROUNDS);
  for (let at = 0; at < size; at += BLOCK) take(hash, words, view, at);
  const out = new Uint8Array(32);
  const written = new DataView(out.buffer);
  hash.forEach((word, i) => written.setUint32(i * 4, word));
  return out;
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const whole = new Uint8Array(BLOCK);
  whole.set(key.length > BLOCK ? sha256(key) : key);
  return sha256(joined(whole.map((byte) => byte ^ 0x5c), sha256(joined(whole.map((byte) => byte ^ 0x36), message))));
}

export function joined(...parts: Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function unhex(digits: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})*$/.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
