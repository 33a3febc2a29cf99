// One's own steps on the cloth: undo, redo, clear, rebet, double. Each is one command, all or nothing, and one step.

import type { Chip, TableModel } from "./model.ts";
import { money } from "./words.ts";

interface Step { placed: { position: string; stake: number; wager?: string }[]; taken: { position: string; stake: number }[] }

export class History {
  private done: Step[] = [];
  private undone: Step[] = [];

  constructor(private readonly model: TableModel) {}

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  get rebetStake(): number {
    return this.model.lastRound.reduce((sum, one) => sum + one.stake, 0);
  }

  newRound(): void {
    this.done = [];
    this.undone = [];
  }

  async place(laid: { position: string; stake: number }[]): Promise<boolean> {
    const chips = await this.model.place(laid);
    if (!Array.isArray(chips)) return false;
    this.keep({ placed: chips.map((chip) => ({ position: chip.position, stake: chip.stake, wager: chip.wager })), taken: [] });
    return true;
  }

  async retract(chips: Chip[]): Promise<boolean> {
    const taken = chips.map((chip) => ({ position: chip.position, stake: chip.stake }));
    if (!(await this.model.retract(chips.map((chip) => chip.wager)))) return false;
    this.keep({ placed: [], taken });
    return true;
  }

  async undo(): Promise<string> {
    const step = this.done.pop();
    if (!step) return "";
    if (!(await this.reverse(step))) return "";
    this.undone.push(step);
    return "Undone.";
  }

  async redo(): Promise<string> {
    const step = this.undone.pop();
    if (!step) return "";
    const again: Step = { placed: step.taken, taken: step.placed };
    if (!(await this.reverse(again))) return "";
    this.done.push({ placed: again.taken, taken: again.placed });
    return "Done again.";
  }

  async clear(): Promise<string> {
    const chips = this.model.mineLive;
    return chips.length && (await this.retract(chips)) ? "Everything is taken back." : "";
  }

  async rebet(): Promise<string> {
    const laid = this.model.lastRound.map((one) => ({ position: one.position, stake: one.stake }));
    return laid.length && (await this.place(laid)) ? `${money(this.rebetStake)} as in the last round.` : "";
  }

  async double(): Promise<string> {
    const laid = this.model.mineLive.map((chip) => ({ position: chip.position, stake: chip.stake }));
    return laid.length && (await this.place(laid)) ? "Doubled." : "";
  }

  private keep(step: Step): void {
    this.done.push(step);
    this.undone = [];
  }

  // Take off what was placed and put back what was taken; names of wagers are new each time.
  private async reverse(step: Step): Promise<boolean> {
    const wagers = step.placed.map((one) => this.find(one)).filter((wager) => wager !== undefined);
    if (wagers.length && !(await this.model.retract(wagers))) return false;
    if (step.taken.length) {
      const chips = await this.model.place(step.taken);
      if (!Array.isArray(chips)) return false;
      step.taken = chips.map((chip) => ({ position: chip.position, stake: chip.stake, wager: chip.wager }));
    }
    return true;
  }

  private find(one: { position: string; stake: number; wager?: string }): string | undefined {
    if (one.wager && this.model.chips.has(one.wager)) return one.wager;
    return this.model.mineLive.findLast((chip) => chip.position === one.position && chip.stake === one.stake)?.wager;
  }
}
