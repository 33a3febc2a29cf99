// The dealer's table: one button that walks the round, and beside it what the rulebook lets a dealer do.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import "./cloth.ts";
import type { Aim } from "./cloth.ts";
import { checked } from "./dealer-checked.ts";
import { payList } from "./dealer-pay.ts";
import { unplaced } from "./dealer-point.ts";
import { DESKTOP, Geometry } from "./geometry.ts";
import { TableModel, type Chip } from "./model.ts";
import { banner, clauseTags, live, pocketMark } from "./parts.ts";
import { service } from "./service.ts";
import { Cues } from "./sound.ts";
import { StaffDesk } from "./staff-desk.ts";
import { correctionForm } from "./staff-rulings.ts";
import {
  actButton, answered, clock, connectionMark, inTheWay, plainTags, positionName, rulebook, sentence, sheet, unknownActs,
  type ClauseTold, type Rulebook,
} from "./staff.ts";
import type { Felt, Spot } from "./wire.ts";
import { money, pocketWords, refusalWords } from "./words.ts";

// The sheets come after the table itself: the round can begin without them.
type Sheets = typeof import("./dealer-sheets.ts");
type Sheet = "" | "void" | "power" | "unlisted" | "chips" | "choose" | "moved" | "correct";

// The latest step that is possible is the one to take: with early close authorized the call comes before the spin.
const WALK = ["lift-dolly", "settle", "place-dolly", "call-no-more-bets", "spin-ball", "open-betting", "open-table"];
const STEPS: [string, string][] = [
  ["open-betting", "Place your bets, please"], ["spin-ball", "Ball spun"], ["call-no-more-bets", "No more bets"],
  ["declare-outcome", "Result"], ["settle", "Dolly down, collect, pay"], ["lift-dolly", "Dolly up, next round"],
];
const CHIPS = [100, 500, 1000, 2500, 10000];
const NEAR = 1.2;
const CLOCKWISE = "clockwise";
const COUNTER = "counterclockwise";
// Drawn, because not every font has these signs.
const TICK = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 12l6 6L20 6"></path></svg>`;
const RIGHT = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M20 12a8 8 0 1 1-3-6.2M17 2v4h-4"></path></svg>`;
const LEFT = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 12a8 8 0 1 0 3-6.2M7 2v4h4"></path></svg>`;

export class DealerView extends LitElement {
  static override properties = { table: {} };

  declare table: string;
  private model: TableModel | null = null;
  private desk: StaffDesk | null = null;
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
  private failed = "";
  private polite = "";
  private assertive = "";
  private key = "";
  private returnTo: HTMLElement | null = null;
  private readonly ticked = new Set<string>();
  private readonly cues = new Cues();

  constructor() {
    super();
    this.table = "";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.onKey);
    this.begin().catch((error: unknown) => {
      this.failed = error instanceof Error ? error.message : String(error);
      this.requestUpdate();
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.onKey);
    this.desk?.stop();
    this.model?.line.close();
  }

