// Bundles the front end into the Python package, and fails when a size budget is broken.
import { build } from "esbuild";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

const out = new URL("../src/croupier/web/pages/", import.meta.url);
const font = new URL("node_modules/@fontsource/gfs-didot/files/gfs-didot-latin-400-normal.woff2", import.meta.url);

// Gzipped bytes. The player's view is what everybody loads; every other view comes on demand.
const BUDGETS = { "app.js": 45_000, "style.css": 12_000, "didone.woff2": 20_000, "index.html": 3_000 };
const VIEW_BUDGET = 15_000;

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const result = await build({
  entryPoints: { app: "src/app.ts" },
  outdir: out.pathname,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  chunkNames: "[name]-[hash]",
  metafile: true,
  tsconfig: "tsconfig.json",
});
const css = await build({ entryPoints: ["src/style.css"], bundle: true, minify: true, write: false, external: ["*.woff2"] });
await writeFile(new URL("style.css", out), css.outputFiles[0].contents);
await copyFile(font, new URL("didone.woff2", out));
await copyFile(new URL("src/index.html", import.meta.url), new URL("index.html", out));

let broken = false;
const files = [...Object.keys(result.metafile.outputs).map((path) => path.split("/").at(-1)), "style.css", "didone.woff2", "index.html"];
for (const name of files) {
  const bytes = await readFile(new URL(name, out));
  const size = name.endsWith(".woff2") ? bytes.length : gzipSync(bytes, { level: 9 }).length;
  const budget = BUDGETS[name] ?? VIEW_BUDGET;
  const over = size > budget;
  broken ||= over;
  console.log(`${over ? "OVER " : "     "}${name.padEnd(28)} ${String(size).padStart(7)} of ${budget} bytes`);
}
if (broken) {
  console.error("A size budget is broken.");
  process.exit(1);
}
