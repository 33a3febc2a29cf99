// The dealer's table: one button that walks the round, and beside it what the rulebook lets a dealer do.

import { html, nothing, type TemplateResult } from "lit";
import "./cloth.ts";
import type { Aim } from "./cloth.ts";
import { acts } from "./dealer-acts.ts";
import { checked } from "./dealer-checked.ts";
import { payList, toPay } from "./dealer-pay.ts";
import { chipsNear, touched, written } from "./dealer-point.ts";
import { CHIPS, readOut } from "./dealer-read.ts";
import { CLOCKWISE, COUNTER, counter, directions, laid, outcome, steps, typed } from "./dealer-stage.ts";
import { stepNow, type Step } from "./dealer-walk.ts";
import { TableModel, type Chip } from "./model.ts";
import { Owners } from "./owners.ts";
import { banner, clauseTags } from "./parts.ts";
import { service } from "./service.ts";
import { Cues } from "./sound.ts";
import { StaffDesk } from "./staff-desk.ts";
import { answered, connectionMark, plainTags, positionName, rulebook, sentence, sheet, unknownActs, type Rulebook } from "./staff.ts";
import { TableView } from "./view.ts";
import type { ClauseTold, Felt, Spot } from "./wire.ts";
import { money, pocketWords, refusalWords } from "./words.ts";

// The sheets come after the table itself: the round can begin without them.
type Sheets = typeof import("./dealer-sheets.ts");
type Sheet = "" | "void" | "power" | "unlisted" | "chips" | "choose" | "moved" | "correct";

export class DealerView extends TableView {
  static override properties = { table: {} };

  declare table: string;
  private model: TableModel | null = null;
  private desk: StaffDesk | null = null;
  private owners: Owners | null = null;
  private felt: Felt | null = null;
  private book: Rulebook | null = null;
  private clauses: ClauseTold[] = [];
  private sheet: Sheet = "";
  private made: Sheets | null = null;
  private mode: "" | "place" | "unclear" = "";
  private picked: string | null = null;
  private aimed: Spot | null = null;
  private chosenReason = "";
  private called = false;
  private power: { dropped: boolean | null; called: boolean | null } = { dropped: null, called: null };
  private words = "";
  private player = "";
  private chip = CHIPS[0] ?? 100;
  private ball = CLOCKWISE;
  private wheel = COUNTER;
  private counted = 0;
  private busy = false;
  private point = "";
  private candidates: Chip[] = [];
  private message: { says: string; clauses: string[] } | null = null;
  private key = "";
  private returnTo: HTMLElement | null = null;
  private readonly ticked = new Set<string>();
  private readonly cues = new Cues();

  constructor() {
    super();
    this.table = "";
  }

  protected override async begin(): Promise<void> {
    const me = service.me;
    if (!me || (me.role === "player" && !me.owner)) throw new Error("This is for dealers: open it by the link you were given.");
    const told = (await service.tables()).find((one) => one.table === this.table);
    if (!told) throw new Error(`There is no table ${this.table}.`);
    const [felt, book, clauses] = await Promise.all([
      service.felt(told.rulebook), rulebook(told.rulebook), service.call<ClauseTold[]>("GET", `/rulebooks/${told.rulebook}/clauses`),
    ]);
    [this.felt, this.book, this.clauses] = [felt, book, clauses];
    const model = new TableModel(this.table, me.name, me.token);
    this.model = model;
    const desk = new StaffDesk(model, () => this.requestUpdate());
    this.desk = desk;
    this.owners = new Owners(model, (player) => desk.detail?.purses?.[player]?.chip_value ?? null, () => this.requestUpdate());
    this.follow(model, () => this.changed());
    desk.start();
    this.atEnd(() => desk.stop());
    this.made = await import("./dealer-sheets.ts");
    this.requestUpdate();
  }

