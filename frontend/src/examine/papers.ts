// Pages for reading: what each loads, and how its address is read.

import { html } from "lit";
import { refOf } from "../address.ts";

export interface Paper {
  // In the navigation of these pages.
  label?: string;
  load: () => Promise<unknown>;
  render: (rest: string[]) => unknown;
}

const ALL = {
  audit: {
    load: () => import("./audit.ts"),
    render: ([table = "", round = "", record = ""]) =>
      html`<croupier-audit .table=${table} .round=${round} .record=${record}></croupier-audit>`,
  },
  rules: {
    label: "Rules",
    load: () => import("./rules.ts"),
    render: (rest) => {
      const [ref, more] = refOf(rest);
      const other = more[0] === "diff" ? refOf(more.slice(1))[0] : "";
      return html`<croupier-rules
        .ref=${ref}
        .clause=${other ? "" : (more[0] ?? "")}
        .other=${other}
      ></croupier-rules>`;
    },
  },
  odds: {
    label: "Odds",
    load: () => import("./odds.ts"),
    render: (rest) => {
      const [ref, more] = refOf(rest);
      return html`<croupier-odds .ref=${ref} .stakes=${more[0] === "with" ? (more[1] ?? "") : ""}></croupier-odds>`;
    },
  },
  lab: {
    label: "Lab",
    load: () => import("../lab/lab.ts"),
    render: (rest) => {
      const [ref, more] = refOf(rest);
      return html`<croupier-lab .ref=${ref} .with=${more[0] === "with" ? (more[1] ?? "") : ""}></croupier-lab>`;
    },
  },
  verify: {
    label: "Verify",
    load: () => import("./verify.ts"),
    render: ([table = "", round = ""]) => html`<croupier-verify .table=${table} .round=${round}></croupier-verify>`,
  },
} satisfies Record<string, Paper>;

export type PaperName = keyof typeof ALL;
export const PAPERS: Record<PaperName, Paper> = ALL;
