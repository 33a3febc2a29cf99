// The player's table.

import { html, type TemplateResult } from "lit";
import "./cloth.ts";
import "./wheel.ts";
import type { Aim, Back } from "./cloth.ts";
import { standsUpright } from "./geometry.ts";
import { History } from "./history.ts";
import { TableModel } from "./model.ts";
import { head, menu, notices, readOut, results, top, tray, wagers } from "./panels.ts";
import { Owners } from "./owners.ts";
import { banner } from "./parts.ts";
import { service } from "./service.ts";
import { sheet, type Sheet } from "./sheets.ts";
import { Cues } from "./sound.ts";
import type { Counts, Felt, Refused, Spot } from "./wire.ts";
import { TableView } from "./view.ts";
import { UNIT, count, money, refusalWords, spotName } from "./words.ts";

const CASH = [100, 500, 1000, 2500, 10_000];
const COLORED = [1, 2, 5, 10, 20];
const FIRST = 2;
const SAID_FOR = 8000;
const REFUSED_FOR = 6000;
const NARROW = "(max-width: 720px)";
const LETTERS = "croupier-keys";

export class PlayerView extends TableView {
  static override properties = { table: {} };

  declare table: string;
  model: TableModel | null = null;
  felt: Felt | null = null;
  history: History | null = null;
  aimed: Spot | null = null;
  picked: Spot | null = null;
  pick = FIRST;
  sheet: Sheet = "";
  menu = false;
  counts: Counts | null = null;
  chips: Owners | null = null;
  wallet: number | null = null;
  sum = "";
  said = "";
  wrong = "";
  stale = false;
  stopped: string[] = [];
  letters = localStorage.getItem(LETTERS) !== "off";
  readonly since = Date.now();
  readonly cues = new Cues();
  private heard = "";
  private readonly placed = new Set<string>();
  private wasAway = false;
  private back: Back | null = null;
  private quiet = 0;
  private readonly narrow = matchMedia(NARROW);

  constructor() {
    super();
    this.table = "";
  }

  protected override async begin(): Promise<void> {
    const redraw = (): void => this.requestUpdate();
    this.every(1000, redraw);
    this.narrow.addEventListener("change", redraw);
    this.atEnd(() => this.narrow.removeEventListener("change", redraw));
    // The cloth and the socket come side by side: neither waits for the other.
    const listed = service.tables();
    const me = await service.comeIn();
    const told = (await listed).find((one) => one.table === this.table);
    if (!told) throw new Error(`There is no table ${this.table}.`);
    const model = new TableModel(this.table, me.name, me.token);
    this.model = model;
    this.history = new History(model);
    this.chips = new Owners(model, (player) => player === model.me ? model.purse?.chip_value ?? null : null, () => this.requestUpdate());
    this.follow(model, () => this.changed());
    this.felt = await service.felt(told.rulebook, matchMedia("(pointer: coarse)").matches);
    this.changed();
    void this.count();
  }

  private changed(): void {
    const model = this.model;
    if (!model?.now || !this.felt) return this.requestUpdate();
    const key = `${model.now.round ?? ""}/${model.now.phase}`;
    if (key !== this.heard) {
      const first = this.heard === "";
      this.heard = key;
      this.newPhase(model, first);
    }
    this.chips?.look();
    this.placedForMe(model);
    if (model.refused?.slides && model.refused.at !== this.back?.at) this.back = model.refused;
    this.recall(model);
    if (this.wasAway && !model.away) void this.compareBuild();
    this.wasAway = model.away;
    this.requestUpdate();
  }

  // What staff placed at one's request is one's own to check, and to correct until the call.
  private placedForMe(model: TableModel): void {
    const fresh = model.mineLive.filter((chip) => chip.byStaff && !this.placed.has(chip.wager));
    for (const chip of fresh) this.placed.add(chip.wager);
    if (fresh.length) this.query(`Please check: ${fresh.map((chip) => `${money(chip.stake)} on ${this.named(chip.position)}`).join(", ")}, placed for you.`);
  }

  private newPhase(model: TableModel, first: boolean): void {
    const shown = banner(model.now, this.felt);
    this.announce(shown.title, !first && shown.tone === "shut");
    this.cues.phase(model.now?.phase ?? "closed");
    if (model.now?.phase === "paid" || model.now?.phase === "void") {
      void this.count();
      if (model.returns.length) this.announce(this.lastWin(), false);
    }
    if (model.now?.phase === "betting-open") this.history?.newRound();
    if (this.stale && !model.staked && ["closed", "paid", "void"].includes(model.now?.phase ?? "")) location.reload();
  }

