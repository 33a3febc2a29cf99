// The cloth as it was at one moment of a round: the events up to it, folded. Nothing is judged here, only drawn again.

import type { Chip } from "./model.ts";
import type { TableEvent } from "./wire.ts";

export interface Moment { chips: Chip[]; dolly: string | null; outcome: string | null; closed: boolean }

export function folded(events: readonly TableEvent[]): Moment {
  const chips = new Map<string, Chip>();
  const moment = { dolly: null as string | null, outcome: null as string | null, closed: false };
  for (const event of events) {
    const text = (field: string): string => String(event[field] ?? "");
    const chip = chips.get(text("wager"));
    switch (event.type) {
      case "betting-opened":
        chips.clear();
        Object.assign(moment, { dolly: null, outcome: null, closed: false });
        break;
      case "wager-placed":
        chips.set(text("wager"), {
          wager: text("wager"), player: text("player"), position: text("position"), stake: Number(event["stake"]),
          state: "live", byStaff: event.by?.name !== event["player"],
        });
        break;
      case "wager-retracted":
        if (chip && (chip.stake -= Number(event["stake"])) <= 0) chips.delete(chip.wager);
        break;
      case "wager-moved":
        if (chip) chip.position = text("position");
        if (chip && event["held"]) chip.state = "held";
        break;
      case "wager-marked-unclear":
        if (chip) chip.state = "held";
        break;
      case "wager-ruled":
        if (chip) Object.assign(chip, { state: "locked", position: text("position") });
        break;
      case "no-more-bets-called":
        moment.closed = true;
        for (const one of chips.values()) if (one.state === "live") one.state = "locked";
        break;
      case "outcome-declared":
      case "outcome-corrected":
        moment.outcome = text("pocket");
        if (moment.dolly) moment.dolly = moment.outcome;
        break;
      case "dolly-placed":
        moment.dolly = text("pocket");
        break;
      case "wager-paid":
        if (chip) chip.state = "won";
        break;
      case "wager-collected":
      case "wager-returned":
        chips.delete(text("wager"));
        break;
      case "dolly-lifted":
        moment.dolly = null;
        for (const one of [...chips.values()]) if (one.state === "won") chips.delete(one.wager);
        break;
      case "round-voided":
        moment.outcome = null;
        break;
    }
  }
  return { ...moment, chips: [...chips.values()] };
}
