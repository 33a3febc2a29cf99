// What the page asks the lab: at once what lies on the cloth, a moment later the rest, and nothing twice.

import type { Together } from "../examine/gains.ts";
import { ask, words } from "../examine/parts.ts";
import { ProblemError, service } from "../wire/service.ts";
import type { AfterOut, FanOut, ReachOut, RuinOut, SystemResultOut, WheelOut } from "../wire/types.ts";
import { query, type Terms } from "./terms.ts";

// How long one may go on typing or laying before the longer questions are asked, in milliseconds.
const SETTLED = 350;
// How many sessions the fan is drawn from, one after the other.
const FAN = [200, 1000, 4000, 16_000];
// A busy lab is asked again so often, and so many milliseconds later.
const AGAIN = 20;
const LATER = 700;

type Given = Record<string, string | number | undefined>;

// What was answered so far.
export interface Answers {
  together: Together | null;
  after: AfterOut | null;
  within: RuinOut | null;
  before: RuinOut | null;
  fan: FanOut | null;
  reach: ReachOut | null;
  wheel: WheelOut | null;
}

export interface Subject {
  ref: string;
  terms: Terms;
  // The bet of play for a target, where several lie on the cloth.
  bet: string;
}

const NOTHING: Answers = {
  together: null,
  after: null,
  within: null,
  before: null,
  fan: null,
  reach: null,
  wheel: null,
};

export class Questions {
  found: Answers = { ...NOTHING };
  results = new Map<string, SystemResultOut | string>();
  wrong = new Map<string, string>();
  fanned = "";
  testing = false;
  private turn = 0;
  private settling = 0;

  constructor(
    private readonly subject: () => Subject,
    private readonly answered: () => void,
  ) {}

  stop(): void {
    this.turn += 1;
    window.clearTimeout(this.settling);
  }

  // Terms changed; the stakes among them or not. One spin is worked out also where there is no lab.
  changed(laid: boolean, missing: boolean): void {
    this.stop();
    const { turn } = this;
    if (laid) void this.askCloth(turn, missing);
    if (missing) return;
    this.settling = window.setTimeout(() => void this.askRest(turn), SETTLED);
  }

  show(system: string): void {
    this.fanned = system;
    this.found.fan = null;
    this.answered();
    void this.play(this.turn);
  }

  async test(text: string): Promise<void> {
    if (!text.trim() || this.testing) return;
    this.testing = true;
    this.found.wheel = null;
    this.answered();
    const asked = (): Promise<WheelOut> =>
      service.call<WheelOut>("POST", "/lab/wheel", { ref: this.subject().ref, text });
    await this.put(this.turn, "wheel", asked, true);
    this.testing = false;
    this.answered();
  }

  private async askCloth(turn: number, missing: boolean): Promise<void> {
    const { ref, terms } = this.subject();
    if (!terms.stakes) {
      this.found = { ...NOTHING, wheel: this.found.wheel };
      return this.answered();
    }
    const stakes = terms.stakes;
    await Promise.all([
      this.put(turn, "together", () => ask(`/rulebooks/${ref}/odds?${query({ stakes })}`)),
      missing || this.put(turn, "after", () => this.lab("after", { stakes })),
    ]);
  }

  private async askRest(turn: number): Promise<void> {
    const { stakes, bankroll, spins, target } = this.subject().terms;
    if (!stakes || turn !== this.turn) return;
    this.results = new Map();
    this.found.fan = null;
    await Promise.all([
      this.put(turn, "within", () => this.lab("ruin", { stakes, bankroll, spins })),
      this.play(turn),
      this.sides(turn),
    ]);
    if (target <= bankroll) {
      this.found.before = this.found.reach = null;
      return this.answered();
    }
    await this.put(turn, "before", () => this.lab("ruin", { stakes, bankroll, target }));
    await this.put(turn, "reach", () => this.lab("reach", this.way()));
  }

  // Play for a target is on one bet, in multiples of what lies on it.
  private way(): Given {
    const { terms, bet } = this.subject();
    const { bankroll, target, minimum, maximum } = terms;
    const [alone = "", stake] = terms.stakes.includes(",") ? [] : terms.stakes.split("=");
    return { bankroll, target, bet: alone || bet, unit: stake, minimum, maximum };
  }

  private async sides(turn: number): Promise<void> {
    for (const system of this.subject().terms.systems) {
      const made = await patient(() => this.lab<SystemResultOut>("system", this.session(system))).catch(words);
      if (turn !== this.turn) return;
      this.results.set(system, made);
      this.answered();
    }
  }

  // The fan is drawn from a few sessions at once, and again from more and more.
  private async play(turn: number): Promise<void> {
    const system = this.fanned;
    if (!system || !this.subject().terms.stakes) return;
    for (const sessions of FAN) {
      if (turn !== this.turn || system !== this.fanned) return;
      const more = await this.put(turn, "fan", () => this.lab("fan", { ...this.session(system), sessions }));
      if (!more) return;
    }
  }

  private session(system: string): Given {
    const { stakes, bankroll, spins, minimum, maximum } = this.subject().terms;
    return { system, stakes, bankroll, spins, minimum, maximum };
  }

  private lab<T>(what: string, given: Given): Promise<T> {
    return ask<T>(`/rulebooks/${this.subject().ref}/lab/${what}?${query(given)}`);
  }

  // Asks, and keeps the answer unless something else is asked by now.
  private async put(turn: number, name: keyof Answers, asked: () => Promise<unknown>, kept = false): Promise<boolean> {
    let made: unknown = null;
    let wrong = "";
    try {
      made = await patient(asked);
    } catch (error) {
      wrong = words(error);
    }
    if (turn !== this.turn && !kept) return false;
    Object.assign(this.found, { [name]: made });
    if (wrong) this.wrong.set(name, wrong);
    else this.wrong.delete(name);
    this.answered();
    return !wrong;
  }
}

// A lab that is busy answers in a moment: people are served in turn.
async function patient<T>(asked: () => Promise<T>): Promise<T> {
  for (let left = AGAIN; ; left -= 1) {
    try {
      return await asked();
    } catch (error) {
      if (!left || !(error instanceof ProblemError) || error.code !== "busy") throw error;
      await new Promise((resolve) => window.setTimeout(resolve, LATER));
    }
  }
}
