// Where there is no room for the wheel beside the cloth, it comes over it for the spin and leaves with the number:
// never while bets are taken, and only once in a round.

import type { Now } from "../wire/types.ts";

// How long it stays once the ball lies, and how long it takes to leave.
const LINGERS = 1100;
const LEAVES = 400;

export class Stage {
  place: "away" | "over" | "leaving" = "away";
  // When it is to leave, on the page's clock.
  leavesAt = 0;
  private left = "";
  private round = "";
  private timer = 0;

  constructor(private readonly changed: () => void) {}

  look(now: Now | null): void {
    this.round = now?.round ?? "";
    const spins = now !== null && now.spun && (now.phase === "no-more-bets" || now.phase === "at-rest");
    const told = now?.phase === "dolly-down" || now?.phase === "paid";
    if (spins && this.round !== this.left) this.place = "over";
    else if (!told) this.go();
  }

  lies(): void {
    this.leavesAt = performance.now() + LINGERS;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.leave(), LINGERS);
  }

  leave(): void {
    if (this.place !== "over") return;
    this.left = this.round;
    this.place = "leaving";
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.go(), LEAVES);
    this.changed();
  }

  // At once: whoever may bet again sees the whole cloth.
  private go(): void {
    if (this.place === "away") return;
    this.place = "away";
    window.clearTimeout(this.timer);
    this.changed();
  }
}

// Whether the slot of the wheel lies over the cloth: the arrangement of the page decides.
export function liesOver(page: HTMLElement): boolean {
  const [slot, cloth] = [".wheel-slot", ".cloth"].map((part) => page.querySelector(part)?.getBoundingClientRect());
  return (
    slot !== undefined &&
    cloth !== undefined &&
    slot.left < cloth.right &&
    cloth.left < slot.right &&
    slot.top < cloth.bottom &&
    cloth.top < slot.bottom
  );
}
