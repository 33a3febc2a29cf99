// What the paper views share: their head, what they ask for, fractions, and files to take away.

import { html, nothing, svg, type TemplateResult } from "lit";
import { goBack, tableBefore } from "../back.ts";
import { ProblemError, service } from "../wire/service.ts";
import type { ClauseText, WireRuleOut } from "../wire/types.ts";
import { clauseNumber } from "../words/words.ts";
import { PAPERS } from "./papers.ts";

export interface Listed {
  ref: string;
  title: string;
  house: string | null;
  effective: string | null;
  supersedes: string | null;
  digest: string;
  pockets: number;
  positions: number;
  unexpressed: number;
}

export interface ClauseEntry extends ClauseText {
  where: string[];
  tests: string[];
  not_carried_out: string[];
}

// Whoever examines needs no name; a token that is no longer known must not keep them out.
export async function ask<T>(path: string): Promise<T> {
  try {
    return await service.call<T>("GET", path);
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401 && error.code === "wrong-token")
      return service.call<T>("GET", path);
    throw error;
  }
}

const kept = new Map<string, Promise<unknown>>();

// A rulebook hardly ever changes, so it is asked for once.
export function askOnce<T>(path: string): Promise<T> {
  const known = kept.get(path) as Promise<T> | undefined;
  if (known) return known;
  const asked = ask<T>(path);
  kept.set(path, asked);
  asked.catch(() => kept.delete(path));
  return asked;
}

// A house may bring in another rulebook, or a corrected text.
export function forget(): void {
  kept.clear();
}

export function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function worksHere(): boolean {
  const me = service.me;
  return me !== null && (me.owner || (me.role !== null && me.role !== "player"));
}

export function paperTop(
  title: string,
  here: string,
  under: unknown = nothing,
  acts: unknown = nothing,
): TemplateResult {
  const table = tableBefore();
  return html`<header class="top paper-top">
    <a class="brand" href="#/">croupier</a>
    ${
      table
        ? html`<a class="button way-back" href="#/table/${table}" title="Table ${table}" @click=${goBack}
            >${sign("back")} Back to the table</a
          >`
        : nothing
    }
    <div class="paper-title">
      <h1>${title}</h1>
      <p class="quiet">${under}</p>
    </div>
    <span class="grow"></span>${acts}
    <nav aria-label="Examine">
      ${Object.entries(PAPERS).map(([name, { label }]) =>
        label
          ? html`<a class="plain" href="#/${name}" aria-current=${name === here ? "page" : nothing}>${label}</a>`
          : nothing,
      )}
    </nav>
  </header>`;
}

const SHAPES = {
  holds: "M2 8.5 6.5 13 14 4",
  fails: "M3 3 13 13 M13 3 3 13",
  back: "M11 2 4 8 11 14",
  on: "M5 2 12 8 5 14",
};

// Drawn, because not every font has them.
export function sign(shape: keyof typeof SHAPES): TemplateResult {
  return html`<svg class="drawn ${shape}" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    ${svg`<path d=${SHAPES[shape]}></path>`}
  </svg>`;
}

export function failure(said: string): TemplateResult | typeof nothing {
  return said ? html`<p role="alert" class="card failure">${said}</p>` : nothing;
}

export function titled(title: string): void {
  document.title = `croupier · ${title}`;
}

// A clause in our words, cited by its tag.
export function quoted(
  ref: string,
  clause: string,
  book: readonly ClauseEntry[],
  wire: readonly WireRuleOut[],
): TemplateResult {
  const number = clauseNumber(clause);
  const own = clause.startsWith("wire");
  const said = (own ? wire : book).find((one) => one.clause === number)?.summary ?? "";
  const where = own ? `#/rules/wire/${number}` : `#/rules/${ref}/${encodeURIComponent(number)}`;
  return html`<blockquote class="clause-words">
    <a class="clause" href=${where}>${own ? "wire " : ""}§ ${number}</a> ${printed(said)}
  </blockquote>`;
}

// Quotation marks as they are printed; the record and the books keep plain ones.
export function printed(text: string): string {
  return text
    .replace(/(^|[\s(])'([^']+)'(?=[\s.,;:)]|$)/g, "$1“$2”")
    .replace(/"([^"]+)"/g, "“$1”")
    .replaceAll("'", "’");
}

export function download(name: string, text: string, type = "application/json"): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export { percent } from "../words/words.ts";

export function sentence(slug: string): string {
  const said = slug.replaceAll("-", " ").replaceAll("_", " ");
  return said.slice(0, 1).toUpperCase() + said.slice(1);
}
