// A finger or a pen on the cloth: the browser's events become taps, slides and long presses.

import { Finger, REST, type At } from "./finger.ts";
import { watchGliding } from "./gliding.ts";
import type { Spot } from "../wire/types.ts";

// Where on the cloth, in parts of its width and height.
export type Within = [number, number];

export interface Touchable {
  // Milliseconds after which a resting finger asks for a list of bets.
  readonly longPress: number;
  under(at: At): Spot | null;
  within(at: At): Within;
  // What is pointed at has changed, or from where.
  pointed(spot: Spot | null): void;
  tapped(spot: Spot, within: Within): void;
  held(spot: Spot): void;
}

const gliding = watchGliding();

export class Touch {
  // Where the finger is, for what is shown beside it.
  at: At | null = null;
  private id = -1;
  private finger: Finger<Spot> | null = null;
  private within: Within = [0, 0];
  // A list was opened under a finger that is still down.
  private listed = false;
  private readonly timers: number[] = [];
  private readonly cloth: Touchable;

  constructor(cloth: Touchable) {
    this.cloth = cloth;
  }

  get spot(): Spot | null {
    return this.finger?.aim ?? null;
  }

  get down(): boolean {
    return this.finger !== null;
  }

  // Whether an event is a finger's: a pen that hovers points as a mouse does.
  owns(event: PointerEvent): boolean {
    return event.pointerType === "touch" || (this.down && event.pointerId === this.id);
  }

  begin(event: PointerEvent): void {
    this.cancel();
    this.listed = false;
    // A touch that stops a gliding page only stops it.
    if (!event.isPrimary || gliding.now(event.timeStamp)) return;
    this.id = event.pointerId;
    this.finger = new Finger(this.cloth.under(event), event);
    const { longPress } = this.cloth;
    this.timers.push(window.setTimeout(() => this.finger?.rest(), REST));
    if (Number.isFinite(longPress)) this.timers.push(window.setTimeout(() => this.rested(), longPress));
    this.point(event);
  }

  move(event: PointerEvent): void {
    const { finger } = this;
    if (!finger || event.pointerId !== this.id) return;
    // The browser gathers movements; what the first of them was tells a swipe from a slide.
    const parts = event.getCoalescedEvents?.() ?? [];
    for (const part of parts.length ? parts : [event]) finger.move(part, () => this.cloth.under(part));
    if (finger.scrolls) return this.cancel();
    if (finger.steady) return;
    this.quiet();
    this.point(event);
  }

  // What the bubble said is what is meant: nothing is looked up again on lifting.
  end(event: PointerEvent): void {
    if (event.pointerId !== this.id) return;
    const { spot, within } = this;
    this.cancel();
    if (spot) this.cloth.tapped(spot, within);
  }

  cancel(): void {
    if (!this.finger) return;
    this.quiet();
    this.finger = null;
    this.at = null;
    this.cloth.pointed(null);
  }

  // Once a finger has rested the page must not scroll away under it, nor behind the list it asked for.
  readonly onTouchMove = {
    handleEvent: (event: TouchEvent): void => {
      if (event.cancelable && (this.listed || this.finger?.slides(event.timeStamp))) event.preventDefault();
    },
    passive: false,
  };

  // Two fingers zoom, wherever the second one is; they mean no bet.
  readonly onTouchStart = (event: TouchEvent): void => {
    if (event.touches.length > 1) this.cancel();
  };

  private point(event: PointerEvent): void {
    this.at = event;
    this.within = this.cloth.within(event);
    this.cloth.pointed(this.spot);
  }

  private rested(): void {
    const { spot } = this;
    if (!spot) return;
    this.cancel();
    this.listed = true;
    this.cloth.held(spot);
  }

  private quiet(): void {
    for (const timer of this.timers.splice(0)) window.clearTimeout(timer);
  }
}
