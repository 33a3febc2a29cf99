// Every page by the first word of its address. A new one has its line here, or in `examine/papers.ts` if it is read
// rather than used; the lobby and the player's table are in `app.ts`, because everybody loads them.

import { html } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { StyleName } from "./build.ts";
import type { Paper, PaperName } from "./examine/papers.ts";

export interface View {
  load: () => Promise<unknown>;
  styles: StyleName;
  render: (rest: string[]) => unknown;
  // Somebody is in the middle of something: a clause is read there, over the page.
  atWork?: true;
}

// Pages for reading come with how their addresses are read: whoever plays needs neither.
function paper(name: PaperName): View {
  let shown: Paper | undefined;
  return {
    load: async () => {
      const { PAPERS } = await import("./examine/papers.ts");
      await PAPERS[name].load();
      shown = PAPERS[name];
    },
    styles: "paper",
    render: (rest) => shown?.render(rest),
  };
}

// A page at a table is made for that table: another one is another page.
const AT_TABLES = {
  dealer: {
    load: () => import("./dealer/dealer.ts"),
    styles: "staff",
    render: ([table = ""]) => keyed(table, html`<croupier-dealer .table=${table}></croupier-dealer>`),
    atWork: true,
  },
  pit: {
    load: () => import("./pit/pit.ts"),
    styles: "staff",
    render: () => html`<croupier-pit></croupier-pit>`,
    atWork: true,
  },
  display: {
    load: () => import("./display/display.ts"),
    styles: "staff",
    render: ([table = ""]) => keyed(table, html`<croupier-display .table=${table}></croupier-display>`),
  },
} satisfies Record<string, View>;

// The type checker asks for a line here for each of `examine/papers.ts`.
const PAPERS: Record<PaperName, View> = {
  audit: paper("audit"),
  rules: paper("rules"),
  odds: paper("odds"),
  lab: paper("lab"),
  verify: paper("verify"),
};

export const PAGES: Record<string, View> = { ...AT_TABLES, ...PAPERS };
