// Sources that no page loads: a style sheet in no bundle, a page without its line in the list.
import { transform } from "esbuild";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";

// Says of each source in a folder that is not among the used ones, by their paths in it, where its line is missing.
export async function forgotten(folder: string, used: Set<string>): Promise<string[]> {
  const said: string[] = [];
  for await (const path of glob("**/*.{css,ts}", { cwd: folder })) {
    if (used.has(path)) continue;
    if (path.endsWith(".css")) said.push(`${path} is in no bundle: import it in one that src/styles.json names`);
    else if (await runs(join(folder, path)))
      said.push(`${path} is loaded by no page: name it in src/pages.ts, or import it where it is used`);
  }
  return said.toSorted();
}

// What holds only types is never loaded.
async function runs(path: string): Promise<boolean> {
  const { code } = await transform(await readFile(path, "utf8"), { loader: "ts", minify: true });
  return code.trim() !== "";
}