  private changed(): void {
    const now = this.model?.now;
    if (now) {
      const key = `${now.round ?? ""}/${now.phase}`;
      if (key !== this.key) {
        if (this.key.split("/")[0] !== (now.round ?? "")) this.newRound();
        this.key = key;
        this.message = null;
        const shown = banner(now, this.felt);
        this.announce(shown.title, shown.tone === "shut");
        this.cues.phase(now.phase);
        if (now.phase !== "no-more-bets") this.picked = null;
        if (now.phase === "dolly-down" || now.phase === "betting-open") this.mode = "";
      }
      this.owners?.look();
      this.recall(this.model!);
      this.counted = Math.max(now.revolutions ?? 0, now.phase === "betting-open" ? 0 : this.counted);
    }
    this.requestUpdate();
  }

  private newRound(): void {
    this.counted = 0;
    this.picked = null;
    this.called = false;
    this.chosenReason = "";
    this.ticked.clear();
    if (this.sheet === "void") this.close();
  }

  // --- acts --------------------------------------------------------------------------------------------------------

  private async ask(act: string, fields: Record<string, unknown> = {}): Promise<boolean> {
    const receipt = await this.model!.ask(act, fields);
    this.message = answered(receipt);
    if (this.message) {
      this.announce(`Refused: ${this.message.says}`, true);
      this.cues.refusal();
    }
    void this.desk?.read();
    // A purchase may give a color to somebody, and cashing out may free it.
    if (act === "buy-in" || act === "cash-out") void this.owners?.read();
    this.requestUpdate();
    return "events" in receipt;
  }

  private readonly fromSheet = async (act: string, fields: Record<string, unknown>): Promise<boolean> => {
    const done = await this.ask(act, fields);
    if (done && act === "count-revolutions") {
      this.counted = Number(fields["completed"]);
      this.close();
      await this.confirm();
    } else if (done) this.close();
    return done;
  };

  private get primary(): Step {
    return stepNow(this.model!, this.book!, this.picked, this.unpaid, this.desk?.decisions.some((one) => one.kind === "reason" && one.round === this.model!.now?.round) ?? false);
  }

  private get unpaid(): number {
    return toPay(this.desk?.detail ?? null).filter((one) => !this.ticked.has(one.wager)).length;
  }

  private async press(): Promise<void> {
    const { act, can } = this.primary;
    if (!can || this.busy || this.sheet) return;
    this.busy = true;
    const rules = this.book!.procedure.closing;
    try {
      if (act === "declare-outcome") await this.confirm();
      else if (act === "reason") await this.noSpin();
      else if (act === "tick-all") for (const one of toPay(this.desk?.detail ?? null)) this.ticked.add(one.wager);
      else if (act === "spin-ball") await this.ask(act, { ball: this.ball, wheel: this.wheel });
      else if (act === "call-no-more-bets") await this.ask(act, { bell: rules.bell.value, wave: rules.wave.value });
      else if (act === "place-dolly") await this.ask(act, { pocket: this.model!.now?.outcome });
      else await this.ask(act);
    } finally {
      this.busy = false;
      this.requestUpdate();
    }
  }

  // A result with too few revolutions counted is not announced: the sheet asks first.
  private async confirm(): Promise<void> {
    const now = this.model!.now;
    if (!now || !this.picked) return;
    const pocket = this.picked;
    if (Math.max(now.revolutions ?? 0, this.counted) < now.revolutions_min) {
      this.chosenReason = "too-few-revolutions";
      return this.open("void");
    }
    if (!(await this.ask("declare-outcome", { pocket }))) return;
    await this.ask("place-dolly", { pocket });
  }

  private async count(): Promise<void> {
    if (!this.model?.offer("count-revolutions")?.now) return;
    this.counted += 1;
    this.requestUpdate();
    if (!(await this.ask("count-revolutions", { completed: this.counted }))) this.counted = this.model.now?.revolutions ?? 0;
  }

