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
  private frame = 0;

  constructor(private readonly changed: () => void) {}

  look(now: Now | null): void {
    this.round = now?.round ?? "";
    const spins = now !== null && now.spun && (now.phase === "no-more-bets" || now.phase === "at-rest");
    const told = now?.phase === "dolly-down" || now?.phase === "paid";
    if (spins && this.round !== this.left) this.place = "over";
    else if (!told) this.go();
  }

  // It lingers from the frame in which the ball is seen to lie: a slow device paints that one late.
  lies(): void {
    this.leavesAt = performance.now() + LINGERS;
    this.forget();
    const linger = (): void => {
      this.leavesAt = performance.now() + LINGERS;
      this.timer = window.setTimeout(() => this.leave(), LINGERS);
    };
    if (document.hidden) linger();
    else this.frame = requestAnimationFrame(linger);
  }

  leave(): void {
    if (this.place !== "over") return;
    this.left = this.round;
    this.place = "leaving";
    this.forget();
    this.timer = window.setTimeout(() => this.go(), LEAVES);
    this.changed();
  }

  // At once: whoever may bet again sees the whole cloth.
  private go(): void {
    if (this.place === "away") return;
    this.place = "away";
    this.forget();
    this.changed();
  }

  private forget(): void {
    window.clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
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
