// A table as the browser knows it: what the service told, kept in order. Chips that wait for their answer are ours alone.

import { Line, type Connection, type Receipt } from "./line.ts";
import type { EventType, LaidWager, Now, Own, Purse, Offer, Refused, Snapshot, TableEvent } from "./wire.ts";

export type ChipState = "pending" | "live" | "locked" | "won" | "held" | "lost";

export interface Chip { wager: string; player: string; position: string; stake: number; state: ChipState; byStaff: boolean }

export interface Told { at: string; says: string; clauses: string[] }

export interface Returned { position: string; stake: number; winnings: number; returned: number; collected: number; clauses: string[] }

export interface RefusedChip { position: string; stake: number; refused: Refused; at: number; slides: boolean }

const LOG_KEPT = 40;
const RESULTS_KEPT = 200;
const CLOSED = new Set(["no-more-bets", "at-rest", "dolly-down", "paid"]);

const AT_ONCE = 120;

export class TableModel extends EventTarget {
  snapshot: Snapshot | null = null;
  now: Now | null = null;
  purse: Purse | null = null;
  offers: Offer[] = [];
  chips = new Map<string, Chip>();
  // Chips as they are drawn: those that lie there, and those that were collected and fade.
  shown: Chip[] = [];
  results: (string | null)[] = [];
  log: Told[] = [];
  lastRound: LaidWager[] = [];
  returns: Returned[] = [];
  private returnedBefore = 0;
  refused: RefusedChip | null = null;
  missed: Told[] = [];
  connection: Connection = "connecting";
  lag: number | null = null;
  failed: string | null = null;
  dueAt: number | null = null;
  readonly line: Line;
  seats: string[] = [];
  private gone: Chip[] = [];
  private roundWagers: LaidWager[] = [];
  private cut = false;
  private readonly applied = new Set<number>();
  private wagers = 0;

  constructor(readonly table: string, readonly me: string | null, token: string | null) {
    super();
    this.line = new Line(table, token, {
      connection: (state, lag) => {
        if (state === "reconnecting" && !this.cut) {
          this.cut = true;
          this.missed = [];
        }
        this.connection = state;
        if (lag !== null) this.lag = lag;
        this.changed();
      },
      snapshot: (snapshot) => this.begin(snapshot),
      events: (events, now) => this.happened(events, now),
      own: (own) => this.mine(own),
      error: (message) => {
        this.failed = message;
        this.changed();
      },
    });
  }

  get betting(): boolean {
    return this.now?.phase === "betting-open" || this.now?.phase === "ball-in-play";
  }

  get bank(): number {
    return (this.purse?.cash ?? 0) + (this.purse?.worth ?? 0);
  }

  get mineLive(): Chip[] {
    return [...this.chips.values()].filter((chip) => chip.player === this.me);
  }

  get staked(): number {
    return this.mineLive.reduce((sum, chip) => sum + (chip.state === "won" ? 0 : chip.stake), 0);
  }

  // What came back in the last round that one had wagers in, stakes included.
  get lastReturn(): number {
    return this.returns.length ? this.returns.reduce((sum, one) => sum + one.returned + one.winnings, 0) : this.returnedBefore;
  }

  get away(): boolean {
    return this.connection === "reconnecting" || this.connection === "connecting";
  }

  forgetMissed(): void {
    this.missed = [];
    this.changed();
  }

  forgetRefused(): void {
    this.refused = null;
    this.changed();
  }

  offer(act: string, choice: string | null = null): Offer | undefined {
    return this.offers.find((offer) => offer.do === act && offer.choice === choice);
  }

  ask(act: string, fields: Record<string, unknown> = {}): Promise<Receipt> {
    return this.line.ask(act, fields);
  }

  // --- wagers ------------------------------------------------------------------------------------------------------

