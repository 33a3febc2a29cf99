// Pages for reading: what each loads, and how its address is read.

import { html } from "lit";
import { refOf } from "../address.ts";

export interface Paper {
  load: () => Promise<unknown>;
  render: (rest: string[]) => unknown;
}

export const PAPERS: Record<string, Paper> = {
  audit: {
    load: () => import("./audit.ts"),
    render: ([table = "", round = "", record = ""]) =>
      html`<croupier-audit .table=${table} .round=${round} .record=${record}></croupier-audit>`,
  },
  rules: {
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
    load: () => import("./odds.ts"),
    render: (rest) => {
      const [ref, more] = refOf(rest);
      return html`<croupier-odds .ref=${ref} .stakes=${more[0] === "with" ? (more[1] ?? "") : ""}></croupier-odds>`;
    },
  },
  lab: {
    load: () => import("../lab/lab.ts"),
    render: (rest) => {
      const [ref, more] = refOf(rest);
      return html`<croupier-lab .ref=${ref} .with=${more[0] === "with" ? (more[1] ?? "") : ""}></croupier-lab>`;
    },
  },
  verify: {
    load: () => import("./verify.ts"),
    render: ([table = "", round = ""]) => html`<croupier-verify .table=${table} .round=${round}></croupier-verify>`,
  },
};
