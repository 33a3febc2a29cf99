// What keys do comes with the first that is pressed. Those pressed meanwhile wait behind it, or they would overtake it.

import type { onKey } from "./keys.ts";
import type { PlayerView } from "./player.ts";
import { lazily } from "../wire/lazily.ts";

export class Keyboard {
  private act: typeof onKey | null = null;
  private readonly waiting: KeyboardEvent[] = [];

  constructor(private readonly view: PlayerView) {}

  press(event: KeyboardEvent): void {
    if (this.act) return this.act(this.view, event);
    this.waiting.push(event);
    if (this.waiting.length === 1) void this.load();
  }

  // Where the network keeps it back, the next key asks again.
  private async load(): Promise<void> {
    this.act = await lazily(() => import("./keys.ts")).then(
      (keys) => keys.onKey,
      () => null,
    );
    for (const event of this.waiting.splice(0)) this.act?.(this.view, event);
  }
}
