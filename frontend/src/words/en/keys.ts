// Every sentence that stands for a key of the service, in English. The service says what happens, what is refused and
// who may do what, as keys with facts; this is only the wording. A key without a sentence does not compile.

import type { StaffCode } from "./staff.ts";
import { count, money } from "../words.ts";
import type { EventType, Irregularity, OpeningCall, Phase, RefusalCode, Role, TableEvent } from "../../wire/types.ts";

export type Facts = Readonly<Record<string, unknown>>;
export type Refusing = string | ((facts: Facts) => string);

// What is told like a refusal without being one: an event that leaves things as they are, or an answer to a frame.
export type Unrefused = "withdrawal-ignored" | "too-many" | "too-long";

// What is said aloud at a table, and what ends a round; the audit page retells everything in the service's words.
export type Aloud = Extract<
  EventType,
  | "table-opened"
  | "table-closed"
  | "betting-opened"
  | "ball-spun"
  | "spin-undone"
  | "revolutions-counted"
  | "no-more-bets-called"
  | "betting-ended"
  | "irregularity-reported"
  | "no-spin-called"
  | "round-voided"
  | "outcome-declared"
  | "outcome-disputed"
  | "dolly-placed"
  | "outcome-corrected"
  | "round-closed"
  | "early-close-authorized"
  | "power-failed"
  | "power-restored"
>;

export const OPENINGS: Record<OpeningCall, string> = {
  "place-your-bets": "Place your bets, please",
  "board-open": "The board is open",
};

export const NO_MORE_BETS: string = "No more bets";

export const ROLES: Record<Role, string> = {
  player: "player",
  dealer: "dealer",
  "pit-supervisor": "pit supervisor",
  "pit-manager": "pit manager",
  "shift-manager": "shift manager",
  "floor-manager": "floor manager",
  surveillance: "surveillance",
  auditor: "auditor",
  house: "house",
};

export const PHASES: Record<Phase, string> = {
  closed: "closed",
  "betting-open": "betting open",
  "ball-in-play": "ball in play",
  "no-more-bets": "no more bets",
  "at-rest": "at rest",
  "dolly-down": "dolly down",
  paid: "paid",
  void: "void",
};

export const IRREGULARITIES: Record<Irregularity, string> = {
  "same-direction": "Ball spun the way the wheel turns",
  "not-spun": "Ball dropped without being spun",
  "too-few-revolutions": "Too few revolutions",
  "foreign-object": "Foreign object in the wheel",
  "no-compartment": "Ball in no pocket",
  "ball-left-wheel": "Ball left the wheel",
  "ball-broke": "Ball broke",
  "wheel-stopped": "Wheel stopped",
  "wheel-still": "Wheel was standing still",
  interference: "Somebody interfered",
  "ball-hangs": "Ball hangs on the rim",
  unlisted: "Not in these rules",
};

const happening = (kind: unknown): string => IRREGULARITIES[kind as Irregularity] ?? String(kind);
// The house itself notes an interruption when its service stops and starts again.
const ours = (event: TableEvent): boolean => event.by?.role === "house";

export const EVENTS: Record<Aloud, (event: TableEvent, opening: OpeningCall) => string> = {
  "table-opened": () => "The table is open.",
  "table-closed": () => "The table is closed.",
  "betting-opened": (_, opening) => `“${OPENINGS[opening]}.”`,
  "ball-spun": (event) =>
    event["ball"] === event["wheel"]
      ? "The ball was spun the wrong way."
      : event["closes"]
        ? "The ball is in play. Betting is closed."
        : "The ball is in play.",
  "spin-undone": () => "The ball was not sent yet. Bets are open.",
  "revolutions-counted": ({ completed }) => `${count(Number(completed), "revolution")} counted.`,
  "no-more-bets-called": () => `“${NO_MORE_BETS}.”`,
  "betting-ended": (event) => `The ball rests in ${String(event["pocket"])}. Betting is closed.`,
  "irregularity-reported": (event) => `Reported: ${happening(event["kind"]).toLowerCase()}.`,
  "no-spin-called": () => "“No spin.”",
  "round-voided": (event) => `Round ${event.round ?? ""} is void. All bets were returned.`,
  "outcome-declared": (event) => `The ball landed on ${String(event["pocket"])}.`,
  "outcome-disputed": () => "The result is being checked. One moment, please.",
  "dolly-placed": (event) => `${String(event["pocket"])} wins.`,
  "outcome-corrected": (event) =>
    `The result was corrected from ${String(event["before"])} to ${String(event["pocket"])}.`,
  "round-closed": (event) => `Round ${event.round ?? ""} is paid: ${String(event["pocket"])}.`,
  "early-close-authorized": () => "Betting may close before the spin.",
  "power-failed": (event) => (ours(event) ? "The table was interrupted." : "The power failed."),
  "power-restored": (event) => (ours(event) ? "The table is running again." : "The power is back."),
};

