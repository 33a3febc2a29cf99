// How often each number came, as the service counts it.

import { styles } from "../build.ts";
import { lazily } from "../wire/lazily.ts";
import type { TableModel } from "../wire/model.ts";
import { service } from "../wire/service.ts";
import type { Counts } from "../wire/types.ts";
import type { seen } from "./seen.ts";

export class Counting {
  counts: Counts | null = null;
  // How they are drawn, once there are enough.
  shown: typeof seen | null = null;
  private seen = 0;
  private asking = false;

  constructor(private readonly counted: () => void) {}

  // Asked once there is something to count and again after every result, one question at a time: rounds may end faster
  // than they are counted.
  async look(model: TableModel): Promise<void> {
    if (this.asking || this.seen === model.past.changes || !model.results.length) return;
    this.asking = true;
    while (this.seen !== model.past.changes) {
      this.seen = model.past.changes;
      this.counts = await service.call<Counts>("GET", `/tables/${model.table}/results?last=1`).catch(() => null);
    }
    this.asking = false;
    if (this.counts && this.counts.counted >= this.counts.counts.length)
      this.shown ??= await Promise.all([lazily(() => import("./seen.ts")), styles("sheets")]).then(
        ([loaded]) => loaded.seen,
        () => null,
      );
    this.counted();
  }
}
