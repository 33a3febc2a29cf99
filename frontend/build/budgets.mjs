// What each part of the front end may weigh, compressed as a browser without Brotli gets it.
import { readFile, stat } from "node:fs/promises";

// The player's view is what everybody loads; every other view comes on demand.
const PLAYER = 45_500;
const VIEW = 15_000;
// Whoever works here loads these once a shift, on a device of the house.
const STAFF = 24_500;
const OF_STAFF = /^(dealer|pit)-/;
const STYLES = JSON.parse(await readFile(new URL("../src/styles.json", import.meta.url), "utf8"));
const FILES = {
  ...Object.fromEntries(Object.entries(STYLES).map(([stem, { most }]) => [`${stem}.css`, most])),
  "didone.woff2": 20_000,
};
const PAGE = 3_000;

/** Print what was measured against its budget, and fail if one is broken. */
export async function checkBudgets(out, player, views, nameOf) {
  const sized = async (names) => {
    let sum = 0;
    for (const name of names) {
      const packed = name.endsWith(".woff2") ? name : `${name}.gz`;
      sum += (await stat(new URL(packed, out))).size;
    }
    return sum;
  };
  const measured = [["player's view", await sized(player), PLAYER]];
  for (const [name, files] of views) measured.push([name, await sized(files), OF_STAFF.test(name) ? STAFF : VIEW]);
  for (const [name, most] of Object.entries(FILES)) measured.push([name, await sized([nameOf(name)]), most]);
  measured.push(["index.html", await sized(["index.html"]), PAGE]);
  for (const [name, size, most] of measured)
    console.log(`${size > most ? "OVER " : "     "}${name.padEnd(28)} ${String(size).padStart(7)} of ${most} bytes`);
  if (measured.some(([, size, most]) => size > most)) {
    console.error("A size budget is broken.");
    process.exit(1);
  }
}
