// For a moment after each step a page takes no tap and no Enter, so that the second half of a double tap finds nothing
// to press.

export const DEAD = 500;

export class Rest {
  private until = 0;
  private timer = 0;
  private key: string | null = null;

  constructor(
    private readonly page: HTMLElement,
    private readonly dead: () => number = () => DEAD,
  ) {}

  get now(): boolean {
    return performance.now() < this.until;
  }

  // What the next tap would be about; a step is whatever changes it.
  look(key: string): void {
    if (this.key !== null && key !== this.key) this.begin();
    this.key = key;
  }

  begin(): void {
    const dead = this.dead();
    this.until = performance.now() + dead;
    this.page.classList.add("resting");
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.page.classList.remove("resting"), dead);
  }

  end(): void {
    window.clearTimeout(this.timer);
  }
}
