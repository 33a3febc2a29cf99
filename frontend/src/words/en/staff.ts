// What only staff are told: why an act of theirs was refused, and what stands in the way of one. It comes with their
// pages.

import type { Concern, DecisionOut, Felt, OpeningCall, RefusalCode, TableEvent } from "../../wire/types.ts";
import type { Facts, Refusing } from "./keys.ts";
import { EVENTS, irregularityName, known, learn, refusalWords, roleName } from "../said.ts";
import { count, money, spotName } from "../words.ts";

export type StaffCode = Extract<
  RefusalCode,
  | "acting-not-allowed"
  | "already-spun"
  | "bell-missing"
  | "betting-open"
  | "count-went-back"
  | "counts-where-it-lies"
  | "dolly-down"
  | "limits-invalid"
  | "no-dolly"
  | "no-outcome"
  | "not-a-pocket"
  | "not-at-rest"
  | "not-authorized"
  | "not-counted"
  | "not-spun"
  | "nothing-to-rule"
  | "reason-missing"
  | "reason-not-allowed"
  | "round-open"
  | "ruling-needed"
  | "same-person"
  | "seat-taken"
  | "table-open"
  | "too-late"
  | "unknown-alert"
  | "unknown-person"
  | "wrong-pocket"
>;

export const STAFF_REFUSALS: Record<StaffCode, Refusing> = {
  "acting-not-allowed": "These rules don't let you act for that position.",
  "already-spun": "The ball was already spun.",
  "bell-missing": "The bell has to be rung with this call.",
  "betting-open": "Betting is still open.",
  "count-went-back": "The count can't go back.",
  "counts-where-it-lies": "The bet counts where it lies.",
  "dolly-down": "The dolly is still down.",
  "limits-invalid": "These limits don't fit the table.",
  "no-dolly": "The dolly isn't down yet.",
  "no-outcome": "There is no result yet.",
  "not-a-pocket": "That number isn't on this wheel.",
  "not-at-rest": "The ball isn't at rest yet.",
  "not-authorized": "Somebody has to authorize this first.",
  "not-counted": "The revolutions aren't counted yet.",
  "not-spun": "The ball hasn't been spun yet.",
  "nothing-to-rule": "Nothing is waiting for a decision.",
  "reason-missing": "Give a reason.",
  "reason-not-allowed": "That reason isn't one you can give.",
  "round-open": "The round isn't over yet.",
  "ruling-needed": "A decision has to be made first.",
  "same-person": "A second person has to do this.",
  "seat-taken": "That player already has a seat.",
  "table-open": "The table is already open.",
  "too-late": "It is too late for that in this round.",
  "unknown-alert": "That alert is gone.",
  "unknown-person": "Nobody here has that name.",
  "wrong-pocket": "That isn't the number that was declared.",
};

learn(STAFF_REFUSALS);

// What stands in the way of an act that a button offers, in few words; where nothing is here, the refusal says it.
export const OBSTACLES: Partial<Record<RefusalCode, string>> = {
  "table-closed": "the table is closed",
  "betting-closed": "no round is under way, or the call was made",
  "not-spun": "the ball has not been spun yet",
  "already-spun": "the ball was already spun",
  "not-authorized": "needs authority first",
  "already-done": "already done",
  "too-late": "too late in this round",
  "not-at-rest": "only once the ball is at rest",
  "nothing-to-rule": "nothing waits for it",
  "no-outcome": "no outcome yet",
  "ruling-needed": "a ruling comes first",
  "same-person": "a second person has to do this",
  "not-enough-chips": "nobody has enough chips for it",
  "round-open": "a round is under way",
  "reason-not-allowed": "only another position may call this",
  "reason-missing": "a reason is needed",
  "dolly-down": "the dolly is down",
  "not-counted": "revolutions are not counted",
  "no-dolly": "no dolly is down",
  "round-over": "the round is over",
};

// What the pit is called for.
export const CONCERNS: Record<Concern, string> = {
  help: "Help",
  dispute: "A dispute",
  fill: "A fill",
  "wrong-number": "A wrong number",
};

export function inTheWay(code: string | null): string {
  return code ? (known(OBSTACLES, code) ?? refusalWords(code)) : "";
}

// What follows from an irregularity, by the rulebook's treatment of it.
const TREATMENTS: Readonly<Record<string, string>> = {
  void: "the round is void",
  "no-spin": "no spin is called, the round is void",
  "call-floor": "the floor is called",
  referred: "referred for a decision",
};

export function treatmentWords(treatment: string): string {
  return known(TREATMENTS, treatment) ?? treatment;
}

// What follows if the ball made too few revolutions.
export function tooFewWords(treatment: string): string {
  return `No: ${treatmentWords(treatment === "no-spin" ? "void" : treatment)}`;
}

// What happens to a stake outside the limits.
const OUTSIDE_LIMITS: Readonly<Record<string, string>> = {
  "settled-once": "settled this once",
  returned: "returned",
  "counts-to-maximum": "in play to the maximum",
  unaddressed: "these rules do not say",
};

export function outsideLimits(treatment: string): string {
  return known(OUTSIDE_LIMITS, treatment) ?? treatment;
}

