// The records of a round as rows: who did what, by which clause, and what follows; refusals among them.

import type { RefusedOut } from "../wire/generated.ts";
import type { RoundOut, TableEvent } from "../wire/types.ts";
import { money } from "../words/words.ts";
import { refusalWords, spaced } from "../words/said.ts";
import "#words/staff.ts";

// The document leaves open what a command and a refusal have; this is what is read of them here.
export interface Refused extends Omit<RefusedOut, "command" | "refused"> {
  command: { do: string; by?: { name: string }; position?: string; stake?: number };
  refused: { code: string; clause: string; facts: Record<string, unknown> };
}

export interface RecordRow {
  key: string;
  seq: number;
  at: string;
  who: string;
  role: string;
  says: string;
  clauses: string[];
  tone: string;
  effect: string;
  event: TableEvent | null;
  refused: Refused | null;
}

const TONES: [RegExp, string][] = [
  [/^(wager-placed|wager-retracted|wager-moved)$/, "t-laid"],
  [/void|irregular|no-spin|unclear|failed|ignored|proposed/, "t-stopped"],
  [/^wager-(ruled|paid|collected|returned)|corrected|ruled|settled|round-closed/, "t-decided"],
];

const EFFECTS: Record<string, (event: TableEvent) => string> = {
  "betting-opened": () => "the round opens",
  "wager-placed": (event) => `${money(Number(event["stake"]))} on the cloth`,
  "wager-retracted": (event) => `${money(Number(event["stake"]))} off the cloth`,
  "withdrawal-ignored": () => "stays live",
  "wager-marked-unclear": () => "waits for a ruling",
  "no-more-bets-called": () => "the cloth is frozen",
  "betting-ended": () => "the cloth is frozen",
  "outcome-declared": (event) => `outcome ${String(event["pocket"])}`,
  "dolly-placed": () => "nothing on the cloth moves",
  "dolly-lifted": () => "the dolly is off",
  "wager-paid": (event) => `+${money(Number(event["winnings"]))} to ${String(event["player"])}`,
  "wager-collected": (event) => `−${money(Number(event["collected"]))} from ${String(event["player"])}`,
  "wager-returned": (event) => `${money(Number(event["amount"]))} back`,
  "outcome-corrected": (event) => {
    const changes = (event["adjustments"] ?? []) as { winnings: number; returned: number }[];
    const sum = changes.reduce((total, one) => total + one.winnings + one.returned, 0);
    return changes.length ? `${sum > 0 ? "+" : ""}${money(sum)} to players` : "no money changes hands";
  },
  "round-voided": () => "nobody wins or loses",
  "round-closed": () => "the round is over",
  "irregularity-reported": (event) => spaced(String(event["treatment"] ?? "")),
};

export function rowsOf(
  story: RoundOut,
  events: readonly TableEvent[],
  refused: readonly Refused[],
  named: (said: string) => string,
): RecordRow[] {
  const by = new Map(events.map((event) => [event.seq, event]));
  const told: RecordRow[] = story.lines.map((line) => {
    const event = by.get(line.seq) ?? null;
    const tone = TONES.find(([type]) => type.test(line.type))?.[1] ?? "t-called";
    return {
      key: String(line.seq),
      seq: line.seq,
      at: line.at,
      who: line.by,
      role: event?.by?.role ?? "",
      says: named(line.says),
      clauses: line.clauses,
      tone,
      effect: event ? (EFFECTS[line.type]?.(event) ?? "") : "",
      event,
      refused: null,
    };
  });
  const no: RecordRow[] = refused.map((one) => ({
    key: `r${one.place}`,
    seq: one.after,
    at: one.at,
    who: one.command.by?.name ?? "",
    role: "",
    says: named(asks(one)),
    clauses: [one.refused.clause].filter(Boolean),
    tone: "t-stopped",
    effect: "refused, nothing changes",
    event: null,
    refused: one,
  }));
  return [...told, ...no].toSorted((a, b) => a.seq - b.seq || Number(a.refused !== null) - Number(b.refused !== null));
}

function asks(one: Refused): string {
  const what = spaced(one.command.do);
  const where = one.command.position
    ? `, ${one.command.stake ? `${money(one.command.stake)} on ` : ""}${one.command.position}`
    : "";
  return `Asks to ${what}${where}. ${refusalWords(one.refused.code, one.refused.facts)}`;
}