  async place(laid: { position: string; stake: number }[], player = this.me): Promise<Chip[] | Refused> {
    if (!player) return [];
    const round = this.now?.round ?? null;
    const wagers = laid.map((one) => ({ wager: this.name(), ...one }));
    for (const one of wagers) {
      this.chips.set(one.wager, { ...one, player, state: "pending", byStaff: player !== this.me });
    }
    this.refused = null;
    this.changed();
    // In the order in which the service reads a plain wager at once.
    const only = wagers.length === 1 ? wagers[0] : undefined;
    const receipt = only
      ? await this.ask("place-wager", { wager: only.wager, player, position: only.position, stake: only.stake, round })
      : await this.ask("place-wagers", { wagers, player, round });
    if ("events" in receipt) {
      this.answered(receipt.events);
      this.changed();
      return wagers.map((one) => this.chips.get(one.wager)).filter((chip) => chip !== undefined);
    }
    for (const one of wagers) if (this.chips.get(one.wager)?.state === "pending") this.chips.delete(one.wager);
    const facts = "refused" in receipt ? receipt.refused.facts : {};
    const first = wagers.find((one) => one.wager === facts["wager"] || one.position === facts["position"]) ?? wagers[0];
    return this.refuse(first?.position ?? "", first?.stake ?? 0, receipt, wagers.length === 1);
  }

  // A stack is moved wager by wager: each keeps its name, so what the record says of it stays one story.
  async move(wagers: string[], position: string): Promise<string[]> {
    const moved: string[] = [];
    for (const wager of wagers) {
      const receipt = await this.ask("move-wager", { wager, position, accident: false, round: this.now?.round ?? null });
      if (!("events" in receipt)) {
        const chip = this.chips.get(wager);
        this.refuse(position, chip?.stake ?? 0, receipt, true);
        break;
      }
      this.answered(receipt.events);
      moved.push(wager);
      this.changed();
    }
    return moved;
  }

  // All at once, as long as one command can carry them.
  async retract(wagers: string[]): Promise<boolean> {
    for (let from = 0; from < wagers.length; from += AT_ONCE) {
      if (!(await this.retractSome(wagers.slice(from, from + AT_ONCE)))) return false;
    }
    return true;
  }

  private async retractSome(wagers: string[]): Promise<boolean> {
    const round = this.now?.round ?? null;
    const chip = this.chips.get(wagers[0] ?? "");
    const receipt = wagers.length === 1
      ? await this.ask("retract-wager", { wager: wagers[0], round })
      : await this.ask("retract-wagers", { wagers, round });
    if ("events" in receipt) {
      this.answered(receipt.events);
      const stays = receipt.events.find((event) => event.type !== "wager-retracted");
      if (stays) this.tell(chip, { code: stays.type, clause: stays.clauses[0] ?? "", facts: {}, passing: false });
      this.changed();
      return !stays;
    }
    this.refuse(chip?.position ?? "", chip?.stake ?? 0, receipt, false);
    return false;
  }

  // Not refused, yet not what was asked for: a wager that stays where it is after the call.
  private tell(chip: Chip | undefined, refused: Refused): void {
    this.refused = { position: chip?.position ?? "", stake: chip?.stake ?? 0, refused, at: performance.now(), slides: false };
  }

  private refuse(position: string, stake: number, receipt: Receipt, slides: boolean): Refused {
    const refused: Refused = "refused" in receipt
      ? receipt.refused
      : { code: "error" in receipt ? receipt.error.code : "unknown", clause: "", facts: {}, passing: false };
    this.refused = { position, stake, refused, at: performance.now(), slides };
    this.changed();
    return refused;
  }

  private name(): string {
    this.wagers += 1;
    return `${this.me ?? "staff"}-${Date.now().toString(36)}-${this.wagers}`.slice(0, 64);
  }

  // --- what is told ------------------------------------------------------------------------------------------------

