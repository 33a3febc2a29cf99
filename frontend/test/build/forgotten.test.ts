// What no page loads is said, with the file in which its line is missing.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { forgotten } from "../../build/forgotten.ts";

test("a style sheet without a bundle and a page without a line are said; what holds only types is not", async () => {
  const folder = await mkdtemp(join(tmpdir(), "forgotten-"));
  try {
    await mkdir(join(folder, "chat"));
    await writeFile(join(folder, "app.ts"), "export const here = 1;");
    await writeFile(join(folder, "chat", "chat.ts"), 'customElements.define("croupier-chat", class {});');
    await writeFile(join(folder, "chat", "chat.css"), "p { color: red }");
    await writeFile(join(folder, "types.ts"), "// Shapes.\nexport interface Word {\n  said: string;\n}\n");
    assert.deepEqual(await forgotten(folder, new Set(["app.ts"])), [
      "chat/chat.css is in no bundle: import it in one that src/styles.json names",
      "chat/chat.ts is loaded by no page: name it in src/pages.ts, or import it where it is used",
    ]);
    assert.deepEqual(await forgotten(folder, new Set(["app.ts", "chat/chat.css", "chat/chat.ts"])), []);
  } finally {
    await rm(folder, { recursive: true });
  }
});
