// The results of the rounds before, oldest first; a void round has none.

import type { Now, TableEvent } from "./types.ts";

const KEPT = 200;

export class Past {
  readonly pockets: (string | null)[] = [];
  // Grows whenever a result is added or put right, so that others can see that they have old ones.
  changes = 0;
  // The last round that ended, if it did while somebody looked.
  private last: number | null = null;

  begin(pockets: readonly (string | null)[]): void {
    this.last = null;
    this.pockets.splice(0, this.pockets.length, ...pockets);
    this.changes += 1;
  }

  take(event: TableEvent, now: Now | null): void {
    switch (event.type) {
      case "outcome-corrected":
        this.putRight(Number(event.round), String(event["pocket"]), now);
        break;
      case "round-closed":
        this.last = Number(event.round);
        this.add(String(event["pocket"]));
        break;
      case "round-voided":
        this.last = Number(event.round);
        this.add(null);
        break;
    }
  }

  // A round that is over has its result in the list, by its number: the right one takes its place there.
  private putRight(round: number, pocket: string, now: Now | null): void {
    const over = now?.phase === "paid" || now?.phase === "void";
    const last = this.last ?? Number(now?.round ?? 0) - (over ? 0 : 1);
    const place = this.pockets.length - 1 - (last - round);
    if (round > last || place < 0) return;
    this.pockets[place] = pocket;
    this.changes += 1;
  }

  private add(pocket: string | null): void {
    this.pockets.push(pocket);
    this.changes += 1;
    if (this.pockets.length > KEPT) this.pockets.shift();
  }
}
