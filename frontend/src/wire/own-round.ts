// One's own wagers of this round and the last, and what came back of them.

import * as say from "#words/steps.ts";
import type { Kept } from "./kept.ts";
import type { LaidWager, TableEvent } from "./types.ts";

export interface Returned {
  position: string;
  stake: number;
  winnings: number;
  returned: number;
  collected: number;
  clauses: string[];
  // What the line itself says about how it was settled.
  note?: string | undefined;
}

// What one had on the cloth at the last call, and who one was.
export interface LastLayout {
  me: string | null;
  laid: LaidWager[];
}

export class OwnRound {
  // To be laid again: kept, so that it is there after the page was loaded anew.
  last: LaidWager[] = [];
  returns: Returned[] = [];
  private wagers: LaidWager[] = [];
  private before: Returned[] = [];
  private seen = 0;

  private readonly me: string | null;
  private readonly kept: Kept<LastLayout> | null;

  constructor(me: string | null, kept: Kept<LastLayout> | null = null) {
    this.me = me;
    this.kept = kept;
    const before = me === null ? null : kept?.read();
    if (before?.me === me) this.last = before?.laid ?? [];
  }

  // What came back in the last round that one had wagers in.
  get lastReturns(): Returned[] {
    return this.returns.length ? this.returns : this.before;
  }

  begin(laid: readonly LaidWager[]): void {
    this.wagers = laid.filter((one) => one.player === this.me && !one.won);
  }

  // Asked with what is still staked on the wager that the event is about.
  take(event: TableEvent, staked: number): void {
    const wager = String(event["wager"] ?? "");
    switch (event.type) {
      case "betting-opened":
        this.remember();
        this.last = this.wagers.length ? this.wagers : this.last;
        this.wagers = [];
        this.before = this.lastReturns;
        this.returns = [];
        break;
      case "wager-placed":
        if (event["player"] === this.me && !this.wagers.some((one) => one.wager === wager))
          this.wagers.push(placedBy(event));
        break;
      case "wager-retracted":
        this.wagers = this.wagers.filter((one) => one.wager !== wager || staked > 0);
        this.change(wager, { stake: staked });
        break;
      case "wager-moved":
        if (!event["held"]) this.change(wager, { position: String(event["position"]) });
        break;
      case "ball-spun":
        if (event["closes"]) this.remember();
        break;
      case "betting-ended":
      case "no-more-bets-called":
      case "round-voided":
        this.remember();
        break;
      case "wager-paid":
      case "wager-collected":
      case "wager-returned":
        this.comesBack(event);
        break;
      case "outcome-corrected":
        this.putRight(event);
        break;
    }
  }

  private remember(): void {
    if (this.wagers.length) this.kept?.write({ me: this.me, laid: this.wagers });
  }

  private change(wager: string, fields: Partial<LaidWager>): void {
    this.wagers = this.wagers.map((one) => (one.wager === wager ? { ...one, ...fields } : one));
  }

  private comesBack(event: TableEvent): void {
    if (event["player"] !== this.me || event.seq <= this.seen) return;
    this.seen = event.seq;
    const amount = Number(event["amount"] ?? 0);
    this.returns.push({
      position: String(event["position"] ?? this.laidOn(String(event["wager"] ?? ""))),
      stake: Number(event["stake"] ?? amount),
      clauses: event.clauses,
      winnings: Number(event["winnings"] ?? 0),
      returned: Number(event["returned"] ?? amount),
      collected: Number(event["collected"] ?? 0),
      note: event["note"] as string | undefined,
    });
  }

  // What a corrected number changes is a line of its own, so that the sum is what one has.
  private putRight(event: TableEvent): void {
    if (event.seq <= this.seen) return;
    for (const one of (event["adjustments"] ?? []) as (Returned & { wager: string; player: string })[]) {
      if (one.player !== this.me) continue;
      this.seen = event.seq;
      const { winnings, returned, collected } = one;
      const from = String(event["before"]);
      const note = say.putRight(event.round ?? "", from, String(event["pocket"]));
      const position = this.laidOn(one.wager);
      this.returns.push({ position, stake: 0, clauses: event.clauses, winnings, returned, collected, note });
    }
  }

  private laidOn(wager: string): string {
    return this.wagers.find((one) => one.wager === wager)?.position ?? "";
  }
}

function placedBy(event: TableEvent): LaidWager {
  const [wager, player, position] = [String(event["wager"]), String(event["player"]), String(event["position"])];
  return { wager, player, position, stake: Number(event["stake"]), held: false, won: false };
}