  private pick(pocket: string): void {
    if (!this.felt?.wheel.includes(pocket)) {
      this.message = { says: `There is no ${pocket} on this wheel.`, clauses: [] };
      return this.requestUpdate();
    }
    this.message = null;
    this.picked = pocket;
    this.announce(`${pocketWords(pocket, this.felt)}: confirm to announce`, false);
    this.requestUpdate();
    // Enter comes next, whether the number was touched, typed or walked to.
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(".primary.walk")?.focus({ preventScroll: true }));
  }

  // One tap says it, where the rulebook lets it be said without a reason; the sheet asks for the reason afterwards.
  private async noSpin(): Promise<void> {
    this.chosenReason = "";
    this.called = this.model!.now?.phase === "void";
    if (this.model!.offer("call-no-spin")?.now) this.called = await this.ask("call-no-spin", {});
    this.open("void");
  }

  private onLay(spot: Spot): void {
    if (this.mode === "place") return void this.placeFor(spot);
    if (this.mode === "unclear") return this.markNear(spot);
    if (this.model?.now?.phase === "no-more-bets" && this.model.offer("declare-outcome")) {
      if (spot.kind === "straight") this.pick(spot.pockets[0] ?? "");
      else this.announce("Touch a number.", false);
    }
  }

  private async placeFor(spot: Spot): Promise<void> {
    const player = this.player || this.players[0] || "";
    const placed = await this.model!.place([{ position: spot.name, stake: this.chip }], player);
    const refused = this.model!.refused;
    this.message = Array.isArray(placed) ? null : { says: refusalWords(placed.code), clauses: placed.clause ? [placed.clause] : [] };
    this.announce(refused ? `Refused: ${refusalWords(refused.refused.code)}` : `${money(this.chip)} for ${player} on ${positionName(spot.position, this.felt)}`, refused !== null);
    void this.desk?.read();
    this.requestUpdate();
  }

  private async takeBack(spot: Spot): Promise<void> {
    const last = [...this.model!.chips.values()].filter((chip) => chip.position === spot.position && chip.player === (this.player || this.players[0])).at(-1);
    if (this.mode === "place" && last) await this.model!.retract([last.wager]);
  }

  private get players(): string[] {
    return this.desk?.detail?.seats ?? this.model?.snapshot?.seats ?? [];
  }

  private readonly onPointer = (event: PointerEvent): void => {
    const sheetAt = (event.currentTarget as HTMLElement).querySelector(".cloth-sheet")?.getBoundingClientRect();
    if (sheetAt && this.felt && this.mode === "unclear") this.point = touched(this.felt, sheetAt, event);
  };

  private markNear(spot: Spot): void {
    this.point ||= written(spot.anchor);
    this.candidates = chipsNear(this.point, this.model!.chips.values(), this.felt);
    const [only] = this.candidates;
    if (this.candidates.length === 1 && only) void this.markUnclear(only.wager);
    else this.open("choose");
  }

  private async markUnclear(wager: string): Promise<void> {
    if (this.sheet) this.close();
    this.mode = "";
    await this.ask("mark-unclear", { wager, point: this.point });
    this.point = "";
  }

  protected override onKey(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.sheet) return this.close();
    if (event.key === "Escape" && this.mode) return this.setMode("");
    const target = event.target;
    const typing = target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
    const control = target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement || (target instanceof HTMLElement && target.tagName === "SUMMARY");
    if (this.sheet || typing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.key === "Enter" && !control) {
      event.preventDefault();
      void this.press();
    } else if (event.key === " " && !(control && !(target as HTMLElement).matches(".count, .primary, .spot"))) {
      event.preventDefault();
      void this.count();
    } else if (/^[0-9sS]$/.test(event.key) && this.model?.now?.phase === "no-more-bets") {
      this.querySelector<HTMLInputElement>("input[name=number]")?.focus();
    }
  }

  private setMode(mode: typeof this.mode): void {
    this.mode = this.mode === mode ? "" : mode;
    this.message = null;
    this.point = "";
    this.requestUpdate();
  }

  private open(name: Sheet): void {
    this.returnTo ??= document.activeElement instanceof HTMLElement ? document.activeElement : null;
    this.sheet = name;
    this.message = null;
    this.requestUpdate();
    void this.updateComplete.then(() => (this.querySelector<HTMLElement>(".sheet [autofocus]:not([disabled])") ?? this.querySelector<HTMLElement>(".sheet :is(button, input, select):not([disabled])"))?.focus());
  }

  private close(): void {
    this.sheet = "";
    this.words = "";
    this.power = { dropped: null, called: null };
    this.requestUpdate();
    this.returnTo?.focus();
    this.returnTo = null;
  }

  // --- the page ----------------------------------------------------------------------------------------------------

  override render(): TemplateResult {
    const model = this.model;
    if (!model?.snapshot || !this.felt || !this.book) return this.waiting(this.failed || model?.failed || "");
    if (!model.offers.length) return html`<main class="waiting"><h1>You look on at this table.</h1><p><a href="#/table/${this.table}">To the players' side</a></p></main>`;
    const shown = banner(model.now, this.felt);
    return html`<header class="top staff-top"><a class="brand" href="#/">croupier</a><h1>Dealer</h1>
        <span class="quiet">Table ${model.table} · ${model.snapshot.title} · round <b data-round>${model.now?.round ?? "–"}</b></span><span class="grow"></span>
        <span class="tag tone-tag ${shown.tone}" data-phase=${model.now?.phase ?? "closed"}>${shown.tag === "Closed" ? shown.title : shown.tag}</span>
        ${connectionMark(model)}<span class="quiet">${model.me}</span>
        <button type="button" aria-pressed=${this.cues.on} @click=${() => { this.cues.toggle(); this.requestUpdate(); }}>Sound ${this.cues.on ? "on" : "off"}</button></header>
      <main class="dealer ${model.connection === "reconnecting" ? "inert" : ""}">
        <div class="dealer-left">${this.cloth(model, this.felt)}${this.desk ? checked(model, this.felt, this.desk, (act, fields) => this.ask(act, fields), this.made?.ruling) : nothing}
          ${acts(model, this.book, {
            mode: this.mode, players: this.players.length, powerFailed: this.desk?.detail?.spin?.power_failed ?? false,
            setMode: (mode) => this.setMode(mode), open: (name) => this.open(name), ask: (act) => void this.ask(act), noSpin: () => void this.noSpin(),
          })}${unknownActs(this.book, model.offers)}</div>
        <div class="dealer-right">${steps(model, this.book, this.primary)}${this.stage(model, this.felt, this.book)}</div>
      </main>${this.sheets(model, this.book)}${this.aloud()}`;
  }

  private cloth(model: TableModel, felt: Felt): TemplateResult {
    const picking = model.now?.phase === "no-more-bets" || this.mode !== "";
    const dolly = model.now?.dolly ?? this.picked;
    return html`<section class="cloth ${this.picked && !model.now?.dolly ? "ghost-dolly" : ""} ${this.mode ? "in-mode" : ""}" aria-label="The cloth">
      ${readOut(model, felt, {
        message: this.message, mode: this.mode, aimed: this.aimed, players: this.players, player: this.player, chip: this.chip,
        clauses: (model.betting ? this.book!.procedure.wagers.placed_by_staff : this.book!.procedure.wagers.late).clauses,
        choose: (player) => { this.player = player; this.requestUpdate(); }, take: (chip) => { this.chip = chip; this.requestUpdate(); }, done: () => this.setMode(""),
      })}
      <croupier-cloth .felt=${felt} .chips=${[...model.chips.values()]} .owners=${this.owners?.map} .amounts=${true} .me=${this.mode === "place" ? this.player || this.players[0] || "" : ""} .lit=${this.picked ? [this.picked] : []}
        .won=${["dolly-down", "paid"].includes(model.now?.phase ?? "") ? [model.now?.outcome ?? ""] : []} .dolly=${dolly} .locked=${!model.betting && this.mode !== "place"}
        .picking=${picking} .ghost=${this.mode === "place" ? this.chip : 0} @pointerup=${{ handleEvent: this.onPointer, capture: true }}
        @aim=${(event: CustomEvent<Aim>) => { this.aimed = event.detail.spot; this.requestUpdate(); }}
        @lay=${(event: CustomEvent<Aim>) => event.detail.spot && this.onLay(event.detail.spot)}
        @takeback=${(event: CustomEvent<Aim>) => event.detail.spot && void this.takeBack(event.detail.spot)}></croupier-cloth></section>`;
  }

  private stage(model: TableModel, felt: Felt, book: Rulebook): TemplateResult {
    const primary = this.primary;
    const phase = model.now?.phase ?? "closed";
    const detail = this.desk?.detail;
    return html`<section class="card stage" aria-label="Now">
      ${phase === "betting-open" ? directions(book, { ball: this.ball, wheel: this.wheel }, (name, way) => { this[name] = way; this.requestUpdate(); }) : nothing}
      ${["ball-in-play", "no-more-bets"].includes(phase) && model.offer("count-revolutions") ? counter(model, this.counted, () => void this.count()) : nothing}
      ${phase === "no-more-bets" ? typed((pocket) => this.pick(pocket)) : nothing}
      ${outcome(model, felt, this.picked)}
      ${phase === "paid" && detail ? payList(detail, felt, this.ticked, (wager) => this.tick(wager)) : this.picked || phase === "void" ? nothing : laid(model)}
      ${primary.why && !primary.can ? html`<p class="quiet" data-why>${sentence(primary.why)}. ${clauseTags(book.ref, primary.clauses)}</p>` : nothing}
      <button type="button" class="primary walk" data-primary=${primary.act} ?disabled=${!primary.can || this.busy} @click=${() => void this.press()}>
        <span>${primary.label}</span> ${plainTags(primary.can ? primary.clauses.slice(0, 1) : [])}<kbd>Enter</kbd></button></section>`;
  }

  private tick(wager: string): void {
    if (!this.ticked.delete(wager)) this.ticked.add(wager);
    this.requestUpdate();
  }

  private sheets(model: TableModel, book: Rulebook): TemplateResult | typeof nothing {
    const made = this.made;
    if (!made) return nothing;
    const close = (): void => this.close();
    const refused = this.message ? html`<span class="refused" role="alert">${this.message.says} ${clauseTags(book.ref, this.message.clauses)}</span>` : nothing;
    switch (this.sheet) {
      case "void": return sheet("Void", made.voidSheet(model, book, this.called, this.chosenReason, this.fromSheet, () => this.open("unlisted")), close, refused);
      case "power": return sheet("Power failure", made.powerSheet(model, book, this.power, (name, value) => { this.power = { ...this.power, [name]: value }; this.requestUpdate(); }, this.fromSheet), close, refused);
      case "unlisted": return sheet("Not covered", made.unlistedSheet(model, book, this.clauses, this.words, (words) => { this.words = words; this.requestUpdate(); }, this.fromSheet), close, refused);
      case "chips": return sheet("Chips", made.chipsSheet(model, this.desk?.detail ?? null, this.owners?.told ?? null, this.player, (player) => { this.player = player; this.requestUpdate(); }, (act, fields) => this.ask(act, fields)), close, refused);
      case "choose": return sheet("Which wager", made.chooseSheet(this.candidates, this.felt, (wager) => void this.markUnclear(wager)), close, refused);
      case "moved": return sheet("Moved chip", made.movedSheet(model, this.felt, this.fromSheet), close, refused);
      case "correct": return sheet("Correct the result", made.correctionForm(model, this.felt, this.fromSheet), close, refused);
      default: return nothing;
    }
  }
}

customElements.define("croupier-dealer", DealerView);