  private begin(snapshot: Snapshot): void {
    const pending = [...this.chips.values()].filter((chip) => chip.state === "pending");
    this.snapshot = snapshot;
    this.setNow(snapshot.now);
    this.purse = snapshot.purse ?? null;
    this.offers = snapshot.offers ?? [];
    this.results = [...snapshot.results];
    this.seats = [...snapshot.seats];
    this.chips.clear();
    this.applied.clear();
    this.gone = [];
    for (const one of snapshot.wagers_all) this.lay(one);
    for (const chip of pending) if (!this.chips.has(chip.wager)) this.chips.set(chip.wager, chip);
    this.roundWagers = snapshot.wagers_all.filter((one) => one.player === this.me);
    if (this.cut) {
      this.missed = [{ at: "", says: "You were away for long: this is the table as it stands.", clauses: [] }];
      this.cut = false;
    }
    this.settleStates();
    this.changed();
  }

  // An answer may come before the tick that tells everybody: each event counts once.
  private answered(events: TableEvent[]): void {
    for (const event of events) {
      if (event.seq <= this.line.seq || this.applied.has(event.seq)) continue;
      this.applied.add(event.seq);
      this.take(event);
    }
  }

  private happened(events: TableEvent[], now: Now | undefined): void {
    for (const event of events) {
      if (!this.applied.delete(event.seq)) this.take(event);
      this.note(event);
    }
    if (now) this.setNow(now);
    if (this.connection === "live") this.cut = false;
    this.settleStates();
    this.changed();
  }

  private mine(own: Own): void {
    this.offers = own.offers;
    if (own.purse !== undefined) this.purse = own.purse ?? null;
    this.changed();
  }

  private setNow(now: Now): void {
    this.now = now;
    this.dueAt = now.due ? performance.now() + now.due.in_ms : null;
  }

  private lay(one: LaidWager): void {
    this.chips.set(one.wager, { ...one, state: one.held ? "held" : "live", byStaff: false });
  }

  private take(event: TableEvent): void {
    const wager = String(event["wager"] ?? "");
    const chip = this.chips.get(wager);
    switch (event.type) {
      case "betting-opened":
        this.lastRound = this.roundWagers.length ? this.roundWagers : this.lastRound;
        this.roundWagers = [];
        this.keepPending();
        this.gone = [];
        this.returnedBefore = this.lastReturn;
        this.returns = [];
        break;
      case "seat-taken":
        if (!this.seats.includes(String(event["player"]))) this.seats.push(String(event["player"]));
        break;
      case "wager-placed": {
        const laid: Chip = {
          wager, player: String(event["player"]), position: String(event["position"]),
          stake: Number(event["stake"]), state: "live", byStaff: event.by?.name !== event["player"],
        };
        if (!chip || chip.state === "pending") {
          this.chips.set(wager, laid);
          if (laid.player === this.me) this.roundWagers.push({ ...laid, held: false });
        }
        break;
      }
      case "wager-retracted":
        if (chip) {
          chip.stake -= Number(event["stake"]);
          if (chip.stake <= 0) this.chips.delete(wager);
        }
        this.roundWagers = this.roundWagers.filter((one) => one.wager !== wager || (chip?.stake ?? 0) > 0);
        break;
      case "wager-moved":
        if (chip) chip.position = String(event["position"]);
        break;
      case "wager-marked-unclear":
        if (chip) chip.state = "held";
        break;
      case "wager-ruled":
        if (chip) { chip.state = "locked"; chip.position = String(event["position"]); }
        break;
      case "wager-paid":
        if (chip) chip.state = "won";
        this.comesBack(event);
        break;
      case "wager-collected":
        if (chip) this.gone.push({ ...chip, state: "lost" });
        this.chips.delete(wager);
        this.comesBack(event);
        break;
      case "wager-returned":
        this.chips.delete(wager);
        this.comesBack(event);
        break;
      case "outcome-corrected":
        // A round that is over has its result in the list: the right number takes its place there.
        if (event.round === this.closed || (this.now?.phase === "paid" && event.round === this.now.round)) this.results[this.results.length - 1] = String(event["pocket"]);
        break;
      case "round-closed":
        this.closed = event.round;
        this.result(String(event["pocket"]));
        break;
      case "round-voided":
        this.result(null);
        break;
    }
  }

