// One's own stakes, added up once for all buttons: at a full table others lay chips many times a second.

import type { Chip } from "../wire/fold.ts";

export class OwnStakes {
  private summed: Chip[] | null = null;
  private stakes = new Map<string, number>();

  of(chips: Chip[], me: string): Map<string, number> {
    if (this.summed !== chips) {
      this.summed = chips;
      this.stakes = new Map();
      for (const { player, position, stake, state } of chips) {
        if (player !== me || state === "lost") continue;
        this.stakes.set(position, (this.stakes.get(position) ?? 0) + stake);
      }
    }
    return this.stakes;
  }
}