const position = (facts: Facts): string => ROLES[facts["needed"] as Role] ?? "staff";

const over = (facts: Facts): boolean => ["closed", "paid", "void"].includes(String(facts["phase"] ?? ""));

// What somebody typed, if it was that, as it stands in a sentence.
const typed = (facts: Facts): string => `“${String(facts["position"] ?? "").slice(0, 40)}”`;

// Why a command was refused. Where the facts say more than the code, the sentence takes them. What only staff can be
// told is in staff.ts, and comes with their pages.
export const REFUSALS: Record<Exclude<RefusalCode, StaffCode> | Unrefused, Refusing> = {
  "above-maximum": (facts) => limit("maximum", facts["stake_max"]),
  "already-done": "This was already done.",
  "approval-needed": (facts) => `Chips that left the table need the ${position(facts)}'s approval.`,
  "below-minimum": (facts) => limit("minimum", facts["stake_min"]),
  "betting-closed": (facts) => (over(facts) ? "Betting isn't open yet." : `${NO_MORE_BETS}.`),
  "chip-value-fixed": "Your chips keep their value until you cash them out.",
  "chip-value-missing": "Choose what one chip is worth.",
  "chip-value-too-low": (facts) => `A chip is worth at least ${amount(facts["chip_value_min"])} here.`,
  "chips-do-not-add-up": (facts) =>
    facts["chip_value"]
      ? `Your chips are worth ${amount(facts["chip_value"])} each; choose a multiple of that.`
      : "The chips don't add up to that amount.",
  "chips-not-accepted": "This table doesn't take such chips.",
  "chips-of-another-player": "Those are another player's chips.",
  "chips-of-another-table": "Those chips are from another table.",
  "color-taken": "Another player has that color.",
  "id-reused": "This was already sent with other content.",
  "marker-missing": "Chips of this value need a marker.",
  "name-taken": "That name is taken.",
  "no-seat": "You have no seat at this table.",
  "not-enough-chips": (facts) =>
    facts["account"] === undefined ? "You don't have enough chips." : "You don't have that much play money.",
  "not-in-rulebook": "The rules of this table don't have this.",
  "not-on-layout": (facts) => `We don't know which bet ${typed(facts)} is. Try 17, 8/11, red, 1st 12.`,
  "not-yours": "That isn't yours.",
  "one-color": "You already have chips of another color here. Cash them out first.",
  "permission-needed": "The dealer has to allow cash chips here.",
  "role-not-allowed": "That isn't yours to do.",
  "round-over": "That round is over.",
  "stake-too-large": "That is more than this table can count.",
  "table-closed": "This table is closed.",
  "too-long": "Those are too many bets at once.",
  "too-many": "One moment, please: that was too fast.",
  "unknown-wager": "That bet is no longer on the table.",
  "wager-held": "That bet is waiting for a decision.",
  "wager-id-reused": "That bet was already placed.",
  "too-many-wagers": "There is no room for more bets in this round.",
  "withdrawal-ignored": `Bets can't be removed after “${NO_MORE_BETS}”.`,
  "withdrawal-referred": "Bets can't be removed now; staff decide.",
  "withdrawal-refused": `Bets can't be removed after “${NO_MORE_BETS}”.`,
};

function amount(fact: unknown): string {
  return money(Number(fact));
}

function limit(word: string, fact: unknown): string {
  return fact === undefined ? `That is outside the ${word} here.` : `The ${word} here is ${amount(fact)}.`;
}

// What a request got instead of an answer: a fault, or something wrong with what was sent. None of it is a rule.
export const ERRORS: Readonly<Record<string, string>> = {
  "wrong-type": "Enter an amount of 1 or more.",
  "wrong-number": "Enter a whole number.",
  "unknown-table": "There is no such table.",
  "house-full": "The house is full. Please try again in a few minutes.",
  "not-signed-in": "Please come in again.",
  "wrong-token": "Please come in again.",
  "enough-money": "You still have enough play chips.",
  "not-stored": "That could not be saved. Please try again.",
  busy: "The table is busy. Please try again.",
  fault: "This table is out of service.",
  offline: "We can't reach the casino. Check your connection.",
  "internal-error": "Something went wrong on our side. Please try again.",
};
