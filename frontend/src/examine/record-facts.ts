// What a record says, field by field.

import { html, nothing, type TemplateResult } from "lit";
import type { TableEvent } from "../wire/types.ts";
import { timeOf } from "../words/times.ts";
import { money } from "../words/words.ts";

const AMOUNTS = new Set([
  "stake",
  "amount",
  "winnings",
  "returned",
  "collected",
  "chip_value",
  "min",
  "max",
  "minimum",
  "maximum",
]);

const KNOWN = new Set(["seq", "type", "round", "by", "clauses", "at", "limits"]);

export function fieldsOf(event: TableEvent): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(event).filter(
      ([name, value]) => !KNOWN.has(name) && value !== null && value !== undefined && typeof value !== "object",
    ),
  );
}

interface Changed {
  wager: string;
  player: string;
  winnings: number;
  returned: number;
  owed: number;
}

// What a correction or a void changed for each wager.
export function changesOf(event: TableEvent): Changed[] {
  return (event["adjustments"] ?? []) as Changed[];
}

function change({ player, wager, winnings, returned, owed }: Changed): TemplateResult {
  const sum = winnings + returned;
  return html`<div data-adjusted=${wager}>
    <dt>${player}, ${wager}</dt>
    <dd>${sum > 0 ? "+" : ""}${money(sum)}${owed ? `, of which ${money(Math.abs(owed))} is owed` : ""}</dd>
  </div>`;
}

export function facts(of: Record<string, unknown>, changes: readonly Changed[] = []): TemplateResult | typeof nothing {
  const shown = Object.entries(of).filter(([, value]) => typeof value !== "object");
  if (!shown.length && !changes.length) return nothing;
  return html`<details>
    <summary>What was written down</summary>
    <dl class="fields">
      ${shown.map(
        ([name, value]) =>
          html`<div>
            <dt>${name.replaceAll("_", " ")}</dt>
            <dd class=${String(value).length > 24 ? "mono" : ""}>
              ${AMOUNTS.has(name) && typeof value === "number" ? money(value) : String(value)}
            </dd>
          </div>`,
      )}${changes.map(change)}
    </dl>
  </details>`;
}

// The record is in UTC, and so is everybody who compares two records; on request, the reader's own time.
export function clock(at: string): TemplateResult {
  return html`<time datetime=${at} title=${at ? `${timeOf(new Date(at))} where you are` : nothing}
    >${at.slice(11, 23)}</time
  >`;
}

export function seconds(before: string, after: string): string {
  return `${((Date.parse(after) - Date.parse(before)) / 1000).toFixed(1)} s`;
}

export function short(hash: string): string {
  return `${hash.slice(0, 4)}…${hash.slice(-4)}`;
}
