// A table as the browser knows it: what the service told, kept in order. Chips that wait for their answer are ours
// alone.

import { Commitments } from "./commitments.ts";
import { Connection, type ConnectionState, type Receipt } from "./connection.ts";
import { Fold, type Chip } from "./fold.ts";
import { forGood } from "./kept.ts";
import { Log, type LogEntry } from "./log.ts";
import { Lasting } from "./lasting.ts";
import { OwnRound, type Returned } from "./own-round.ts";
import { Past } from "./past.ts";
import { stayed, whyRefused, type RefusedChip } from "./refused.ts";
import { Reveal } from "./reveal.ts";
import type { LaidWager, Now, Own, Purse, Offer, Refused, Snapshot, TableEvent } from "./types.ts";

// Phases in which the call was made.
const CLOSED = new Set(["no-more-bets", "at-rest", "dolly-down", "paid"]);
const AT_ONCE = 120;
type Laid = Pick<Chip, "wager" | "position" | "stake">;

export class TableModel extends EventTarget {
  snapshot: Snapshot | null = null;
  now: Now | null = null;
  purse: Purse | null = null;
  // Play money away from the tables; who only looks on has none.
  wallet = 0;
  offers: Offer[] = [];
  private readonly fold = new Fold();
  readonly chips = this.fold.chips;
  // Chips as they are drawn: those that lie there, and those that were collected and fade.
  shown: Chip[] = [];
  refused: RefusedChip | null = null;
  connectionState: ConnectionState = "connecting";
  lag: number | null = null;
  failed: string | null = null;
  dueAt: number | null = null;
  // When bets are closed, on the page's clock, and how long they are taken in all: where that is known.
  closesAt: number | null = null;
  closesOf = 0;
  readonly connection: Connection;
  seats: string[] = [];
  // How often somebody bought or cashed out chips: a color may have changed hands.
  purchases = 0;
  private gone: Chip[] = [];
  private cut = false;
  private readonly applied = new Set<number>();
  private wagers = 0;
  readonly commitments = new Commitments();
  readonly past = new Past();
  readonly results = this.past.pockets;
  // On a real wheel the dolly tells the number to whoever plays: what a dealer enters before may still be changed.
  private unsaid = false;
  readonly said = new Log((event) => this.unsaid && event.type === "outcome-declared");
  private readonly mine: OwnRound;
  readonly reveal: Reveal;

  // Staff hear everything at once. Whoever plays or looks on hears the number when the ball lies: within so many
  // milliseconds of its declaration, or when a picture says so.
  constructor(
    readonly table: string,
    readonly me: string | null,
    token: string | null,
    private readonly patience = 0,
    readonly lasting = new Lasting(),
  ) {
    super();
    this.mine = new OwnRound(me, forGood(`croupier-last/${table}`));
    this.reveal = new Reveal(patience);
    this.connection = new Connection(table, token, {
      connection: (state, lag) => {
        if (state === "reconnecting" && !this.cut) {
          this.cut = true;
          this.said.missed = [];
        }
        this.connectionState = state;
        if (lag !== null) this.lag = lag;
        this.changed();
      },
      snapshot: (snapshot) => this.begin(snapshot),
      events: (events, now) => this.heard(events, now),
      own: (own) => this.reveal.pass(() => this.told(own)),
      error: (message) => {
        this.failed = message;
        this.changed();
      },
    });
  }

  get betting(): boolean {
    return this.now?.phase === "betting-open" || this.now?.phase === "ball-in-play";
  }

  // Chips beside the layout.
  get bank(): number {
    return (this.purse?.cash ?? 0) + (this.purse?.worth ?? 0);
  }

  // What one can bet with: chips that lie here, and money that buys more of them with the next bet.
  get balance(): number {
    return this.bank + this.wallet;
  }

  get mineLive(): Chip[] {
    return [...this.chips.values()].filter((chip) => chip.player === this.me);
  }

  get staked(): number {
    return this.mineLive.reduce((sum, chip) => sum + (chip.state === "won" ? 0 : chip.stake), 0);
  }

  get log(): readonly LogEntry[] {
    return this.said.entries;
  }

  get missed(): readonly LogEntry[] {
    return this.said.missed;
  }

