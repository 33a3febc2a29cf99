// Cash over the table: one tap is one act, however often it is sent, and what has not become chips yet stays in view.

import type { DealerView } from "./dealer.ts";
import { service } from "../wire/service.ts";

export class Till {
  busy = false;
  // What those who sit here have away from the table.
  wallets: Readonly<Record<string, number>> = {};
  // Who walked up with cash, and gets back in cash what is left of it.
  walkUps: readonly string[] = [];
  // The id of cash whose answer did not come, or whose owner has no seat yet: sent again, it is the same cash.
  private readonly unanswered = new Map<string, string>();

  constructor(private readonly view: DealerView) {}

  // The second half of a double tap finds nothing to do, however long the answer to the first takes.
  async once(act: () => Promise<unknown>): Promise<void> {
    if (this.busy || this.view.rest.now) return;
    this.busy = true;
    this.view.rest.begin();
    this.view.requestUpdate();
    try {
      await act();
    } finally {
      this.busy = false;
      this.view.rest.begin();
      await this.read();
    }
  }

  async read(): Promise<void> {
    const told = await service
      .call<{ wallets: Record<string, number>; walk_ups: string[] }>("GET", `/tables/${this.view.table}/cash`)
      .catch(() => null);
    if (told) [this.wallets, this.walkUps] = [told.wallets, told.walk_ups];
    this.view.requestUpdate();
  }

  seated(cash: number, name: string): void {
    this.unanswered.delete(`/${cash}/${name}`);
  }

  private named(what: string): string {
    const id = this.unanswered.get(what) ?? crypto.getRandomValues(new Uint32Array(3)).join("-");
    this.unanswered.set(what, id);
    return id;
  }

  // Hands back in cash what somebody has left in their account.
  async handBack(player: string, cash: number): Promise<void> {
    const what = `back/${player}/${cash}`;
    const body = { player, cash, id: this.named(what) };
    try {
      await service.call("POST", `/tables/${this.view.table}/cash/back`, body);
      this.unanswered.delete(what);
    } catch (error) {
      this.view.say(error instanceof Error ? error.message : String(error));
    }
  }

  // Takes cash from somebody who sits there, or from somebody who has just walked up. Gives their name.
  async take(player: string | null, cash: number, name = ""): Promise<string | null> {
    const what = `${player ?? ""}/${cash}/${name}`;
    const id = this.named(what);
    const body = { cash, id, ...(player ? { player } : name ? { name } : {}) };
    try {
      const taken = await service.call<{ player: string }>("POST", `/tables/${this.view.table}/cash`, body);
      if (player) this.unanswered.delete(what);
      return taken.player;
    } catch (error) {
      this.view.say(error instanceof Error ? error.message : String(error));
      return null;
    }
  }
}
