// What the lobby knows: the tables, asked for again and again, and a picture of each wheel. Where the house does not
// answer, what was told last stays, and says how old it is.

import { OfflineError, service } from "../wire/service.ts";
import type { Felt, MeOut, TableOut } from "../wire/types.ts";

const EVERY = 3000;

export class Hall {
  tables: TableOut[] = [];
  // Who is signed in as a player, and what they have.
  me: MeOut | null = null;
  readonly felts = new Map<string, Felt>();
  failed = "";
  // When the house was heard last, if it does not answer now.
  cutSince: Date | null = null;
  private heard = new Date();
  private timer = 0;
  private readonly asked = new Set<string>();

  constructor(private readonly changed: () => void) {}

  start(): void {
    this.stop();
    void this.look();
    this.timer = window.setInterval(() => void this.look(), EVERY);
    window.addEventListener("online", this.again);
    window.addEventListener("offline", this.again);
  }

  stop(): void {
    window.clearInterval(this.timer);
    window.removeEventListener("online", this.again);
    window.removeEventListener("offline", this.again);
  }

  private readonly again = (): void => void this.look();

  private async look(): Promise<void> {
    try {
      // In the order of the house; those that somebody can play at come first.
      this.tables = (await service.tables()).toSorted((a, b) => Number(playable(b)) - Number(playable(a)));
      [this.heard, this.cutSince, this.failed] = [new Date(), null, ""];
    } catch (error) {
      if (error instanceof OfflineError) this.cutSince = this.heard;
      else this.failed = error instanceof Error ? error.message : String(error);
    }
    for (const one of this.tables) void this.paint(one.rulebook);
    this.changed();
    await this.count();
  }

  private async count(asked = service.money()): Promise<void> {
    const me = await asked;
    this.me = me?.role === "player" ? me : null;
    this.changed();
  }

  async refill(): Promise<void> {
    await this.count(service.refill());
  }

  // All at once; a card without its wheel is a card all the same.
  private async paint(ref: string): Promise<void> {
    if (this.asked.has(ref)) return;
    this.asked.add(ref);
    try {
      this.felts.set(ref, await service.felt(ref));
      this.changed();
    } catch {
      this.asked.delete(ref);
    }
  }
}

// An automatic table opens for whoever comes.
function playable(one: TableOut): boolean {
  return !one.aside && (one.automatic || one.open);
}
