// The ball of the picture: on the rim it belongs to the bowl, in its pocket to the turning wheel.

import { FALL } from "../wire/reveal.ts";
import { TURN } from "./picture.ts";
import { POCKET, TRACK, angleAt, fall, speedAt, spin, type Frame, type Spin, type Strike } from "./run.ts";

const KEPT = "croupier-spin";
const ROUND = 20_000;
const SAMPLES = 250;
// A ball that is this fast drags its full trail behind it.
const BLURRED = 0.6;
const APPEARS = 300;

export class Ball {
  private run: Spin | null = null;
  private rolling: Animation | null = null;
  private rolled = 0;

  constructor(
    private readonly outer: HTMLElement,
    private readonly inner: HTMLElement,
  ) {}

  get turns(): boolean {
    return this.run !== null;
  }

  get shown(): boolean {
    return !this.outer.classList.contains("away") || !this.inner.classList.contains("away");
  }

  // Around the rim, for as long as nobody says where the ball lies. A page that is loaded anew goes on where it was.
  roll(seed: string, still: boolean): { run: Spin; after: number } {
    const run = spin(seed);
    const after = Math.min(sinceSpun(seed), ROUND);
    this.run = run;
    this.show(this.outer);
    radius(this.outer, TRACK);
    if (still) {
      this.outer.style.transform = `rotate(${run.start}deg)`;
      this.rolling = this.outer.animate([{ opacity: 0 }, { opacity: 1 }], APPEARS);
      return { run, after };
    }
    const at = (share: number): number => share * ROUND;
    const shares = Array.from({ length: SAMPLES + 1 }, (_, place) => place / SAMPLES);
    this.trail(
      shares.map((share) => Math.min(1, speedAt(run, at(share)) / BLURRED) ** 2),
      after,
    );
    this.rolling = this.outer.animate(
      shares.map((share) => ({ transform: `rotate(${angleAt(run, at(share))}deg)` })),
      { duration: ROUND, fill: "forwards" },
    );
    this.rolling.currentTime = after;
    this.rolled = 0;
    this.rolling.onfinish = () => this.goOn(run);
    return { run, after };
  }

  private goOn(run: Spin): void {
    const from = angleAt(run, ROUND);
    this.rolled = ROUND;
    this.rolling?.cancel();
    this.rolling = this.outer.animate(
      [{ transform: `rotate(${from}deg)` }, { transform: `rotate(${from + 360}deg)` }],
      {
        duration: 360 / run.last,
        iterations: Infinity,
      },
    );
  }

  private trail(strengths: number[], after: number): void {
    const trail = this.outer.querySelector(".trail")?.animate(
      strengths.map((opacity) => ({ opacity })),
      { duration: ROUND, fill: "forwards" },
    );
    if (trail) trail.currentTime = after;
  }

  // The ball goes over into the wheel's own frame and comes to rest there: so it ends in its pocket wherever the wheel
  // is. Gives what it hits on its way.
  fall(seed: string, wheel: number, to: number, step: number, done: () => void): Strike[] {
    const run = this.run;
    const after = this.rolled + Number(this.rolling?.currentTime ?? 0);
    const from = run ? angleAt(run, after) : 0;
    const speed = (run ? speedAt(run, after) : 0) + 360 / TURN;
    const { frames, strikes } = fall(seed, from - wheel, speed, to, step);
    this.lay(to);
    const parts: [Element | null | undefined, (frame: Frame) => Keyframe][] = [
      [this.inner, ({ angle }) => ({ transform: `rotate(${angle}deg)` })],
      [this.inner.querySelector(".rod"), (frame) => ({ transform: `translateY(${-50 * frame.radius}%)` })],
      [this.inner.querySelector(".ball"), ({ height }) => ({ transform: `scale(${1 + 0.3 * height})` })],
    ];
    const falls = parts.map(([part, frame]) => part?.animate(frames.map(frame), FALL));
    const last = falls[0];
    if (last) last.onfinish = done;
    else done();
    return strikes;
  }

  appear(to: number): void {
    this.lay(to);
    this.inner.animate([{ opacity: 0 }, { opacity: 1 }], APPEARS);
  }

  private lay(to: number): void {
    this.halt();
    this.inner.style.transform = `rotate(${to}deg)`;
    radius(this.inner, POCKET);
    this.show(this.inner);
  }

  leave(): void {
    this.halt();
    this.show(null);
  }

  private halt(): void {
    for (const one of this.outer.getAnimations({ subtree: true })) one.cancel();
    for (const one of this.inner.getAnimations({ subtree: true })) one.cancel();
    this.run = this.rolling = null;
  }

  private show(arm: HTMLElement | null): void {
    for (const one of [this.outer, this.inner]) one.classList.toggle("away", one !== arm);
  }
}

function radius(arm: HTMLElement, share: number): void {
  const rod = arm.querySelector<HTMLElement>(".rod");
  if (rod) rod.style.transform = `translateY(${-50 * share}%)`;
}

// How long the ball of a round has been turning, if this browser saw it begin.
function sinceSpun(seed: string): number {
  const [kept, at] = (sessionStorage.getItem(KEPT) ?? "").split(" ");
  if (kept === seed) return Math.max(0, Date.now() - Number(at));
  sessionStorage.setItem(KEPT, `${seed} ${Date.now()}`);
  return 0;
}
