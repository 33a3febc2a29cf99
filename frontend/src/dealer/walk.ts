// The one button of a dealer: which step of the round is to be taken now, what it is called, and why it cannot be
// taken.

import type { Rulebook } from "../staff/staff.ts";
import type { TableModel } from "../wire/model.ts";
import type { DecisionOut, Phase } from "../wire/types.ts";
import { inTheWay } from "#words/staff.ts";
import { NO_MORE_BETS, openingCall, roleName, sentence } from "../words/said.ts";

export interface Step {
  act: string;
  label: string;
  can: boolean;
  why: string;
  clauses: string[];
}

// The latest step that is possible is the one to take: with early close authorized the call comes before the spin.
const WALK = ["lift-dolly", "settle", "place-dolly", "call-no-more-bets", "spin-ball", "open-betting", "open-table"];
const WAITS = ["settle", "declare-outcome", "open-betting"];

// What a dealer waits for, and whose it is.
const WAITING: Record<string, (decision?: DecisionOut) => string> = {
  "table-closed": () => "Waiting for the pit to open the table",
  "ruling-needed": (decision) =>
    decision && decision.kind !== "correction"
      ? `Waiting for the ${roleName(decision.needed)}'s ruling`
      : "Waiting for a second person's decision",
};

const STEPS: [string, string][] = [
  ["open-betting", ""],
  ["spin-ball", "Ball spun"],
  ["call-no-more-bets", NO_MORE_BETS],
  ["declare-outcome", "Result"],
  ["settle", "Dolly down, collect, pay"],
  ["lift-dolly", "Dolly up, next round"],
];

// What follows once a number is touched, if the rulebook has a dolly or has none.
export function marked(book: Rulebook, pocket: string): string {
  return `${book.procedure.outcome.dolly.value ? "dolly on" : "result"} ${pocket}`;
}

// How many are unpaid is not known until what was settled has been read.
export function stepNow(
  model: TableModel,
  book: Rulebook,
  picked: string | null,
  unpaid: number | null,
  decisions: readonly DecisionOut[],
): Step {
  // Nothing goes on after a call of no spin until somebody has said why.
  if (decisions.some((one) => one.kind === "reason"))
    return { act: "reason", label: "Write down why", can: true, why: "", clauses: [] };
  const declare = model.offer("declare-outcome");
  const resting = model.now?.phase === "no-more-bets" || (model.now?.phase === "ball-in-play" && picked !== null);
  if (resting && declare && declare.code !== "not-spun") {
    const label = picked ? sentence(marked(book, picked)) : "Touch the number";
    return { act: "declare-outcome", label, can: picked !== null, why: "", clauses: declare.clauses };
  }
  const correct = model.offer("correct-outcome");
  const outcome = model.now?.outcome ?? null;
  if (model.now?.phase === "at-rest" && picked && picked !== outcome && correct?.now)
    return {
      act: "correct-outcome",
      label: `Correct ${outcome ?? ""} to ${picked}`,
      can: true,
      why: "",
      clauses: correct.clauses,
    };
  for (const act of WALK) {
    const offer = model.offer(act);
    if (!offer?.now) continue;
    // The dolly stays down until every winner was seen to be paid; without one, the next round waits for that.
    const paying = act === "lift-dolly" || (act === "open-betting" && !book.procedure.outcome.dolly.value);
    if (paying && unpaid === null)
      return { act: "tick-all", label: "Reading what is to be paid…", can: false, why: "", clauses: [] };
    if (paying && unpaid)
      return { act: "tick-all", label: unpaid === 1 ? "Paid" : `All ${unpaid} paid`, can: true, why: "", clauses: [] };
    return { act, label: labelOf(act, model, book), can: true, why: "", clauses: offer.clauses };
  }
  const blocked = WAITS.map((act) => model.offer(act)).find((offer) => offer !== undefined);
  const why = inTheWay(blocked?.code ?? null);
  return {
    act: blocked?.do ?? "",
    label: WAITING[blocked?.code ?? ""]?.(decisions[0]) ?? (why ? sentence(why) : "Nothing to do now"),
    can: false,
    why,
    clauses: blocked?.clauses ?? [],
  };
}

function labelOf(act: string, model: TableModel, book: Rulebook): string {
  const { bell, wave } = book.procedure.closing;
  const labels: Record<string, string> = {
    "open-table": "Open the table",
    "open-betting": openingCall(model.snapshot?.opening),
    "spin-ball": "Ball spun",
    "call-no-more-bets": bell.value
      ? `Bell, and “${NO_MORE_BETS}”`
      : wave.value
        ? `“${NO_MORE_BETS}” and wave`
        : NO_MORE_BETS,
    "place-dolly": `Dolly on ${model.now?.outcome ?? ""}`,
    settle: "Collect and pay",
    "lift-dolly": "Dolly up",
  };
  return labels[act] ?? sentence(act);
}

export interface Standing {
  step: string;
  words: string;
  state: "" | "done" | "now";
}

// How far a phase is: the steps that were taken to come to it. What comes before the first is nothing.
const TAKEN: Partial<Record<Phase, number>> = {
  "betting-open": 1,
  "ball-in-play": 2,
  "no-more-bets": 3,
  "at-rest": 4,
  "dolly-down": 4,
  paid: 5,
};

// Where there is no dolly, none is put down or taken up.
const BARE: Record<string, string> = { settle: "Collect, pay", "lift-dolly": "Next round" };

// The six steps of a round, the first called as the rulebook opens it: ticked is what happened, and nothing else. Bets
// may be closed before the ball is spun, and no round is under way at a closed table.
export function standing(model: TableModel, book: Rulebook, now: Step): Standing[] {
  const opens = ["open-betting", "open-table", "reason", ""].includes(now.act) && now.can;
  const running = (model.now?.open ?? false) && !opens;
  const taken = running && model.now ? (TAKEN[model.now.phase] ?? 0) : 0;
  const at = now.can || !now.why ? placeOf(now.act) : -1;
  const dolly = Boolean(book.procedure.outcome.dolly.value);
  return STEPS.map(([step, named], place) => {
    const words = dolly ? named : (BARE[step] ?? named);
    const happened = place < taken && !(step === "spin-ball" && !model.now?.spun);
    const state = happened ? "done" : place === at ? "now" : "";
    return { step, words: words || openingCall(model.snapshot?.opening), state };
  });
}

// Where the round stands among its six steps.
function placeOf(act: string): number {
  const step = act === "place-dolly" || act === "correct-outcome" ? "settle" : act === "tick-all" ? "lift-dolly" : act;
  return STEPS.findIndex(([one]) => one === step);
}
