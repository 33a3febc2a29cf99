// Bundles the front end into the Python package, and fails when a size budget is broken.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";

const out = new URL("../src/croupier/web/pages/", import.meta.url);
const font = new URL("node_modules/@fontsource/gfs-didot/files/gfs-didot-latin-400-normal.woff2", import.meta.url);

// Gzipped bytes. The player's view is what everybody loads; every other view comes on demand.
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
// A page that stays open while the service is renewed compares this mark, and knows that it is an old one.
const built = createHash("sha256");
for (const path of Object.keys(result.metafile.outputs).sort()) built.update(await readFile(path));
built.update(css.outputFiles[0].contents);
// What a page loads: a file and all it imports at once. What the player's page has anyway costs another view nothing.
const outputs = Object.fromEntries(Object.entries(result.metafile.outputs).map(([path, of]) => [path.split("/").at(-1), of]));
const loads = (name, found = new Set()) => {
  if (found.has(name)) return found;
  found.add(name);
  for (const one of outputs[name].imports) if (one.kind === "import-statement") loads(one.path.split("/").at(-1), found);
  return found;
};
// All that the first page needs is asked for at once, not one import after the other.
const player = loads("app.js");
const ahead = [...player].filter((name) => name !== "app.js").map((name) => `<link rel="modulepreload" href="${name}">`).join("");
const index = await readFile(new URL("src/index.html", import.meta.url), "utf8");
await writeFile(new URL("index.html", out), index.replace("BUILD", built.digest("hex").slice(0, 12)).replace("</head>", `${ahead}</head>`));

const sized = async (names) => {
  let sum = 0;
  for (const name of names) {
    const bytes = await readFile(new URL(name, out));
    sum += name.endsWith(".woff2") ? bytes.length : gzipSync(bytes, { level: 9 }).length;
  }
  return sum;
};
const views = Object.keys(outputs).filter((name) => outputs[name].entryPoint && name !== "app.js");
const measured = [
  ["player's view", await sized(player), 45_000],
  ...await Promise.all(views.map(async (name) => [name, await sized([...loads(name)].filter((one) => !player.has(one))), VIEW_BUDGET])),
  ["style.css", await sized(["style.css"]), 12_000],
  ["didone.woff2", await sized(["didone.woff2"]), 20_000],
  ["index.html", await sized(["index.html"]), 3_000],
];
let broken = false;
for (const [name, size, budget] of measured) {
  broken ||= size > budget;
  console.log(`${size > budget ? "OVER " : "     "}${name.padEnd(28)} ${String(size).padStart(7)} of ${budget} bytes`);
}
if (broken) {
  console.error("A size budget is broken.");
  process.exit(1);
}
