// Bundles the front end into the Python package, and fails when a size budget is broken.
//
// Every file but index.html, worker.js and the manifest has a name that changes with its content, so that a browser may
// keep it for good. What is text is compressed here, once, as well as it can be: the service only picks.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { minify } from "terser";
import terser from "terser/package.json" with { type: "json" };
import { checkBudgets } from "./build/budgets.mjs";
import { forgotten } from "./build/forgotten.ts";
import { pictures } from "./build/pictures.mjs";

const out = new URL("../src/croupier/web/static/", import.meta.url);
const src = new URL("src/", import.meta.url);
const font = new URL("node_modules/@fontsource/gfs-didot/files/gfs-didot-latin-400-normal.woff2", import.meta.url);
const TEXT = /\.(html|js|css|svg|webmanifest)$/;

// Sources are laid out to be read, and a page does not need their indentation: in a template a line break is a space,
// and before the end of a tag it is nothing.
const compact = (text) => text.replace(/\n\s*>/g, ">").replace(/\n\s+/g, "\n");

// Whoever loads another view has the first page already. Each of them says so, and what they share stays one file
// instead of one for every set of views that happen to share something.
const first = fileURLToPath(new URL("app.ts", src));
const sources = {
  name: "sources",
  setup: (bundling) => {
    const later = new Set();
    bundling.onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
      if (kind === "dynamic-import") later.add(resolve(resolveDir, path));
      return undefined;
    });
    bundling.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
      const text = compact(await readFile(path, "utf8"));
      return { contents: later.has(path) ? `${text}import ${JSON.stringify(first)};\n` : text, loader: "ts" };
    });
  },
};

// Components share the sheets of their page and have no styles of their own: nothing of Lit's that makes those is sent.
const NO_STYLES = `
  export const supportsAdoptingStyleSheets = true, adoptStyles = () => {}, getCompatibleStyle = (it) => it;
  export { adoptStyles as css, adoptStyles as unsafeCSS, adoptStyles as CSSResult };`;
const unstyled = {
  name: "unstyled",
  setup: (made) => made.onLoad({ filter: /reactive-element.css-tag\.js$/ }, () => ({ contents: NO_STYLES })),
};

// --- files with a name of their own ----------------------------------------------------------------------------------

const names = new Map();
const digest = (content) => createHash("sha256").update(content).digest("hex").toUpperCase();
const renamed = (text) => [...names].reduce((done, [plain, named]) => done.replaceAll(plain, named), text);
const write = (name, content) => writeFile(new URL(name, out), content);
const keep = async (name, content) => {
  const [stem, ending] = name.split(".");
  const named = `${stem}-${digest(content).slice(0, 8)}.${ending}`;
  names.set(name, named);
  await write(named, content);
};

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await keep("didone.woff2", await readFile(font));
for (const [name, content] of Object.entries(await pictures())) await keep(name, content);
const STYLES = JSON.parse(await readFile(new URL("styles.json", src), "utf8"));
const used = new Set();
const use = ({ inputs }) =>
  Object.keys(inputs).forEach((path) => used.add(relative(realpathSync(fileURLToPath(src)), resolve(path))));
for (const [stem, { from }] of Object.entries(STYLES)) {
  const made = await build({
    entryPoints: [fileURLToPath(new URL(from, src))],
    bundle: true,
    minify: true,
    write: false,
    external: ["*.woff2"],
    metafile: true,
  });
  use(made.metafile);
  await keep(`${stem}.css`, renamed(made.outputFiles[0].text));
}
// A second, slower look makes every file smaller still.
const second = { module: true, ecma: 2022, compress: { passes: 2, inline: 1 } };
const result = await build({
  entryPoints: { app: "src/app.ts" },
  outdir: out.pathname,
  bundle: true,
  splitting: true,
  format: "esm",
  target: "es2022",
  minify: true,
  legalComments: "none",
  // What is in a file goes by what minified it, too, and its name by what is in it.
  banner: { js: `/*${terser.version} ${JSON.stringify(second)}*/` },
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  metafile: true,
  tsconfig: "tsconfig.json",
  define: {
    STYLES: JSON.stringify(
      Object.keys(STYLES)
        .filter((stem) => stem !== "style")
        .map((stem) => names.get(`${stem}.css`))
        .join(" "),
    ),
  },
  plugins: [sources, unstyled],
});
use(result.metafile);
const outputs = Object.fromEntries(Object.entries(result.metafile.outputs).map(([path, of]) => [basename(path), of]));
// The entry itself only imports that one file: the page asks for it straight away.
const entry = Object.keys(outputs).find((name) => outputs[name].entryPoint?.endsWith("src/app.ts"));
const app = basename(outputs[entry].imports.find((one) => one.kind === "import-statement").path);
delete outputs[entry];
await rm(new URL(entry, out));
names.set("app.js", app);
for (const name of Object.keys(outputs))
  await write(name, (await minify(await readFile(new URL(name, out), "utf8"), second)).code);

// --- the page itself -------------------------------------------------------------------------------------------------

// What a page loads: a file and all it imports at once. What the player's page has anyway costs another view nothing.
const loads = (name, found = new Set()) => {
  if (found.has(name)) return found;
  found.add(name);
  for (const one of outputs[name].imports) if (one.kind === "import-statement") loads(basename(one.path), found);
  return found;
};
// All that the first page needs is asked for at once, not one import after the other.
const player = loads(app);
const ahead = [...player]
  .filter((name) => name !== app)
  .map((name) => `<link rel="modulepreload" href="${name}">`)
  .join("");
const page = renamed(compact(await readFile(new URL("index.html", src), "utf8"))).replace("</head>", `${ahead}</head>`);
const manifest = renamed(JSON.stringify(JSON.parse(await readFile(new URL("manifest.webmanifest", src), "utf8"))));
// A page that stays open while the service is renewed compares this mark, and knows that it is an old one.
const mark = digest([page, manifest, ...Object.keys(outputs).toSorted()].join("\n"))
  .slice(0, 12)
  .toLowerCase();
await write("index.html", page.replace("BUILD", mark));
await write("manifest.webmanifest", manifest);
// What is there without a network: the table and the lobby.
const hall = Object.keys(outputs).find((name) => outputs[name].entryPoint?.endsWith("src/lobby/lobby.ts"));
const shell = [...new Set([...player, ...loads(hall)])];
for (const name of ["style.css", "lobby.css", "didone.woff2"]) shell.push(names.get(name));
const worker = await build({
  entryPoints: { worker: "src/worker/worker.ts" },
  outdir: out.pathname,
  bundle: true,
  target: "es2022",
  minify: true,
  tsconfig: "src/worker/tsconfig.json",
  define: { BUILD: JSON.stringify(mark), SHELL: JSON.stringify(shell) },
  metafile: true,
});
use(worker.metafile);

const left = await forgotten(fileURLToPath(src), used);
if (left.length) {
  console.error(left.map((said) => `src/${said}`).join("\n"));
  process.exit(1);
}

const BEST = {
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
};
for (const name of await readdir(out)) {
  if (!TEXT.test(name)) continue;
  const content = await readFile(new URL(name, out));
  await write(`${name}.br`, brotliCompressSync(content, { params: BEST }));
  await write(`${name}.gz`, gzipSync(content, { level: 9 }));
}

const views = Object.keys(outputs).filter((name) => outputs[name].entryPoint && name !== app);
await checkBudgets(
  out,
  [...player],
  views.map((name) => [name, [...loads(name)].filter((one) => !player.has(one))]),
  (name) => names.get(name),
);
