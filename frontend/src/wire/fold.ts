// What lies on the cloth, folded from events as the service writes them: for a table that is followed and for a round
// that is examined alike. Nothing is judged here, only kept.

import type { LaidWager, TableEvent } from "./types.ts";

export type ChipState = "pending" | "live" | "locked" | "won" | "held" | "lost";

export interface Chip {
  wager: string;
  player: string;
  position: string;
  stake: number;
  state: ChipState;
  byStaff: boolean;
  // Where it lay before it was moved by accident.
  was?: string;
}

export class Fold {
  readonly chips = new Map<string, Chip>();
  dolly: string | null = null;
  outcome: string | null = null;
  // Whether the call was made: what is on the cloth from then on is locked.
  closed = false;

  // Begins with what already lies there. Chips that wait for their answer are nobody's business but their owner's.
  begin(laid: readonly LaidWager[], closed: boolean): void {
    this.clear();
    this.closed = closed;
    for (const { held, won, ...one } of laid)
      this.chips.set(one.wager, { ...one, state: won ? "won" : held ? "held" : this.resting, byStaff: false });
  }

  // Folds one event in, and gives the chip that it took off the cloth, as it lay there.
  take(event: TableEvent): Chip | null {
    const text = (field: string): string => String(event[field] ?? "");
    const chip = this.chips.get(text("wager"));
    switch (event.type) {
      case "betting-opened":
        this.clear();
        break;
      case "wager-placed":
        if (!chip || chip.state === "pending") this.lay(event);
        break;
      case "wager-retracted":
        if (chip && (chip.stake -= Number(event["stake"])) <= 0) return this.remove(chip);
        break;
      case "wager-moved":
        if (chip && event["accident"]) chip.was ??= chip.position;
        if (chip) chip.position = text("position");
        if (chip && event["held"]) chip.state = "held";
        break;
      case "wager-marked-unclear":
        if (chip) chip.state = "held";
        break;
      case "wager-ruled":
        if (chip) Object.assign(chip, { state: "locked", position: text("position") });
        break;
      case "ball-spun":
      case "betting-ended":
      case "no-more-bets-called":
        if (event.type === "ball-spun" && !event["closes"]) break;
        this.closed = true;
        for (const one of this.chips.values()) if (one.state === "live") one.state = "locked";
        break;
      case "outcome-declared":
      case "outcome-corrected":
        this.outcome = text("pocket");
        if (this.dolly) this.dolly = this.outcome;
        this.putRight(event);
        break;
      case "dolly-placed":
        this.dolly = text("pocket");
        break;
      case "wager-paid":
        if (chip) chip.state = "won";
        break;
      case "wager-collected":
      case "wager-returned":
        return chip ? this.remove(chip) : null;
      case "dolly-lifted":
        this.dolly = null;
        for (const one of this.chips.values()) if (one.state === "won") this.chips.delete(one.wager);
        break;
      case "round-voided":
        this.outcome = null;
        break;
    }
    return null;
  }

  // What was paid on the wrong number is taken back with its stake; nobody who looks at the cloth sees it won.
  private putRight(event: TableEvent): void {
    for (const one of (event["adjustments"] ?? []) as { wager: string; winnings: number; returned: number }[]) {
      const chip = this.chips.get(one.wager);
      if (chip?.state === "won" && one.winnings + one.returned < 0) this.chips.delete(one.wager);
    }
  }

  private get resting(): ChipState {
    return this.closed ? "locked" : "live";
  }

  private lay(event: TableEvent): void {
    const [wager, player, position] = [String(event["wager"]), String(event["player"]), String(event["position"])];
    const stake = Number(event["stake"]);
    this.chips.set(wager, { wager, player, position, stake, state: this.resting, byStaff: event.by?.name !== player });
  }

  private remove(chip: Chip): Chip {
    this.chips.delete(chip.wager);
    return chip;
  }

  // A chip that was sent in time and not answered yet may still be accepted, or be refused by its round's name.
  private clear(): void {
    for (const [wager, chip] of this.chips) if (chip.state !== "pending") this.chips.delete(wager);
    this.dolly = null;
    this.outcome = null;
    this.closed = false;
  }
}

export function folded(events: readonly TableEvent[]): Fold {
  const fold = new Fold();
  for (const event of events) fold.take(event);
  return fold;
}
