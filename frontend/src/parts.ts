// Small parts that every view uses.

import { html, nothing, type TemplateResult } from "lit";
import * as say from "#words/phases.ts";
import type { TableModel } from "./wire/model.ts";
import type { Felt, Phase, Role } from "./wire/types.ts";
import { nextRound } from "#words/games.ts";
import { clauseNumber, pocketTitle, pocketWords } from "./words/words.ts";
import { NO_MORE_BETS, openingCall, roleName } from "./words/said.ts";

// The signature of the product: which clause decided. It leads to our words for it, and for those that go with it.
export function clauseTag(ref: string, clause: string, also: readonly string[] = [], words = ""): TemplateResult {
  const own = clause.startsWith("wire");
  const number = clauseNumber(clause);
  const where = `#/rules/${own ? "wire" : ref}/${encodeURIComponent(number)}`;
  const title = [own ? "a rule of our own" : `${ref} § ${number}`, ...also.map((one) => `§ ${clauseNumber(one)}`)];
  return html`<a
    class="clause ${words ? "info" : ""}"
    href=${where}
    title=${title.join(", ")}
    data-also=${also.join("|") || nothing}
    >${words || `${own ? "our " : ""}§ ${number}`}</a
  >`;
}

// One tag for one decision: the clause that decided it, and behind it the others that it rests on.
export function decided(ref: string, clauses: readonly string[], words = ""): TemplateResult | typeof nothing {
  const [first, ...others] = new Set(clauses);
  return first === undefined ? nothing : clauseTag(ref, first, others, words);
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
  if (pocket === null) return html`<span class="mark void" title=${say.voidMark}>×</span>`;
  const color = felt?.colors[pocket] ?? "green";
  return html`<span class="mark ${color}" title=${felt ? pocketWords(pocket, felt) : pocket}>${pocket}</span>`;
}

export interface Banner {
  tag: string;
  tone: "open" | "soon" | "shut" | "quiet" | "brass";
  title: string;
  text: string;
  sign: string;
  // How it is said aloud, if that is not how it is printed.
  aloud?: string;
}

// When the next round opens, as far as that is known.
function nextOpening(model: TableModel | null): string {
  const due = model?.now?.due;
  if (due?.call === "open-betting" && model?.dueAt != null) return nextRound(model.dueAt - performance.now());
  return model?.snapshot?.automatic ? say.opensSoon : say.waitingForDealer;
}

// What a player sees: while nothing is heard of the table nobody knows whether it takes bets.
export function playersBanner(model: TableModel, felt: Felt | null): Banner {
  const shown = banner(model, felt);
  // The call and its sign say it already.
  if (model.connectionState !== "reconnecting") return shown.tone === "open" ? { ...shown, text: "" } : shown;
  return {
    tag: say.reconnectingTag,
    tone: "quiet",
    title: say.reconnecting,
    text: say.acceptedCount,
    sign: "bar",
  };
}

export function banner(model: TableModel | null, felt: Felt | null): Banner {
  const now = model?.now ?? null;
  const phase: Phase = now?.phase ?? "closed";
  const outcome = now?.outcome ?? "";
  const title = felt && outcome ? pocketTitle(outcome, felt) : outcome;
  const aloud = felt && outcome ? pocketWords(outcome, felt) : outcome;
  switch (phase) {
    case "closed":
      return now?.open
        ? {
            tag: say.waitingTag,
            tone: "quiet",
            title: say.nextSoon,
            text: nextOpening(model),
            sign: "bar",
          }
        : {
            tag: say.closedTag,
            tone: "quiet",
            title: say.closed,
            text: say.onceOpen,
            sign: "bar",
          };
    case "betting-open":
      return {
        tag: say.openTag,
        tone: "open",
        title: openingCall(model?.snapshot?.opening),
        text: say.open,
        sign: "ring",
      };
    case "ball-in-play":
      return {
        tag: say.inPlayTag,
        tone: "soon",
        title: say.rolling,
        text: say.untilTheCall,
        sign: "dot",
      };
    case "no-more-bets":
      return {
        tag: say.shutTag,
        tone: "shut",
        title: NO_MORE_BETS,
        text: now?.early_close && !now.spun ? closedEarly(now.early_close) : say.locked,
        sign: "block",
      };
    case "at-rest":
      return {
        tag: say.atRestTag,
        tone: "shut",
        title: say.atRest,
        text: say.marking,
        sign: "block",
      };
    case "dolly-down":
      return {
        tag: say.resultTag,
        tone: "shut",
        title,
        aloud,
        text: say.paying,
        sign: "block",
      };
    case "paid":
      return {
        tag: say.paidTag,
        tone: "brass",
        title,
        aloud,
        text: nextOpening(model),
        sign: "ring",
      };
    case "void":
      return {
        tag: say.voidTag,
        tone: "shut",
        title: say.voided,
        text: say.returned,
        sign: "cross",
      };
  }
}

export function closedEarly(by: Role): string {
  return say.closedEarly(roleName(by));
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