  // A chip that was sent in time and not answered yet may still be accepted, or be refused by its round's name.
  private keepPending(): void {
    for (const [wager, chip] of this.chips) if (chip.state !== "pending") this.chips.delete(wager);
  }

  private comesBack(event: TableEvent): void {
    if (event["player"] !== this.me || event.seq <= this.seen) return;
    this.seen = event.seq;
    const amount = Number(event["amount"] ?? 0);
    this.returns.push({
      position: String(event["position"] ?? this.laidOn(String(event["wager"] ?? ""))), stake: Number(event["stake"] ?? amount), clauses: event.clauses,
      winnings: Number(event["winnings"] ?? 0), returned: Number(event["returned"] ?? amount),
      collected: Number(event["collected"] ?? 0),
    });
  }

  private laidOn(wager: string): string {
    return this.roundWagers.find((one) => one.wager === wager)?.position ?? "";
  }

  private seen = 0;
  private closed: string | null = null;

  private result(pocket: string | null): void {
    this.results.push(pocket);
    if (this.results.length > RESULTS_KEPT) this.results.shift();
  }

  // What was said before one came: so that whoever sits down in the middle of a round sees how it got there.
  recall(events: TableEvent[]): void {
    const before = events.filter((event) => event.seq <= (this.snapshot?.seq ?? 0)).map(retold).filter((told) => told !== null);
    this.log = [...before, ...this.log].slice(-LOG_KEPT);
    this.changed();
  }

  private note(event: TableEvent): void {
    const told = retold(event);
    if (!told) return;
    this.log.push(told);
    if (this.log.length > LOG_KEPT) this.log.shift();
    if (this.cut) this.missed.push(told);
  }

  private settleStates(): void {
    const locked = CLOSED.has(this.now?.phase ?? "");
    for (const chip of this.chips.values()) {
      if (chip.state === "live" && locked) chip.state = "locked";
    }
  }

  private changed(): void {
    this.shown = [...this.gone, ...this.chips.values()];
    this.dispatchEvent(new Event("change"));
  }
}

function retold(event: TableEvent): Told | null {
  const says = SAID[event.type];
  return says ? { at: event.at ?? "", says: says(event), clauses: event.clauses } : null;
}

// Only what is said aloud at a table, and what ends a round; the audit view retells everything in the service's words.
const SAID: Partial<Record<EventType, (event: TableEvent) => string>> = {
  "table-opened": () => "The table is open.",
  "table-closed": () => "The table is closed.",
  "betting-opened": () => "“Place your bets, please.”",
  "ball-spun": (event) => `The ball is spun ${event["ball"] === event["wheel"] ? "with" : "against"} the wheel.`,
  "revolutions-counted": (event) => event["completed"] === 1 ? "1 revolution is complete." : `${String(event["completed"])} revolutions are complete.`,
  "no-more-bets-called": () => "“No more bets.”",
  "irregularity-reported": (event) => `Reported: ${String(event["kind"]).replaceAll("-", " ")}.`,
  "no-spin-called": () => "“No spin.”",
  "round-voided": (event) => `Round ${event.round ?? ""} is void; every stake goes back.`,
  "outcome-declared": (event) => `The ball is in ${String(event["pocket"])}.`,
  "dolly-placed": (event) => `The dolly is on ${String(event["pocket"])}.`,
  "outcome-corrected": (event) => `The result ${String(event["before"])} is corrected to ${String(event["pocket"])}.`,
  "round-closed": (event) => `Round ${event.round ?? ""} is paid: ${String(event["pocket"])}.`,
  "early-close-authorized": () => "Closing before the spin is authorized.",
  "power-failed": () => "The power failed.",
  "power-restored": () => "The power is back.",
};
