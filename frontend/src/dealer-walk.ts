// The one button of a dealer: which step of the round is to be taken now, what it is called, and why it cannot be taken.

import { inTheWay, sentence, type Rulebook } from "./staff.ts";
import type { TableModel } from "./model.ts";

export interface Step { act: string; label: string; can: boolean; why: string; clauses: string[] }

// The latest step that is possible is the one to take: with early close authorized the call comes before the spin.
const WALK = ["lift-dolly", "settle", "place-dolly", "call-no-more-bets", "spin-ball", "open-betting", "open-table"];
const WAITS = ["settle", "declare-outcome", "open-betting"];

export const STEPS: [string, string][] = [
  ["open-betting", "Place your bets, please"], ["spin-ball", "Ball spun"], ["call-no-more-bets", "No more bets"],
  ["declare-outcome", "Result"], ["settle", "Dolly down, collect, pay"], ["lift-dolly", "Dolly up, next round"],
];

export function stepNow(model: TableModel, book: Rulebook, picked: string | null, unpaid: number, reasonOwed: boolean): Step {
  // Nothing goes on after a call of no spin until somebody has said why.
  if (reasonOwed) return { act: "reason", label: "Write down why", can: true, why: "", clauses: [] };
  const declare = model.offer("declare-outcome");
  if (model.now?.phase === "no-more-bets" && declare && declare.code !== "not-spun") {
    const label = picked ? `Dolly on ${picked}` : "Touch the number";
    return { act: "declare-outcome", label, can: picked !== null, why: "", clauses: declare.clauses };
  }
  for (const act of WALK) {
    const offer = model.offer(act);
    if (!offer?.now) continue;
    // The dolly stays down until every winner was seen to be paid.
    if (act === "lift-dolly" && unpaid) return { act: "tick-all", label: unpaid === 1 ? "Paid" : `All ${unpaid} paid`, can: true, why: "", clauses: [] };
    return { act, label: labelOf(act, model, book), can: true, why: "", clauses: offer.clauses };
  }
  const blocked = WAITS.map((act) => model.offer(act)).find((offer) => offer !== undefined);
  return { act: blocked?.do ?? "", label: "One moment", can: false, why: inTheWay(blocked?.code ?? null), clauses: blocked?.clauses ?? [] };
}

function labelOf(act: string, model: TableModel, book: Rulebook): string {
  const { bell, wave } = book.procedure.closing;
  const labels: Record<string, string> = {
    "open-table": "Open the table", "open-betting": "Place your bets, please", "spin-ball": "Ball spun",
    "call-no-more-bets": bell.value ? "Bell, and “No more bets”" : wave.value ? "“No more bets” and wave" : "No more bets",
    "place-dolly": `Dolly on ${model.now?.outcome ?? ""}`, settle: "Collect and pay", "lift-dolly": "Dolly up",
  };
  return labels[act] ?? sentence(act);
}

// Where the round stands among its six steps.
export function placeOf(act: string): number {
  const step = act === "place-dolly" ? "settle" : act === "tick-all" ? "lift-dolly" : act;
  return STEPS.findIndex(([one]) => one === step);
}
