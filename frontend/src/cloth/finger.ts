// What one finger on the cloth means. Lifted where it went down, it means what it touched. Moved at once, it scrolls
// the page and means nothing. Moved after a short rest, it slides: then it means what it was last over.

// How far a finger that stays may tremble, in pixels.
const STEADY = 10;
// How long it must rest before a movement slides instead of scrolling, in milliseconds.
export const REST = 150;

// A point of the screen, as events give it.
export interface At {
  clientX: number;
  clientY: number;
  timeStamp: number;
}

export class Finger<Target> {
  // What would be meant if the finger were lifted now.
  aim: Target | null;
  private state: "steady" | "slides" | "scrolls" = "steady";
  private rested = false;
  private readonly down: At;

  constructor(touched: Target | null, down: At) {
    this.aim = touched;
    this.down = { clientX: down.clientX, clientY: down.clientY, timeStamp: down.timeStamp };
  }

  get steady(): boolean {
    return this.state === "steady";
  }

  get scrolls(): boolean {
    return this.state === "scrolls";
  }

  // To be called REST after it went down. A busy page hears of movements late and all at once, the last one's time on
  // all of them; but it hears of them before this call, so a swipe is not taken for a rest.
  rest(): void {
    this.rested = true;
  }

  // Whether moving it slides, now or already: the browser must then be kept from scrolling.
  slides(timeStamp: number): boolean {
    return this.state === "slides" || (this.steady && this.rested && timeStamp - this.down.timeStamp >= REST);
  }

  // What lies under a finger is asked for only if it slides: a tap means what was touched, whatever has moved since.
  move(to: At, under: () => Target | null): void {
    if (this.steady) {
      if (Math.hypot(to.clientX - this.down.clientX, to.clientY - this.down.clientY) <= STEADY) return;
      this.state = this.slides(to.timeStamp) ? "slides" : "scrolls";
    }
    this.aim = this.state === "slides" ? under() : null;
  }
}
