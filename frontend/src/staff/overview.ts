// What a member of staff reads beside the socket: a table in detail, stakes to check, refusals, what waits for a
// decision. It is read again when something happened, never more than once in a while.

import type { TableModel } from "../wire/model.ts";
import { service } from "../wire/service.ts";
import type { Detail } from "./staff.ts";
import type { CheckOut, DecisionOut, RefusalSeen } from "../wire/types.ts";

const EVERY = 3000;
const NOT_SOONER = 250;

export class TableOverview {
  detail: Detail | null = null;
  checks: CheckOut[] = [];
  refusals: RefusalSeen[] = [];
  decisions: DecisionOut[] = [];
  private timer = 0;
  private soon = 0;
  private busy = false;
  // Whether something happened while an answer was under way: that answer may be older.
  private again = false;
  private seen = "";

  constructor(
    private readonly model: TableModel,
    private readonly changed: () => void,
  ) {}

  start(): void {
    this.model.addEventListener("change", this.look);
    this.timer = window.setInterval(() => void this.read(), EVERY);
    void this.read();
  }

  stop(): void {
    this.model.removeEventListener("change", this.look);
    window.clearInterval(this.timer);
    window.clearTimeout(this.soon);
  }

  private readonly look = (): void => {
    const key = `${this.model.connection.seq}`;
    if (key === this.seen || this.soon) return;
    this.seen = key;
    this.soon = window.setTimeout(() => {
      this.soon = 0;
      void this.read();
    }, NOT_SOONER);
  };

  async read(): Promise<void> {
    this.again = this.busy;
    if (this.busy || this.model.connectionState === "reconnecting") return;
    this.busy = true;
    const table = this.model.table;
    try {
      [this.detail, this.checks, this.refusals, this.decisions] = await Promise.all([
        service.call<Detail>("GET", `/tables/${table}`),
        service.call<CheckOut[]>("GET", `/tables/${table}/checks`),
        service.call<RefusalSeen[]>("GET", `/tables/${table}/refusals?last=30`),
        service.call<DecisionOut[]>("GET", "/inbox").then((all) => all.filter((one) => one.table === table)),
      ]);
    } catch {
      // The line shows that there is no connection; what was read last stays until there is.
    } finally {
      this.busy = false;
    }
    this.changed();
    if (this.again) await this.read();
  }
}