  private async begin(): Promise<void> {
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
    this.desk = new StaffDesk(model, () => this.requestUpdate());
    model.addEventListener("change", () => this.changed());
    model.line.open();
    this.desk.start();
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

  private announce(words: string, urgent: boolean): void {
    if (urgent) this.assertive = words === this.assertive ? `${words} ` : words;
    else this.polite = words === this.polite ? `${words} ` : words;
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

  private get primary(): { act: string; label: string; can: boolean; why: string; clauses: string[] } {
    const model = this.model!;
    const phase = model.now?.phase ?? "closed";
    const declare = model.offer("declare-outcome");
    if (phase === "no-more-bets" && declare && declare.code !== "not-spun") {
      const label = this.picked ? `Dolly on ${this.picked}` : "Touch the number";
      return { act: "declare-outcome", label, can: this.picked !== null, why: "", clauses: declare.clauses };
    }
    for (const act of WALK) {
      const offer = model.offer(act);
      if (offer?.now) return { act, label: this.label(act), can: true, why: "", clauses: offer.clauses };
    }
    const blocked = ["settle", "declare-outcome", "open-betting"].map((act) => model.offer(act)).find((offer) => offer !== undefined);
    return { act: blocked?.do ?? "", label: "One moment", can: false, why: inTheWay(blocked?.code ?? null), clauses: blocked?.clauses ?? [] };
  }

  private label(act: string): string {
    const rules = this.book!.procedure.closing;
    const labels: Record<string, string> = {
      "open-table": "Open the table", "open-betting": "Place your bets, please", "spin-ball": "Ball spun",
      "call-no-more-bets": rules.bell.value ? "Bell, and “No more bets”" : rules.wave.value ? "“No more bets” and wave" : "No more bets",
      "place-dolly": `Dolly on ${this.model!.now?.outcome ?? ""}`, settle: "Collect and pay",
      "lift-dolly": this.unpaid ? "Paid · dolly up" : "Dolly up",
    };
    return labels[act] ?? sentence(act);
  }

  private get unpaid(): number {
    return (this.desk?.detail?.wagers ?? []).filter((one) => one.winnings > 0 && !this.ticked.has(one.wager)).length;
  }

  private async press(): Promise<void> {
    const { act, can } = this.primary;
    if (!can || this.busy || this.sheet) return;
    this.busy = true;
    const rules = this.book!.procedure.closing;
    try {
      if (act === "declare-outcome") await this.confirm();
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
    this.called = false;
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

  // Where the finger was is recorded as it was, in boxes of a number; it is not snapped to a bet.
  private readonly onPointer = (event: PointerEvent): void => {
    const sheetAt = (event.currentTarget as HTMLElement).querySelector(".cloth-sheet")?.getBoundingClientRect();
    if (!sheetAt || !this.felt || this.mode !== "unclear") return;
    const geometry = new Geometry(this.felt, DESKTOP, false);
    const at: [number, number] = [(event.clientX - sheetAt.left) / sheetAt.width * geometry.width, (event.clientY - sheetAt.top) / sheetAt.height * geometry.height];
    this.point = unplaced(geometry, at).map((one) => one.toFixed(3)).join(",");
  };

  private markNear(spot: Spot): void {
    const [x, y] = this.point ? this.point.split(",").map(Number) as [number, number] : spot.anchor;
    const away = (chip: Chip): number => {
      const anchor = this.felt?.spots.find((one) => one.position === chip.position)?.anchor ?? [99, 99];
      return Math.hypot(anchor[0] - x, anchor[1] - y);
    };
    this.point ||= spot.anchor.map((one) => one.toFixed(3)).join(",");
    this.candidates = [...this.model!.chips.values()].filter((chip) => chip.state !== "held" && away(chip) < NEAR).sort((a, b) => away(a) - away(b));
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

  private readonly onKey = (event: KeyboardEvent): void => {
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
  };

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
    const wrong = this.failed || model?.failed;
    if (!model?.snapshot || !this.felt || !this.book) {
      return html`<main class="waiting" aria-busy=${wrong ? "false" : "true"}><h1>${wrong || "One moment…"}</h1></main>${live(this.polite, this.assertive)}`;
    }
    if (!model.offers.length) return html`<main class="waiting"><h1>You look on at this table.</h1><p><a href="#/table/${this.table}">To the players' side</a></p></main>`;
    const shown = banner(model.now, this.felt);
    return html`<header class="top staff-top"><a class="brand" href="#/">croupier</a><h1>Dealer</h1>
        <span class="quiet">Table ${model.table} · ${model.snapshot.title} · round <b data-round>${model.now?.round ?? "–"}</b></span><span class="grow"></span>
        <span class="tag tone-tag ${shown.tone}" data-phase=${model.now?.phase ?? "closed"}>${shown.tag === "Closed" ? shown.title : shown.tag}</span>
        ${connectionMark(model)}<span class="quiet">${model.me}</span>
        <button type="button" aria-pressed=${this.cues.on} @click=${() => { this.cues.toggle(); this.requestUpdate(); }}>Sound ${this.cues.on ? "on" : "off"}</button></header>
      <main class="dealer ${model.connection === "reconnecting" ? "inert" : ""}">
        <div class="dealer-left">${this.cloth(model, this.felt)}${this.secondary(model)}${this.below(model, this.felt)}${unknownActs(this.book, model.offers)}</div>
        <div class="dealer-right">${this.steps(model)}${this.resultPanel(model, this.felt)}</div>
      </main>${this.sheets(model, this.book)}${live(this.polite, this.assertive)}`;
  }

  private cloth(model: TableModel, felt: Felt): TemplateResult {
    const picking = model.now?.phase === "no-more-bets" || this.mode !== "";
    const dolly = model.now?.dolly ?? this.picked;
    return html`<section class="cloth ${this.picked && !model.now?.dolly ? "ghost-dolly" : ""} ${this.mode ? "in-mode" : ""}" aria-label="The cloth">
      ${this.readOut(model, felt)}
      <croupier-cloth .felt=${felt} .chips=${[...model.chips.values()]} .me=${this.mode === "place" ? this.player || this.players[0] || "" : ""} .lit=${this.picked ? [this.picked] : []}
        .won=${["dolly-down", "paid"].includes(model.now?.phase ?? "") ? [model.now?.outcome ?? ""] : []} .dolly=${dolly} .locked=${!model.betting && this.mode !== "place"}
        .picking=${picking} .ghost=${this.mode === "place" ? this.chip : 0} @pointerup=${{ handleEvent: this.onPointer, capture: true }}
        @aim=${(event: CustomEvent<Aim>) => { this.aimed = event.detail.spot; this.requestUpdate(); }}
        @lay=${(event: CustomEvent<Aim>) => event.detail.spot && this.onLay(event.detail.spot)}
        @takeback=${(event: CustomEvent<Aim>) => event.detail.spot && void this.takeBack(event.detail.spot)}></croupier-cloth></section>`;
  }

  private readOut(model: TableModel, felt: Felt): TemplateResult {
    const ref = model.snapshot?.ref ?? "";
    if (this.message) return html`<div class="read-out refused" data-message><b>${this.message.says}</b> ${clauseTags(ref, this.message.clauses.filter(Boolean))}</div>`;
    if (this.mode === "place") {
      return html`<div class="read-out" data-mode="place"><b>${model.betting ? "Place for a player" : "Late chip: it is refused and written down"}</b>
        <label>for <select aria-label="Player" @change=${(event: Event) => { this.player = (event.target as HTMLSelectElement).value; this.requestUpdate(); }}>${this.players.map((one) => html`<option ?selected=${one === this.player}>${one}</option>`)}</select></label>
        <span class="mini-chips" role="group" aria-label="Chip">${CHIPS.map((chip) => html`<button type="button" aria-pressed=${chip === this.chip} @click=${() => { this.chip = chip; this.requestUpdate(); }}>${money(chip)}</button>`)}</span>
        ${clauseTags(ref, this.book!.procedure.wagers.placed_by_staff.clauses)}<button type="button" @click=${() => this.setMode("")}>Done</button></div>`;
    }
    if (this.mode === "unclear") return html`<div class="read-out" data-mode="unclear"><b>Touch the chip where it lies.</b> The point is kept as you touch it. <button type="button" @click=${() => this.setMode("")}>Cancel</button></div>`;
    const spot = this.aimed;
    if (!spot) return html`<div class="read-out">${this.hint(model)}</div>`;
    const here = [...model.chips.values()].filter((chip) => chip.position === spot.position);
    return html`<div class="read-out">${spot.pockets.length <= 6 ? spot.pockets.map((one) => pocketMark(one, felt)) : nothing} <b>${positionName(spot.position, felt)}</b> pays ${spot.pays} to 1 ·
      ${here.length ? here.map((chip) => `${chip.player} ${money(chip.stake)}`).join(", ") : "no chips"}</div>`;
  }

  private hint(model: TableModel): string {
    const phase = model.now?.phase;
    if (phase === "no-more-bets") return "Touch the number in which the ball rests, or type it. Nothing is announced until you confirm.";
    if (phase === "ball-in-play") return "Count the revolutions: tap the counter, or press Space.";
    return "Point at a bet to see who lies there.";
  }

  private below(model: TableModel, felt: Felt): TemplateResult | typeof nothing {
    const detail = this.desk?.detail;
    const phase = model.now?.phase ?? "";
    if (detail && (phase === "paid" || (phase === "dolly-down" && detail.wagers?.some((one) => one.winnings || one.collected)))) {
      return html`${this.checkedCard(model, felt, true)}${payList(detail, felt, this.ticked, (wager) => {
        if (!this.ticked.delete(wager)) this.ticked.add(wager);
        this.requestUpdate();
      })}`;
    }
    return this.checkedCard(model, felt, false);
  }

  private checkedCard(model: TableModel, felt: Felt, short: boolean): TemplateResult | typeof nothing {
    return this.desk ? checked(model, felt, this.desk, (act, fields) => this.ask(act, fields), short) : nothing;
  }

  private steps(model: TableModel): TemplateResult {
    const { act } = this.primary;
    const at = Math.max(0, STEPS.findIndex(([step]) => step === act || (act === "place-dolly" && step === "settle")));
    return html`<section class="card steps" aria-label="The round"><ol>${STEPS.map(([step, words], place) => {
      const state = place < at ? "done" : place === at ? "now" : "";
      return html`<li class=${state} aria-current=${state === "now" ? "step" : "false"}><span class="number">${state === "done" ? TICK : place + 1}</span> ${step === "call-no-more-bets" && this.book!.procedure.closing.bell.value ? "Bell, “No more bets”" : words}</li>`;
    })}</ol><ol class="staff-log">${model.log.slice(-3).map((one) => html`<li><time>${clock(one.at)}</time> ${one.says} ${clauseTags(model.snapshot?.ref ?? "", one.clauses)}</li>`)}</ol></section>`;
  }

  private resultPanel(model: TableModel, felt: Felt): TemplateResult {
    const primary = this.primary;
    const now = model.now;
    const pocket = now?.outcome ?? this.picked;
    return html`<section class="card stage" aria-label="Now">
      ${now?.phase === "betting-open" ? this.directions() : nothing}
      ${now && ["ball-in-play", "no-more-bets"].includes(now.phase) && model.offer("count-revolutions") ? this.counter(model) : nothing}
      ${now?.phase === "no-more-bets" ? html`<form class="typed" @submit=${(event: Event) => {
        event.preventDefault();
        const input = (event.target as HTMLFormElement).elements.namedItem("number") as HTMLInputElement;
        this.pick(input.value.trim().toUpperCase());
        input.value = "";
      }}><label>Or type it <input name="number" size="3" maxlength="2" autocomplete="off" inputmode="text"></label></form>` : nothing}
      ${pocket && now && ["no-more-bets", "at-rest", "dolly-down", "paid"].includes(now.phase) ? html`<div class="outcome" data-outcome=${pocket}>${pocketMark(pocket, felt)}<p>${pocketWords(pocket, felt).split(" ").slice(1).join(" · ")}</p>
        ${now.outcome ? nothing : html`<p class="quiet">not announced yet</p>`}</div>` : nothing}
      ${now?.phase === "void" ? html`<div class="outcome void-mark"><span class="mark void">×</span><p>no spin · round void</p>${clauseTags(model.snapshot?.ref ?? "", model.log.findLast((one) => one.says.includes("void"))?.clauses ?? [])}</div>` : nothing}
      ${primary.why && !primary.can ? html`<p class="quiet" data-why>${sentence(primary.why)}. ${clauseTags(model.snapshot?.ref ?? "", primary.clauses)}</p>` : nothing}
      <button type="button" class="primary walk" data-primary=${primary.act} ?disabled=${!primary.can || this.busy} @click=${() => void this.press()}>
        <span>${primary.label}</span> ${plainTags(primary.can ? primary.clauses.slice(0, 1) : [])}<kbd>Enter</kbd></button></section>`;
  }

  private directions(): TemplateResult {
    const choose = (name: "ball" | "wheel", options: [string, TemplateResult][]): TemplateResult => html`<div role="group" aria-label=${name === "ball" ? "Ball" : "Wheel"} class="ways"><span>${sentence(name)}</span>
      ${options.map(([value, words]) => html`<button type="button" data-way="${name}-${value}" aria-pressed=${this[name] === value} aria-label="${name} ${value}" @click=${() => { this[name] = value; this.requestUpdate(); }}>${words}</button>`)}</div>`;
    const same = this.ball === this.wheel;
    const wrong = same ? "same-direction" : this.wheel === "still" ? "wheel-still" : "";
    return html`${choose("ball", [[CLOCKWISE, RIGHT], [COUNTER, LEFT]])}${choose("wheel", [[CLOCKWISE, RIGHT], [COUNTER, LEFT], ["still", html`still`]])}
      ${wrong ? html`<p class="warn" data-warn=${wrong}>${this.book!.procedure.irregularities[wrong]?.says} ${clauseTags(this.book!.ref, this.book!.procedure.irregularities[wrong]?.clauses ?? [])}</p>` : nothing}`;
  }

  private counter(model: TableModel): TemplateResult {
    const least = model.now?.revolutions_min ?? 0;
    const enough = this.counted >= least;
    return html`<button type="button" class="count ${enough ? "enough" : ""}" data-do="count-revolutions" ?disabled=${!model.offer("count-revolutions")?.now} @click=${() => void this.count()}><span class="unseen">Count a revolution, now</span><b data-count>${this.counted}</b> <span>of ${least} revolutions</span> ${plainTags(model.offer("count-revolutions")?.clauses.slice(0, 1) ?? [])}<kbd>Space</kbd></button>`;
  }

  private secondary(model: TableModel): TemplateResult {
    const place = model.offer("place-wager");
    const power = model.offer("fail-power");
    const knows = model.offers.some((offer) => offer.do === "call-no-spin");
    const calls = model.offers.filter((offer) => (offer.do === "call-no-spin" || offer.do === "report-irregularity") && offer.now);
    const clauses = knows ? this.book!.procedure.no_spin.until.clauses : [];
    return html`<section class="acts-row" aria-label="Other acts">
      ${place ? html`<button type="button" class="act" data-do="place-wager" aria-pressed=${this.mode === "place"} ?disabled=${!this.players.length || model.now?.phase === "closed" || !model.now?.open} @click=${() => this.setMode("place")}>
        <span>${model.betting ? "Place for a player" : "Late chip"}</span>${plainTags(model.betting ? this.book!.procedure.wagers.placed_by_staff.clauses : this.book!.procedure.wagers.late.clauses)}</button>` : nothing}
      ${model.offer("mark-unclear") ? html`<button type="button" class="act" data-do="mark-unclear" aria-pressed=${this.mode === "unclear"} ?disabled=${!model.chips.size || model.offer("mark-unclear")?.code === "counts-where-it-lies"} @click=${() => this.setMode("unclear")}>
        <span>Mark unclear wager</span>${model.offer("mark-unclear")?.code === "counts-where-it-lies" ? html`<small>counts where it lies</small>` : nothing}${plainTags(this.book!.procedure.wagers.unclear.clauses)}</button>` : nothing}
      ${model.offer("move-wager") ? html`<button type="button" class="act" data-do="move-wager" ?disabled=${!model.chips.size} @click=${() => this.open("moved")}><span>Chip was moved</span>${plainTags(model.offer("move-wager")?.clauses ?? [])}</button>` : nothing}
      ${model.offers.some((offer) => offer.do === "buy-in") ? html`<button type="button" class="act" data-do="chips" ?disabled=${!model.now?.open} @click=${() => this.open("chips")}>Buy in, cash out</button>` : nothing}
      ${power ? html`<button type="button" class="act" data-do="power" ?disabled=${!power.now} @click=${() => this.open("power")}><span>Power failure</span>${plainTags(this.book!.procedure.power.failure.clauses.slice(0, 1))}</button>` : nothing}
      ${this.desk?.detail?.spin?.power_failed ? actButton(model.offer("restore-power"), "Power is back", () => void this.ask("restore-power")) : nothing}
      ${model.offer("report-irregularity", "unlisted") ? html`<button type="button" class="act" data-do="unlisted" ?disabled=${!model.offer("report-irregularity", "unlisted")?.now} @click=${() => this.open("unlisted")}>Not covered by these rules…</button>` : nothing}
      ${model.offer("correct-outcome") ? html`<button type="button" class="act" data-do="correct" ?disabled=${!model.offer("correct-outcome")?.now} @click=${() => this.open("correct")}><span>Correct the result</span>${plainTags(model.offer("correct-outcome")?.clauses.slice(0, 1) ?? [])}</button>` : nothing}
      ${model.now?.open ? actButton(model.offer("close-table"), "Close the table", () => void this.ask("close-table")) : nothing}
      <button type="button" class="act danger" data-do="no-spin" ?disabled=${!calls.length} @click=${() => void this.noSpin()}><span>${knows ? "No spin — void the round" : "Void the round"}</span>${plainTags(clauses.slice(0, 1))}</button></section>`;
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
      case "chips": return sheet("Chips", made.chipsSheet(model, this.desk?.detail ?? null, this.player, (player) => { this.player = player; this.requestUpdate(); }, (act, fields) => this.ask(act, fields)), close, refused);
      case "choose": return sheet("Which wager", made.chooseSheet(this.candidates, this.felt, (wager) => void this.markUnclear(wager)), close, refused);
      case "moved": return sheet("Moved chip", made.movedSheet(model, this.felt, this.fromSheet), close, refused);
      case "correct": return sheet("Correct the result", correctionForm(model, this.felt, this.fromSheet), close, refused);
      default: return nothing;
    }
  }
}

customElements.define("croupier-dealer", DealerView);