// What waits for a decision, by its kind.
const DECISIONS: Readonly<Record<string, (one: DecisionOut) => string>> = {
  wager: (one) => `${one.was ? "Moved chip" : "Unclear wager"} of ${one.player ?? ""}`,
  irregularity: () => "Irregularity without a clause",
  confirmation: (one) => `To be confirmed: ${irregularityName(one.position ?? "")}`,
  "call-floor": () => "Floor called",
  reason: () => "“No spin” without a reason",
  dispute: (one) => `Two numbers were entered: ${one.was ?? ""} and ${one.position ?? ""}`,
  correction: () => "Correction: needs a second person to approve",
};

export function decisionTitle(one: DecisionOut): string {
  return known(DECISIONS, one.kind)?.(one) ?? one.kind;
}

// What a player would be told as "you", said to staff about the player.
const ABOUT: Partial<Record<RefusalCode, (player: string, facts: Facts) => string>> = {
  "chip-value-fixed": (player) => `${player}'s chips keep their value until they are cashed out.`,
  "chips-do-not-add-up": (player, facts) =>
    facts["chip_value"]
      ? `${player} plays chips of ${money(Number(facts["chip_value"]))}: the amount must be a multiple of that.`
      : "The chips don't add up to that amount.",
  "no-seat": (player) => `${player} has no seat at this table.`,
  "not-enough-chips": (player, facts) =>
    facts["account"] === undefined
      ? `${player} doesn't have enough chips.`
      : `${player} doesn't have that much in the account.`,
  "one-color": (player) => `${player} already has chips of another color here. Cash them out first.`,
  "permission-needed": (player) => `Allow ${player} cash chips first.`,
};

export function aboutPlayer({ code, facts }: { code: string; facts: Facts }, player: string): string {
  return (player && known(ABOUT, code)?.(player, facts)) || refusalWords(code, facts);
}

// How far a chip lies from a bet, to the quarter of a box.
// What is sold over the table, in amounts of units.
export interface Sold {
  amount: number;
  chips: string;
  color: string;
  value: number;
}

export function selling({ amount, chips, color, value }: Sold): string {
  if (chips !== "color") return `Sell ${money(amount)} in cash chips`;
  if (value <= 0 || amount % value !== 0) return `Sell color chips for ${money(amount)}`;
  return `Sell ${count(amount / value, `${color} chip`)} of ${money(value)} for ${money(amount)}`;
}

export function boxesAway(distance: number): string {
  const quarters = Math.round(distance * 4);
  const whole = Math.floor(quarters / 4);
  if (!quarters) return "on it";
  const parts = `${whole || ""}${["", "¼", "½", "¾"][quarters % 4] ?? ""}`;
  return `${parts} ${quarters > 4 ? "boxes" : "box"} away`;
}

export type Telling = Readonly<Record<string, (event: TableEvent, opening: OpeningCall) => string>>;

const because = (event: TableEvent, field: string): string => (event[field] ? `: “${String(event[field])}”` : "");

// What staff read of a table: what is said aloud, and beside it rulings, corrections and limits. What no clause covers
// goes to the position that decides it.
export function staffEvents(felt: Felt | null, decides: string): Telling {
  const on = (position: unknown): string => {
    const spot = felt?.spots.find((one) => one.position === position);
    return spot ? spotName(spot) : String(position ?? "");
  };
  const telling: Telling = {
    ...EVENTS,
    "irregularity-reported": (event) => {
      const kind = irregularityName(String(event["kind"])).toLowerCase();
      const treatment = String(event["treatment"]);
      if (treatment === "referred")
        return `Referred to the ${roleName(decides)}${because(event, "note") || `: ${kind}`}.`;
      return ["void", "no-spin"].includes(treatment) ? `No spin: ${kind}.` : `Reported: ${kind}.`;
    },
    "no-spin-called": (event) => {
      const by = event.by ? `, called by the ${roleName(event.by.role)}` : "";
      return `No spin${by}${event["reason"] ? `: ${irregularityName(String(event["reason"])).toLowerCase()}` : ""}.`;
    },
    "limits-set": () => "New limits, from the next round.",
    "wager-marked-unclear": () => "A chip lies unclear and waits for a ruling.",
    "wager-moved": (event) =>
      event["accident"]
        ? `A chip was moved by accident: it lies on ${on(event["position"])} and counts on ${on(event["counts"])}.`
        : "",
    "wager-ruled": (event) =>
      event["treatment"] === "return"
        ? `Ruling: a chip is returned${because(event, "reason")}.`
        : `Ruling: a chip counts on ${on(event["position"])}${because(event, "reason")}.`,
    "irregularity-ruled": (event) =>
      `Ruling: the round ${event["ruling"] === "void" ? "is void" : "stands"}${because(event, "reason")}.`,
    "outcome-confirmed": (event) => `A second person confirmed ${String(event["pocket"])}.`,
    "outcome-disputed": (event) => `A second person entered ${String(event["pocket"])}: the round waits.`,
    "correction-proposed": (event) =>
      `Round ${event.round ?? ""}: correction to ${String(event["pocket"])} proposed${because(event, "reason")}.`,
    "outcome-corrected": (event) => {
      const { round, before, pocket } = event;
      return `Round ${round ?? ""}: ${String(before)} corrected to ${String(pocket)}${because(event, "reason")}.`;
    },
  };
  return Object.fromEntries(
    Object.entries(telling).map(([type, say]) => [
      type,
      (event: TableEvent, opening: OpeningCall) => {
        const says = say(event, opening);
        const missing = event["not_carried_out"];
        return says && Array.isArray(missing) ? `${says} (§${missing.join(", §")} not carried out)` : says;
      },
    ]),
  );
}
