// How many revolutions were seen: what was tapped counts at once, and gives way to what is on record.

import type { DealerView } from "./dealer.ts";
import type { StaffModel } from "../staff/model.ts";

export class Revolutions {
  seen = 0;
  private recounts = 0;
  // A count that was put right and is not heard of yet: what is known of before no longer holds.
  private putRight: number | null = null;

  constructor(private readonly view: DealerView) {}

  get made(): number {
    return this.putRight ?? Math.max(this.view.model?.now?.revolutions ?? 0, this.seen);
  }

  corrected(completed: number): void {
    this.putRight = this.seen = completed;
  }

  look(model: StaffModel): void {
    const { recounts } = model.lasting;
    const anew = model.now?.phase === "betting-open" || recounts !== this.recounts;
    if (anew) this.putRight = null;
    this.recounts = recounts;
    this.seen = Math.max(model.now?.revolutions ?? 0, anew ? 0 : this.seen);
  }

  // One more, or as many as were seen at a glance.
  async count(to = 0): Promise<void> {
    const { model } = this.view;
    if (!model?.offer("count-revolutions")?.now) return;
    this.seen = Math.max(this.seen + 1, to);
    this.view.requestUpdate();
    if (!(await this.view.ask("count-revolutions", { completed: this.seen }))) this.seen = model.now?.revolutions ?? 0;
  }
}
