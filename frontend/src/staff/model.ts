// A table as staff follow it: also which way the ball was spun last, counts that were put right, and what a correction
// changed.

import { Lasting } from "../wire/lasting.ts";
import { TableModel } from "../wire/model.ts";
import type { TableEvent } from "../wire/types.ts";

export interface Adjusted {
  wager: string;
  player: string;
  winnings: number;
  returned: number;
  collected: number;
  owed: number;
}

class Followed extends Lasting {
  spin: { seq: number; ball: string } | null = null;
  private spunBefore: typeof this.spin = null;
  // How often a count of revolutions was put right, which may lower it.
  recounts = 0;
  // What the last correction of a number changed for each wager, until the next round opens.
  corrected: { round: string; before: string; pocket: string; changes: Adjusted[] } | null = null;

  override take(event: TableEvent, phase: string): void {
    super.take(event, phase);
    switch (event.type) {
      case "ball-spun":
        if (!event["corrects"]) this.spunBefore = this.spin;
        this.spin = { seq: event.seq, ball: String(event["ball"]) };
        break;
      case "spin-undone":
        this.spin = this.spunBefore;
        break;
      case "revolutions-counted":
        if (event["corrects"]) this.recounts += 1;
        break;
      case "betting-opened":
        this.corrected = null;
        break;
      case "outcome-corrected":
        this.correct(event);
        break;
    }
  }

  private correct(event: TableEvent): void {
    const round = event.round ?? "";
    const before = this.corrected?.round === round ? this.corrected.changes : [];
    const changes = [...before, ...((event["adjustments"] ?? []) as Adjusted[])];
    this.corrected = { round, before: String(event["before"]), pocket: String(event["pocket"]), changes };
  }

  override recall(events: readonly TableEvent[], phase: string): void {
    super.recall(events, phase);
    if (this.spin) return;
    for (const event of events) if (event.type === "ball-spun" || event.type === "spin-undone") this.take(event, phase);
  }
}

export class StaffModel extends TableModel {
  declare readonly lasting: Followed;

  constructor(table: string, me: string, token: string) {
    super(table, me, token, 0, new Followed());
  }
}
