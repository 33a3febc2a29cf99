// What a random wheel was committed to before betting, and what it revealed after it. Nothing is checked here.

import type { TableEvent } from "./types.ts";

export interface Commitment {
  round: string;
  commitment: string;
  digest: string;
  // Whether this page had it while bets were still taken: a commitment that is first seen later proves nothing to it.
  inTime: boolean;
}

export interface Revealed extends Commitment {
  secret: string;
  // Null if the round was void.
  pocket: string | null;
}

export class Commitments {
  current: Commitment | null = null;
  revealed: Revealed | null = null;

  take(event: TableEvent): void {
    const text = (field: string): string => String(event[field] ?? "");
    if (event.type === "betting-opened") {
      const commitment = text("commitment");
      this.current = commitment ? { round: event.round ?? "", commitment, digest: text("digest"), inTime: true } : null;
    } else if (
      (event.type === "round-closed" || event.type === "round-voided") &&
      this.current?.round === event.round
    ) {
      const pocket = event.type === "round-closed" ? text("pocket") : null;
      this.revealed = { ...this.current, secret: text("secret"), pocket };
    }
  }
}
