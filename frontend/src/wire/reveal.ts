// The number is told when the ball lies. The service says which pocket it is as soon as it is declared; from then on a
// page that shows the ball still turning keeps back whatever it hears, in order, until the picture is there. Nothing
// that a page shows or says is drawn from what is kept back, so nothing can tell the number early.

import type { TableEvent } from "./types.ts";

// How long the ball falls in the picture, in milliseconds: the same in every round and on every page.
export const FALL = 2600;
// Where a picture says when the ball lies; one that never does must not keep a table waiting.
export const FALL_AT_MOST = FALL + 900;

// What ends a round: whoever still waits for its ball is told at once.
const ENDS = new Set<string>(["betting-opened", "round-voided", "table-closed"]);

export class Reveal {
  // Where the ball is falling to. Only the wheel's picture may ask.
  pocket: string | null = null;
  private kept: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  private readonly patience: number;

  // How long to wait for the ball at most, in milliseconds; nothing is kept back from staff, who wait for none.
  constructor(patience: number) {
    this.patience = patience;
  }

  // Tells what happened, now or once the ball lies. A random wheel's ball begins to fall when its pocket is declared.
  hear(events: readonly TableEvent[], turns: boolean, tell: () => void): void {
    const ends = events.some((event) => ENDS.has(event.type));
    if (ends) this.release();
    const declared = events.find((event) => event.type === "outcome-declared");
    this.pass(() => {
      if (!declared || ends || !turns || !this.patience || !motionShown()) return tell();
      this.hold(String(declared["pocket"]), tell);
    });
  }

  // Does it now, or once the ball lies.
  pass(act: () => void): void {
    if (this.pocket === null) act();
    else this.kept.push(act);
  }

  private hold(pocket: string, tell: () => void): void {
    this.pocket = pocket;
    this.kept.unshift(tell);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.release(), this.patience);
  }

  // What is done may hold back what comes after it.
  release(): void {
    clearTimeout(this.timer);
    this.pocket = null;
    while (this.pocket === null && this.kept.length) this.kept.shift()?.();
  }

  // The table is told anew as it stands: what was kept is in there.
  forget(): void {
    clearTimeout(this.timer);
    this.pocket = null;
    this.kept = [];
  }
}

// Whether whoever looks sees a ball fall at all.
function motionShown(): boolean {
  return !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
