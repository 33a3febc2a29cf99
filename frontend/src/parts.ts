// Small parts that every view uses.

import { html, nothing, type TemplateResult } from "lit";
import type { Felt, Now, Phase } from "./wire.ts";
import { clauseNumber, pocketWords } from "./words.ts";

// The signature of the product: which clause decided. It leads to our words for it.
export function clauseTag(ref: string, clause: string): TemplateResult {
  const own = clause.startsWith("wire");
  const number = clauseNumber(clause);
  const where = `#/rules/${own ? "wire" : ref}/${encodeURIComponent(number)}`;
  return html`<a class="clause" href=${where} title=${own ? "a rule of our own" : `${ref} § ${number}`}>${own ? "our " : ""}§ ${number}</a>`;
}

export function clauseTags(ref: string, clauses: readonly string[]): TemplateResult[] {
  return [...new Set(clauses)].map((clause) => clauseTag(ref, clause));
}

/** What a refusal cites, and what its rule cites beside it. */
export function refusalClauses(refused: { clause: string; facts: Record<string, unknown> }): string[] {
  const also = refused.facts["also"];
  return [refused.clause, ...(Array.isArray(also) ? also.map(String) : [])].filter(Boolean);
}

export function pocketMark(pocket: string | null, felt: Felt | null): TemplateResult {
  if (pocket === null) return html`<span class="mark void" title="void">×</span>`;
  const color = felt?.colors[pocket] ?? "green";
  return html`<span class="mark ${color}" title=${felt ? pocketWords(pocket, felt) : pocket}>${pocket}</span>`;
}

export interface Banner { tag: string; tone: "open" | "soon" | "shut" | "quiet" | "brass"; title: string; text: string; icon: string; sign: string }

export function banner(now: Now | null, felt: Felt | null): Banner {
  const phase: Phase = now?.phase ?? "closed";
  const outcome = now?.outcome ?? "";
  const said = felt && outcome ? pocketWords(outcome, felt) : outcome;
  switch (phase) {
    case "closed":
      return now?.open
        ? { tag: "Waiting", tone: "quiet", title: "The next round is about to begin", text: "The opening call comes first.", icon: "–", sign: "bar" }
        : { tag: "Closed", tone: "quiet", title: "Table closed", text: "Betting begins once the dealer has opened it.", icon: "–", sign: "bar" };
    case "betting-open":
      return { tag: "Open", tone: "open", title: "Place your bets, please", text: "Place, move or take back.", icon: "○", sign: "ring" };
    case "ball-in-play":
      return { tag: "Ball in play", tone: "soon", title: "The ball is turning", text: "Bets stay open until the call “No more bets”.", icon: "◉", sign: "dot" };
    case "no-more-bets":
      return { tag: "Closed", tone: "shut", title: "No more bets", text: now?.early_close && !now.spun ? closedEarly(now.early_close) : "What lies on the cloth stands.", icon: "■", sign: "block" };
    case "at-rest":
      return { tag: "At rest", tone: "shut", title: "The ball is at rest", text: "The dolly comes next.", icon: "■", sign: "block" };
    case "dolly-down":
      return { tag: "Result", tone: "shut", title: said, text: "Losing wagers are collected, then winning ones are paid.", icon: "■", sign: "block" };
    case "paid":
      return { tag: "Paid", tone: "brass", title: said, text: now?.dolly ? "The dolly is still down." : "The next opening call is to come.", icon: "○", sign: "ring" };
    case "void":
      return { tag: "Void", tone: "shut", title: "No spin · the round is void", text: "Every stake went back.", icon: "×", sign: "cross" };
  }
}

export function closedEarly(by: string): string {
  return `Closed before the spin, on the ${by.replaceAll("-", " ")}’s authority.`;
}

// Word, shape and color say the same thing.
export function phaseTag(shown: Banner): TemplateResult {
  return html`<span class="tag phase-tag"><i class="sign ${shown.sign}" aria-hidden="true"></i>${shown.tag}</span>`;
}

export function live(polite: string, assertive: string): TemplateResult {
  return html`<div class="unseen" aria-live="polite" data-live="polite">${polite}</div>
    <div class="unseen" aria-live="assertive" data-live="assertive">${assertive}</div>`;
}

export function optional(shown: unknown, template: () => TemplateResult): TemplateResult | typeof nothing {
  return shown ? template() : nothing;
}
