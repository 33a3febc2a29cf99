// One's own steps on the cloth: undo, redo, clear, rebet, double, move. Each is all or nothing, and one step.

import type { Chip, TableModel } from "./model.ts";
import { money } from "./words.ts";

interface Laid { position: string; stake: number; wager?: string }
interface Moved { wager: string; from: string; to: string }
export interface Step { placed: Laid[]; taken: Laid[]; moved: Moved[] }

export type Table = Pick<TableModel, "place" | "retract" | "move" | "chips" | "mineLive" | "lastRound">;

export class History {
  private done: Step[] = [];
  private undone: Step[] = [];
  private flying: Promise<unknown> = Promise.resolve();

  private readonly model: Table;

  constructor(model: Table) {
    this.model = model;
  }

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

  place(laid: { position: string; stake: number }[]): Promise<boolean> {
    return this.meanwhile(this.placed(laid));
  }

  private async placed(laid: { position: string; stake: number }[]): Promise<boolean> {
    const chips = await this.model.place(laid);
    if (!Array.isArray(chips)) return false;
    this.keep({ placed: chips.map(asLaid), taken: [], moved: [] });
    return true;
  }

  retract(chips: Chip[]): Promise<boolean> {
    return this.meanwhile(this.retracted(chips));
  }

  private async retracted(chips: Chip[]): Promise<boolean> {
    const taken = chips.map(asLaid);
    if (!(await this.model.retract(chips.map((chip) => chip.wager)))) return false;
    this.keep({ placed: [], taken, moved: [] });
    return true;
  }

  move(chips: Chip[], to: string): Promise<boolean> {
    return this.meanwhile(this.moved(chips, to));
  }

  private async moved(chips: Chip[], to: string): Promise<boolean> {
    const from = new Map(chips.map((chip) => [chip.wager, chip.position]));
    const moved = await this.model.move([...from.keys()], to);
    if (moved.length) this.keep({ placed: [], taken: [], moved: moved.map((wager) => ({ wager, from: from.get(wager) ?? "", to })) });
    return moved.length === chips.length;
  }

  undo(): Promise<string> {
    return this.after(() => this.turn("done", "undone", "Undone.", (step) => this.reverse(step)));
  }

  redo(): Promise<string> {
    return this.after(() => this.turn("undone", "done", "Done again.", async (step) => {
      const turned = { placed: step.taken, taken: step.placed, moved: step.moved.map(({ wager, from, to }) => ({ wager, from: to, to: from })) };
      const well = await this.reverse(turned);
      step.placed = turned.taken;
      return well;
    }));
  }

  async clear(): Promise<string> {
    const chips = this.model.mineLive;
    return chips.length && (await this.retract(chips)) ? "Everything is taken back." : "";
  }

  async rebet(): Promise<string> {
    const laid = together(this.model.lastRound);
    return laid.length && (await this.place(laid)) ? `${money(this.rebetStake)} as in the last round.` : "";
  }

  async double(): Promise<string> {
    const laid = together(this.model.mineLive);
    return laid.length && (await this.place(laid)) ? "Doubled." : "";
  }

  private keep(step: Step): void {
    this.done.push(step);
    this.undone = [];
  }

  // What is asked first is answered first: a key pressed twice in a hurry reverses two steps, each once, and never an older
  // step than the one that is still on its way.
  private after<T>(step: () => Promise<T>): Promise<T> {
    const next = this.flying.then(step);
    this.flying = next.catch(() => undefined);
    return next;
  }

  // Chips are sent at once, without waiting for those before them; whoever undoes waits for both.
  private meanwhile<T>(step: Promise<T>): Promise<T> {
    this.flying = Promise.allSettled([this.flying, step]);
    return step;
  }

  // A step that is refused stays where it was.
  private async turn(from: "done" | "undone", to: "done" | "undone", words: string, reverse: (step: Step) => Promise<boolean>): Promise<string> {
    const step = this[from].at(-1);
    if (!step || !(await reverse(step))) return "";
    this[from] = this[from].filter((one) => one !== step);
    this[to].push(step);
    return words;
  }

  // Take off what was placed, put back what was taken, move back what was moved; names of wagers are new each time.
  private async reverse(step: Step): Promise<boolean> {
    for (const { wager, from } of step.moved) if (!(await this.model.move([wager], from)).length) return false;
    const wagers = step.placed.map((one) => this.find(one)).filter((wager) => wager !== undefined);
    if (wagers.length && !(await this.model.retract(wagers))) return false;
    if (step.taken.length) {
      const chips = await this.model.place(step.taken.map(({ position, stake }) => ({ position, stake })));
      if (!Array.isArray(chips)) return false;
      step.taken = chips.map(asLaid);
    }
    return true;
  }

  private find(one: Laid): string | undefined {
    if (one.wager && this.model.chips.has(one.wager)) return one.wager;
    return this.model.mineLive.findLast((chip) => chip.position === one.position && chip.stake === one.stake)?.wager;
  }
}

function asLaid(chip: Chip): Laid {
  return { position: chip.position, stake: chip.stake, wager: chip.wager };
}

// One wager for each position, however many chips lie there: a command carries only so many.
function together(laid: Iterable<Laid>): { position: string; stake: number }[] {
  const stakes = new Map<string, number>();
  for (const { position, stake } of laid) stakes.set(position, (stakes.get(position) ?? 0) + stake);
  return [...stakes].map(([position, stake]) => ({ position, stake }));
}