  get lastRound(): readonly LaidWager[] {
    return this.mine.last;
  }

  get returns(): readonly Returned[] {
    return this.mine.returns;
  }

  get lastReturns(): readonly Returned[] {
    return this.mine.lastReturns;
  }

  get away(): boolean {
    return this.connectionState === "reconnecting" || this.connectionState === "connecting";
  }

  forgetMissed(): void {
    this.said.missed = [];
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
    return this.connection.ask(act, fields);
  }

  // --- wagers ------------------------------------------------------------------------------------------------------

  async place(laid: { position: string; stake: number }[], player = this.me): Promise<Chip[] | Refused> {
    if (!player) return [];
    const round = this.now?.round ?? null;
    const wagers = laid.map((one) => ({ wager: this.name(), ...one }));
    const [only, more] = wagers;
    if (!only || more) return this.lay(wagers, player, "place-wagers", { wagers, player, round });
    const { wager, position, stake } = only;
    // In the order of keys in which the service reads a wager fastest, see docs/wire.md.
    return this.lay(wagers, player, "place-wager", { wager, player, position, stake, round });
  }

  // What a command lays is on the cloth as soon as it is asked for, and gone again if it is refused: whichever lays it.
  private async lay(wagers: Laid[], player: string, act: string, fields: Record<string, unknown>) {
    for (const one of wagers) {
      this.chips.set(one.wager, { ...one, player, state: "pending", byStaff: player !== this.me });
    }
    this.refused = null;
    this.changed();
    const receipt = await this.ask(act, fields);
    if ("events" in receipt) {
      this.answered(receipt.events);
      this.changed();
      return wagers.map((one) => this.chips.get(one.wager)).filter((chip) => chip !== undefined);
    }
    for (const one of wagers) if (this.chips.get(one.wager)?.state === "pending") this.chips.delete(one.wager);
    const facts = "refused" in receipt ? receipt.refused.facts : {};
    const first = wagers.find((one) => one.wager === facts["wager"] || one.position === facts["position"]) ?? wagers[0];
    const cost = wagers.reduce((sum, one) => sum + one.stake, 0);
    return this.refuse(first?.position ?? "", first?.stake ?? 0, receipt, wagers.length === 1, cost);
  }

