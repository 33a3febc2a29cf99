// Unpacks the browser of the npm package @sparticuz/chromium: `node unpack.mjs FROM TO`.
import { createReadStream, createWriteStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";

const [from, to] = process.argv.slice(2);
for (const name of await readdir(from)) {
  if (!name.endsWith(".br")) continue;
  const unpacked = createWriteStream(join(to, name.slice(0, -".br".length)));
  await pipeline(createReadStream(join(from, name)), createBrotliDecompress(), unpacked);
}
