// Which way ball and wheel turn. They go against each other, and the other way round with every spin: a dealer says so
// only where it was otherwise.

export const CLOCKWISE = "clockwise";
export const COUNTER = "counterclockwise";

export interface Spin {
  seq: number;
  ball: string;
}

export class Turning {
  ball = CLOCKWISE;
  wheel = COUNTER;
  private after = -1;
  private open = false;

  // After a spin, and whenever a round opens, the next one is as it should be.
  look(last: Spin | null, open: boolean): void {
    const opens = open && !this.open;
    this.open = open;
    const seq = last?.seq ?? 0;
    if (seq === this.after && !opens) return;
    this.after = seq;
    this.setBall(last ? against(last.ball) : CLOCKWISE);
  }

  setBall(way: string): void {
    this.ball = way;
    this.wheel = against(way);
  }

  // What is wrong about it, by the name that rulebooks have for it.
  get wrong(): "" | "same-direction" | "wheel-still" {
    return this.ball === this.wheel ? "same-direction" : this.wheel === "still" ? "wheel-still" : "";
  }
}

function against(way: string): string {
  return way === CLOCKWISE ? COUNTER : CLOCKWISE;
}