  // A stack is moved wager by wager: each keeps its name, so what the record says of it stays one story.
  async move(wagers: string[], position: string): Promise<string[]> {
    const moved: string[] = [];
    for (const wager of wagers) {
      const round = this.now?.round ?? null;
      const receipt = await this.ask("move-wager", { wager, position, accident: false, round });
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

  // All at once, as long as one command can carry them; gives those that were taken back.
  async retract(wagers: string[]): Promise<string[]> {
    const taken: string[] = [];
    for (let from = 0; from < wagers.length; from += AT_ONCE) {
      const some = await this.retractSome(wagers.slice(from, from + AT_ONCE));
      if (!some.length) break;
      taken.push(...some);
    }
    return taken;
  }

  private async retractSome(wagers: string[]): Promise<string[]> {
    const round = this.now?.round ?? null;
    const receipt =
      wagers.length === 1
        ? await this.ask("retract-wager", { wager: wagers[0], round })
        : await this.ask("retract-wagers", { wagers, round });
    if ("events" in receipt) {
      this.answered(receipt.events);
      const stays = receipt.events.find((event) => event.type !== "wager-retracted");
      if (stays) this.refused = stayed(stays, this.chips.get(wagers[0] ?? ""));
      this.changed();
      return stays ? [] : wagers;
    }
    const refused = "refused" in receipt ? receipt.refused : null;
    const about = String(refused?.facts["wager"] ?? wagers[0] ?? "");
    // What another tab or the dealer took back meanwhile is gone: that is no reason to leave the rest.
    const others = wagers.filter((wager) => wager !== about);
    if (refused?.code === "unknown-wager" && others.length) return this.retractSome(others);
    const chip = this.chips.get(about);
    this.refuse(chip?.position ?? "", chip?.stake ?? 0, receipt, false);
    return [];
  }

  private refuse(position: string, stake: number, receipt: Receipt, slides: boolean, cost = stake): Refused {
    const refused = whyRefused(receipt);
    this.refused = { position, stake, cost, refused, at: performance.now(), slides };
    this.changed();
    return refused;
  }

  private name(): string {
    this.wagers += 1;
    return `${this.me ?? "staff"}-${Date.now().toString(36)}-${this.wagers}`.slice(0, 64);
  }

  // --- what is told ------------------------------------------------------------------------------------------------

  private begin(snapshot: Snapshot): void {
    this.reveal.forget();
    this.snapshot = snapshot;
    this.lasting.begin(snapshot);
    this.unsaid = this.patience > 0 && !snapshot.automatic;
    this.setNow(snapshot.now);
    this.purse = snapshot.purse ?? null;
    this.wallet = snapshot.wallet ?? this.wallet;
    this.offers = snapshot.offers ?? [];
    this.past.begin(snapshot.results);
    this.seats = [...snapshot.seats];
    this.applied.clear();
    this.gone = [];
    this.fold.begin(snapshot.wagers_all, CLOSED.has(snapshot.now.phase));
    this.mine.begin(snapshot.wagers_all);
    if (this.cut) {
      this.said.missedMuch();
      this.cut = false;
    }
    this.changed();
  }

  // An answer may come before the tick that tells everybody: each event counts once.
  private answered(events: TableEvent[]): void {
    for (const event of events) {
      if (event.seq <= this.connection.seq || this.applied.has(event.seq)) continue;
      this.applied.add(event.seq);
      this.take(event);
    }
  }

  private heard(events: TableEvent[], now: Now | undefined): void {
    const at = performance.now();
    const turns = this.now?.phase === "no-more-bets" && this.now.spun && this.snapshot?.automatic;
    this.reveal.hear(events, turns ?? false, () => this.happened(events, now, at));
    // Whoever draws the wheel hears that the ball falls.
    if (this.reveal.pocket !== null) this.changed();
  }

  private happened(events: TableEvent[], now: Now | undefined, at: number): void {
    for (const event of events) {
      if (!this.applied.delete(event.seq)) this.take(event);
      if (this.snapshot) this.said.note(event, this.snapshot.opening, this.cut);
    }
    if (now) this.setNow(now, at);
    if (this.connectionState === "live") this.cut = false;
    this.changed();
  }

  private told(own: Own): void {
    if (own.offers) this.offers = own.offers;
    if (own.purse !== undefined) this.purse = own.purse ?? null;
    this.wallet = own.wallet ?? this.wallet;
    this.changed();
  }

  private setNow(now: Now, at = performance.now()): void {
    this.now = this.unsaid && now.phase === "at-rest" ? { ...now, outcome: null } : now;
    this.dueAt = now.due ? at + now.due.in_ms : null;
    const closing = now.due?.closing;
    this.closesAt = closing ? at + closing.in_ms : null;
    this.closesOf = closing?.of_ms ?? 0;
  }

  private take(event: TableEvent): void {
    const taken = this.fold.take(event);
    this.past.take(event, this.now);
    this.lasting.take(event, this.now?.phase ?? "closed");
    this.commitments.take(event);
    this.mine.take(event, this.chips.get(String(event["wager"] ?? ""))?.stake ?? 0);
    switch (event.type) {
      case "betting-opened":
        this.gone = [];
        break;
      case "seat-taken":
        if (!this.seats.includes(String(event["player"]))) this.seats.push(String(event["player"]));
        break;
      case "seat-left":
        this.seats = this.seats.filter((player) => player !== event["player"]);
        break;
      case "chips-bought":
      case "chips-redeemed":
      case "undisclosed":
        this.purchases += 1;
        break;
      case "wager-collected":
        if (taken) this.gone.push({ ...taken, state: "lost" });
        break;
    }
  }

  recall(events: readonly TableEvent[]): void {
    const snapshot = this.snapshot;
    if (!snapshot) return;
    this.lasting.recall(events, this.now?.phase ?? "closed");
    this.said.recall(
      events.filter((event) => event.seq <= snapshot.seq),
      snapshot.opening,
    );
    this.changed();
  }

  private changed(): void {
    this.shown = [...this.gone, ...this.chips.values()];
    this.dispatchEvent(new Event("change"));
  }
}
