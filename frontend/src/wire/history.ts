// One's own steps on the cloth: undo, redo, clear, rebet, double, move. Each is all or nothing, and one step.

import * as say from "#words/steps.ts";
import type { Chip } from "./fold.ts";
import type { Kept } from "./kept.ts";
import type { TableModel } from "./model.ts";
import { money } from "../words/words.ts";

interface Laid {
  position: string;
  stake: number;
  wager?: string;
}
interface Moved {
  wager: string;
  from: string;
  to: string;
}
export interface Step {
  placed: Laid[];
  taken: Laid[];
  moved: Moved[];
}

// The steps of one round, as they outlive the page: whoever reloads it can still undo.
export interface Steps {
  round: string | null;
  done: Step[];
  undone: Step[];
}

export type Table = Pick<TableModel, "place" | "retract" | "move" | "chips" | "mineLive" | "lastRound">;

export class History {
  private done: Step[] = [];
  private undone: Step[] = [];
  private round: string | null = null;
  private flying: Promise<unknown> = Promise.resolve();
  // How many steps wait for those before them.
  private queued = 0;

  private readonly model: Table;
  private readonly kept: Kept<Steps> | null;

  constructor(model: Table, kept: Kept<Steps> | null = null) {
    this.model = model;
    this.kept = kept;
    const before = kept?.read();
    if (before) ({ round: this.round, done: this.done, undone: this.undone } = before);
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

  // Steps of another round are over; those of this one stay.
  inRound(round: string | null): void {
    if (round === this.round) return;
    this.round = round;
    this.done = [];
    this.undone = [];
    this.save();
  }

  place(laid: { position: string; stake: number }[]): Promise<boolean> {
    return this.meanwhile(() => this.placed(laid));
  }

  private async placed(laid: { position: string; stake: number }[]): Promise<boolean> {
    const chips = await this.model.place(laid);
    if (!Array.isArray(chips)) return false;
    this.keep({ placed: chips.map(asLaid), taken: [], moved: [] });
    return true;
  }

  retract(chips: Chip[]): Promise<boolean> {
    return this.meanwhile(() => this.retracted(chips));
  }

  private async retracted(chips: Chip[]): Promise<boolean> {
    const laid = chips.map(asLaid);
    const taken = await this.model.retract(chips.map((chip) => chip.wager));
    if (taken.length)
      this.keep({ placed: [], taken: laid.filter(({ wager }) => wager && taken.includes(wager)), moved: [] });
    return taken.length > 0;
  }

  move(chips: Chip[], to: string): Promise<boolean> {
    return this.meanwhile(() => this.moved(chips, to));
  }

  private async moved(chips: Chip[], to: string): Promise<boolean> {
    const from = new Map(chips.map((chip) => [chip.wager, chip.position]));
    const moved = await this.model.move([...from.keys()], to);
    if (moved.length)
      this.keep({ placed: [], taken: [], moved: moved.map((wager) => ({ wager, from: from.get(wager) ?? "", to })) });
    return moved.length === chips.length;
  }

  undo(): Promise<string> {
    return this.after(() => this.turn("done", "undone", say.undone, (step) => this.reverse(step)));
  }

  redo(): Promise<string> {
    return this.after(() =>
      this.turn("undone", "done", say.redone, async (step) => {
        const turned = {
          placed: step.taken,
          taken: step.placed,
          moved: step.moved.map(({ wager, from, to }) => ({ wager, from: to, to: from })),
        };
        const well = await this.reverse(turned);
        step.placed = turned.taken;
        return well;
      }),
    );
  }

  // What lies there once everything before it is done: a clear right after an undo takes the rest, and only the rest.
  clear(): Promise<string> {
    return this.after(async () => {
      const chips = this.model.mineLive;
      return chips.length && (await this.retracted(chips)) ? say.cleared : "";
    });
  }

  // Adds to what lies there, as often as it is asked for; each time is one step.
  rebet(): Promise<string> {
    return this.after(async () => {
      const laid = together(this.model.lastRound);
      return laid.length && (await this.placed(laid)) ? say.rebet(money(this.rebetStake)) : "";
    });
  }

  double(): Promise<string> {
    return this.after(async () => {
      const laid = together(this.model.mineLive);
      return laid.length && (await this.placed(laid)) ? say.doubled : "";
    });
  }

  private keep(step: Step): void {
    this.done.push(step);
    this.undone = [];
    this.save();
  }

  private save(): void {
    this.kept?.write({ round: this.round, done: this.done, undone: this.undone });
  }

  // What is asked first is answered first: a key pressed twice in a hurry reverses two steps, each once, and never an
  // older step than the one that is still on its way.
  private after<T>(step: () => Promise<T>): Promise<T> {
    this.queued += 1;
    const next = this.flying.then(step).finally(() => (this.queued -= 1));
    this.flying = next.catch(() => undefined);
    return next;
  }

  // Chips are sent at once, without waiting for those before them; whoever undoes waits for both. Only behind an undo
  // or a clear that is still to come do they wait their turn, or it would take them too.
  private meanwhile<T>(step: () => Promise<T>): Promise<T> {
    if (this.queued) return this.after(step);
    const sent = step();
    this.flying = Promise.allSettled([this.flying, sent]);
    return sent;
  }

  // A step that is refused stays where it was.
  private async turn(
    from: "done" | "undone",
    to: "done" | "undone",
    words: string,
    reverse: (step: Step) => Promise<boolean>,
  ): Promise<string> {
    const step = this[from].at(-1);
    if (!step || !(await reverse(step))) return "";
    this[from] = this[from].filter((one) => one !== step);
    this[to].push(step);
    this.save();
    return words;
  }

  // Take off what was placed, put back what was taken, move back what was moved; names of wagers are new each time.
  private async reverse(step: Step): Promise<boolean> {
    for (const { wager, from } of step.moved) if (!(await this.model.move([wager], from)).length) return false;
    const wagers = step.placed.map((one) => this.find(one)).filter((wager) => wager !== undefined);
    if (wagers.length && !(await this.model.retract(wagers)).length) return false;
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
