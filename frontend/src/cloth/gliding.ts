// Whether the page still glides on after a swipe. A touch that stops it means nothing else.

// How long after its last movement a page counts as still, in milliseconds.
const STILL_AFTER = 100;

export class Gliding {
  private fingers = 0;
  private swiped = false;
  private last = -Infinity;

  // How many fingers are down now.
  touch(fingers: number): void {
    this.fingers = fingers;
  }

  // Scrolling by script does not count: only what a finger started, until it pauses.
  scroll(at: number): void {
    if (this.fingers) this.swiped = true;
    else if (at - this.last >= STILL_AFTER) this.swiped = false;
    this.last = at;
  }

  now(at: number): boolean {
    return this.swiped && at - this.last < STILL_AFTER;
  }
}

// The page itself. Zoomed in, it is the visual viewport that moves.
export function watchGliding(): Gliding {
  const page = new Gliding();
  const listen = { capture: true, passive: true };
  for (const type of ["touchstart", "touchend", "touchcancel"] as const) {
    window.addEventListener(type, (event) => page.touch(event.touches.length), listen);
  }
  window.addEventListener("scroll", (event) => page.scroll(event.timeStamp), listen);
  window.visualViewport?.addEventListener("scroll", (event) => page.scroll(event.timeStamp), listen);
  return page;
}