  // After a cut the service may be a newer one, with newer pages.
  private async compareBuild(): Promise<void> {
    const here = document.querySelector<HTMLMetaElement>("meta[name=build]")?.content;
    const page = await fetch("/", { cache: "no-store" }).then((response) => response.text()).catch(() => "");
    const there = /<meta name="build" content="([^"]*)"/.exec(page)?.[1];
    this.stale = here !== undefined && there !== undefined && here !== there;
    this.requestUpdate();
  }

  private async count(): Promise<void> {
    this.counts = await service.call<Counts>("GET", `/tables/${this.table}/results?last=1`).catch(() => null);
    this.requestUpdate();
  }

  // --- what the panels ask -----------------------------------------------------------------------------------------

  // What one chip is worth where the player has a color; the tray then counts chips, not money.
  get chipValue(): number | null {
    const purse = this.model?.purse;
    return purse?.color && purse.chip_value && (purse.chips > 0 || !purse.cash) ? purse.chip_value : null;
  }

  get denominations(): number[] {
    const value = this.chipValue;
    return value ? COLORED.map((number) => number * value) : CASH;
  }

  get chip(): number {
    return this.denominations[this.pick] ?? UNIT;
  }

  get ownTone(): string {
    return this.chips?.map.get(this.model?.me ?? "")?.tone ?? "tone-0";
  }

  limit(spot: Spot): { min: number; max: number } | null {
    return this.model?.snapshot?.limits?.limits?.[spot.kind] ?? null;
  }

  named(position: string): string {
    const spot = this.felt?.spots.find((one) => one.position === position);
    return spot ? spotName(spot) : position;
  }

  usedClauses(): string[] {
    const log = this.model?.log ?? [];
    const began = log.findLastIndex((one) => one.says.includes("Place your bets"));
    const laid = this.model?.mineLive.flatMap((chip) => this.felt?.spots.find((spot) => spot.position === chip.position)?.clauses ?? []) ?? [];
    return [...log.slice(Math.max(0, began)).flatMap((one) => one.clauses), ...laid];
  }

  // --- acts --------------------------------------------------------------------------------------------------------

  async lay(spot: Spot, stake = this.chip): Promise<void> {
    const { model, history } = this;
    if (!model || !history || model.away) return;
    if (await history.place([{ position: spot.name, stake }])) this.announce(`${money(stake)} on ${spotName(spot)}`, false);
    this.tellRefusal();
  }

  private async takeBack(spot: Spot): Promise<void> {
    const last = this.model?.mineLive.findLast((chip) => chip.position === spot.position);
    if (!last || !this.history) return this.announce("Nothing of yours lies there.", false);
    if (await this.history.retract([last])) this.announce(`${money(last.stake)} taken back from ${spotName(spot)}`, false);
    this.tellRefusal();
  }

  private async moveStack(from: Spot, to: Spot | null): Promise<void> {
    const chips = this.model?.mineLive.filter((chip) => chip.position === from.position) ?? [];
    if (!chips.length || !this.history) return;
    const done = to ? await this.history.move(chips, to.position) : await this.history.retract(chips);
    if (done) this.announce(to ? `Moved to ${spotName(to)}` : `Taken back from ${spotName(from)}`, false);
    this.tellRefusal();
  }

  async act(what: "undo" | "redo" | "clear" | "rebet" | "double"): Promise<void> {
    if (!this.model?.betting || this.model.away) return;
    this.model.forgetRefused();
    const done = await this.history?.[what]();
    const refused = this.model.refused;
    if (refused && (what === "double" || what === "rebet")) this.stopped = [String(refused.refused.facts["position"] ?? refused.position)];
    this.tellRefusal();
    if (done) this.announce(done, false);
  }

  private tellRefusal(): void {
    const refused = this.model?.refused;
    window.clearTimeout(this.quiet);
    if (refused) {
      this.cues.refusal();
      this.announce(`${refusalWords(refused.refused.code)} ${this.named(String(refused.refused.facts["position"] ?? refused.position))}`, true);
      this.quiet = window.setTimeout(() => { this.stopped = []; this.model?.forgetRefused(); }, REFUSED_FOR);
    }
    this.requestUpdate();
  }

  // What was typed goes to the service as it is: it knows what people write, and says what is wrong with it.
  async typed(form: HTMLFormElement): Promise<void> {
    const text = String(new FormData(form).get("bet") ?? "").trim();
    const [, words = "", amount] = /^(.*?)(?:\s*[x×]\s*(\d{1,12}))?$/i.exec(text) ?? [];
    if (!words || !this.model?.betting) {
      this.wrong = words ? refusalWords("betting-closed") : "Write a bet, such as 17.";
      return this.requestUpdate();
    }
    const stake = amount ? Number(amount) * (this.chipValue ?? UNIT) : this.chip;
    if (await this.history?.place([{ position: words, stake }])) {
      this.wrong = "";
      this.close();
      return this.announce(`${money(stake)} on ${words}`, false);
    }
    const refused = this.model.refused?.refused;
    this.wrong = refused ? whyNot(refused) : "";
    this.model.forgetRefused();
    this.requestUpdate();
  }

  // --- chips -------------------------------------------------------------------------------------------------------

  counted(form: HTMLFormElement): void {
    const data = new FormData(form);
    const [chips, value] = [whole(data.get("chips")), whole(data.get("value")) * UNIT];
    this.sum = chips && value ? `${count(chips, "chip")} × ${money(value)} = ${money(chips * value)}` : "";
    this.requestUpdate();
  }

  async buy(form: HTMLFormElement, chips: "cash" | "color"): Promise<void> {
    const data = new FormData(form);
    const value = whole(data.get("value")) * UNIT;
    const asked = chips === "cash"
      ? { amount: whole(data.get("amount")) * UNIT, chips }
      : { amount: whole(data.get("chips")) * value, chips, color: data.get("color"), chip_value: value, marker: true };
    await this.change("buy-in", asked, "You have your chips.");
  }

  async cashOut(chips: "cash" | "color"): Promise<void> {
    const purse = this.model?.purse;
    if (purse) await this.change("cash-out", { amount: chips === "cash" ? purse.cash : purse.worth, chips }, "Your chips are back in your wallet.");
  }

  private async change(act: string, fields: Record<string, unknown>, done: string): Promise<void> {
    const receipt = await this.model?.ask(act, { player: this.model.me, ...fields });
    if (!receipt) return;
    this.wrong = "refused" in receipt ? whyNot(receipt.refused) : "error" in receipt ? receipt.error.message : "";
    if ("events" in receipt) this.announce(done, false);
    await Promise.all([this.chips?.read(), this.money()]);
    if ("events" in receipt) this.close();
  }

  private async money(): Promise<void> {
    const me = await service.call<{ wallet: number }>("GET", "/me").catch(() => null);
    this.wallet = me?.wallet ?? null;
    this.requestUpdate();
  }

  // --- keys --------------------------------------------------------------------------------------------------------

  protected override onKey(event: KeyboardEvent): void {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (typing || this.sheet || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "?") return this.open("keys");
    if (!this.letters) return;
    const chip = this.denominations[Number(event.key) - 1];
    if (chip) {
      this.pick = Number(event.key) - 1;
      return this.announce(this.chipValue ? `${count(chip / this.chipValue, "chip")}, ${money(chip)}` : `Chip ${money(chip)}`, false);
    }
    const keys: Record<string, () => void> = {
      u: () => void this.act(event.shiftKey ? "redo" : "undo"), c: () => void this.act("clear"),
      r: () => void this.act("rebet"), d: () => void this.act("double"),
      b: () => this.query(this.myBets()), t: () => this.query(this.phaseAndTime()), l: () => this.query(this.lastResults()),
      w: () => this.query(this.lastWin()), m: () => this.query(this.limitsHere()),
      "/": () => { event.preventDefault(); this.open("typed"); },
    };
    keys[event.key.toLowerCase()]?.();
  }

  useLetters(on: boolean): void {
    this.letters = on;
    localStorage.setItem(LETTERS, on ? "on" : "off");
  }

  private query(words: string): void {
    this.announce(words, false);
    this.said = words;
    window.clearTimeout(this.quiet);
    this.quiet = window.setTimeout(() => { this.said = ""; this.requestUpdate(); }, SAID_FOR);
  }

  private myBets(): string {
    const chips = this.model?.mineLive ?? [];
    if (!chips.length) return "You have no bets on the table.";
    return `Your bets: ${chips.map((chip) => `${money(chip.stake)} on ${this.named(chip.position)}`).join(", ")}; ${money(this.model?.staked ?? 0)} in all.`;
  }

  private phaseAndTime(): string {
    const model = this.model;
    const left = model?.dueAt == null ? "" : `, ${Math.max(0, Math.ceil((model.dueAt - performance.now()) / 1000))} seconds to the next call`;
    return `Round ${model?.now?.round ?? "none"}: ${banner(model?.now ?? null, this.felt).title}${left}. ${Math.floor((Date.now() - this.since) / 60_000)} minutes at the table.`;
  }

  private lastResults(): string {
    const last = this.model?.results.slice(-5).reverse() ?? [];
    return last.length ? `Last results: ${last.map((one) => one ?? "void").join(", ")}.` : "No results yet.";
  }

  private lastWin(): string {
    const won = (this.model?.returns ?? []).reduce((sum, one) => sum + one.winnings, 0);
    return won ? `Won ${money(won)}.` : "No win in the last round.";
  }

  private limitsHere(): string {
    const spot = this.aimed;
    const limit = spot ? this.limit(spot) : null;
    return spot && limit ? `${spotName(spot)}: ${money(limit.min)} to ${money(limit.max)}.` : "Point at a bet to hear its limits.";
  }

  // --- sheets ------------------------------------------------------------------------------------------------------

  open(name: Sheet): void {
    this.sheet = name;
    this.wrong = "";
    this.sum = "";
    this.menu = false;
    if (name === "chips") void Promise.all([this.chips?.read(), this.money()]);
    if (name === "rules") void import("./drawer.ts");
    this.requestUpdate();
    void this.updateComplete.then(() => {
      const dialog = this.querySelector("dialog");
      if (dialog && !dialog.open) dialog.showModal();
    });
  }

  close(): void {
    this.querySelector("dialog")?.close();
  }

  closed(): void {
    this.sheet = "";
    this.requestUpdate();
  }

  // --- the page ----------------------------------------------------------------------------------------------------

  override render(): TemplateResult {
    const model = this.model;
    if (!model || !this.felt || !model.snapshot) {
      return this.waiting(this.failed || model?.failed || "", html`<p><a href="#/">All tables</a></p>`);
    }
    const phone = this.narrow.matches;
    const upright = phone || standsUpright(this.felt);
    const now = model.now;
    const arc = this.aimed?.kind.startsWith("series") && this.felt.verified ? this.aimed.pockets : [];
    const told = now?.phase === "dolly-down" || now?.phase === "paid";
    const spot = (event: CustomEvent<Aim>, then: (one: Spot, from: Spot | undefined) => unknown): unknown => event.detail.spot && then(event.detail.spot, event.detail.from);
    return html`
      ${top(this, model)}
      <main class="player ${upright && !phone ? "standing" : ""} ${model.away ? "inert" : ""}">
        ${head(this, model)}
        <croupier-wheel .felt=${this.felt} .phase=${now?.phase ?? "closed"} .spun=${now?.spun ?? false} .outcome=${now?.outcome ?? null} .arc=${arc} .real=${!model.snapshot.automatic}></croupier-wheel>
        ${readOut(this, model)}
        <section class="cloth" aria-label="The cloth">
          <croupier-cloth .felt=${this.felt} .chips=${model.shown} .me=${model.me ?? ""} .owners=${this.chips?.map} .back=${this.back} .stopped=${this.stopped}
            .won=${told && now.outcome ? [now.outcome] : []} .dolly=${now?.dolly ?? null} .locked=${!model.betting || model.away} .ghost=${this.chip}
            .phone=${phone} .upright=${upright}
            @aim=${(event: CustomEvent<Aim>) => this.onAim(event.detail.spot)}
            @lay=${(event: CustomEvent<Aim>) => spot(event, (one) => this.lay(one))}
            @takeback=${(event: CustomEvent<Aim>) => spot(event, (one) => this.takeBack(one))}
            @move=${(event: CustomEvent<Aim>) => spot(event, (one, from) => from && this.moveStack(from, one))}
            @lift=${(event: CustomEvent<Aim>) => spot(event, (one) => this.moveStack(one, null))}
            @pick=${(event: CustomEvent<Aim>) => spot(event, (one) => { this.picked = one; this.open("pick"); })}></croupier-cloth>
        </section>
        ${tray(this, model)}
        ${wagers(this, model)}
        ${results(this, model)}
      </main>
      ${menu(this, model)}
      ${notices(this, model)}
      ${sheet(this, model)}
      ${this.aloud()}`;
  }

  private onAim(spot: Spot | null): void {
    this.aimed = spot;
    if (spot && this.said) this.said = "";
    this.requestUpdate();
  }
}

function whole(text: FormDataEntryValue | null): number {
  return Math.max(0, Math.floor(Number(text ?? 0)) || 0);
}

function whyNot(refused: Refused): string {
  return `${refusalWords(refused.code)} ${String(refused.facts["why"] ?? "")}`.trim();
}

customElements.define("croupier-player", PlayerView);
