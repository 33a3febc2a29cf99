// The player's table.

import * as say from "#words/player/page.ts";
import { html, nothing, type TemplateResult } from "lit";
import "../cloth/cloth.ts";
import type { Aim, Back } from "../cloth/cloth.ts";
import { History } from "../wire/history.ts";
import { inTab } from "../wire/kept.ts";
import { lazily } from "../wire/lazily.ts";
import { TableModel } from "../wire/model.ts";
import type { Chip } from "../wire/fold.ts";
import { FALL_AT_MOST } from "../wire/reveal.ts";
import { Bets } from "./bets.ts";
import { Cashier } from "./cashier.ts";
import { Counting } from "./counting.ts";
import { Ending } from "./ending.ts";
import { FirstSteps } from "./first-steps.ts";
import { haptics } from "./haptics.ts";
import { called, head } from "./head.ts";
import { Keyboard } from "./keyboard.ts";
import { netWords } from "./net.ts";
import { Notes } from "./notes.ts";
import { menu, top } from "./panels.ts";
import { chipValue, sorts, tone } from "./picked.ts";
import { Proof, proofAlarm, proofCard } from "./proof.ts";
import { readOut } from "./read-out.ts";
import { results, strip } from "./results.ts";
import { tabTitle } from "./tab-title.ts";
import "./timer.ts";
import { tray } from "./tray.ts";
import { wagers } from "./wagers.ts";
import { wheelSlot } from "./wheel-slot.ts";
import { Owners } from "../cloth/owners.ts";
import { showSheet } from "../back.ts";
import { isStale, styles } from "../build.ts";
import { banner, playersBanner, pocketMark } from "../parts.ts";
import { service } from "../wire/service.ts";
import type { Sheet, sheet } from "./sheets.ts";
import { Cues } from "./sound.ts";
import type { Felt, Spot } from "../wire/types.ts";
import { TableView } from "../view.ts";
import { UNIT, money, spotName } from "../words/words.ts";

const FIRST = 2;
const SAID_FOR = 8000;
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
  // Sheets come with the first that is opened.
  private sheets: typeof sheet | null = null;
  menu = false;
  // Whether what lies beside the table is shown where there is no room for both.
  beside = false;
  chips: Owners | null = null;
  said = "";
  wrong = "";
  stale = false;
  letters = localStorage.getItem(LETTERS) !== "off";
  readonly touch = matchMedia("(pointer: coarse)").matches;
  readonly since = Date.now();
  readonly cues = new Cues();
  readonly bets = new Bets(this);
  readonly cashier = new Cashier(this);
  readonly counting = new Counting(() => this.requestUpdate());
  readonly ending = new Ending(this);
  readonly proof = new Proof(this);
  readonly notes = new Notes(this);
  readonly firstSteps = new FirstSteps(this);
  private readonly keyboard = new Keyboard(this);
  private heard = "";
  private readonly placed = new Set<string>();
  private wasCut = false;
  private back: Back | null = null;
  private quiet = 0;

  constructor() {
    super();
    this.table = "";
  }

  protected override async begin(): Promise<void> {
    const redraw = (): void => this.requestUpdate();
    this.every(1000, redraw);
    // Money may have gone to another table, or come back from one.
    const count = (): void => void (document.hidden || this.cashier.count());
    document.addEventListener("visibilitychange", count);
    this.atEnd(() => document.removeEventListener("visibilitychange", count));
    this.atEnd(() => this.cues.end());
    // The cloth and the socket come side by side: neither waits for the other.
    const [me, told] = await Promise.all([service.comeIn(), service.table(this.table)]);
    const model = new TableModel(this.table, me.name, me.token, FALL_AT_MOST);
    this.model = model;
    this.history = new History(model, inTab(`croupier-steps/${this.table}/${me.name}`));
    this.chips = new Owners(
      model,
      (player) => (player === model.me ? (model.purse?.chip_value ?? null) : null),
      () => this.requestUpdate(),
    );
    this.follow(model, () => this.changed());
    this.felt = await service.felt(told.rulebook, this.touch);
    this.changed();
  }

  private changed(): void {
    const model = this.model;
    if (!model?.now || !this.felt) return this.requestUpdate();
    this.history?.inRound(model.now.round);
    const key = `${model.now.round ?? ""}/${model.now.phase}`;
    if (key !== this.heard) {
      const first = this.heard === "";
      this.heard = key;
      this.newPhase(model, first);
    }
    this.ending.look(model);
    this.proof.look(model);
    this.chips?.look();
    void this.counting.look(model);
    this.placedForMe(model);
    if (model.refused?.slides && model.refused.at !== this.back?.at) this.back = model.refused;
    this.recall(model);
    if (this.wasCut && !model.away) void this.compareBuild();
    this.wasCut = model.connectionState === "reconnecting";
    this.notes.look(model);
    this.firstSteps.look(model);
    this.requestUpdate();
  }

  // What staff placed at one's request is one's own to check, and to correct until the call; and so is what was moved.
  private placedForMe(model: TableModel): void {
    const fresh = model.mineLive.filter((chip) => {
      const key = chip.was ? chip.wager + chip.was : chip.byStaff ? chip.wager : "";
      return key && !this.placed.has(key) && this.placed.add(key);
    });
    const said = ({ stake, position, was }: Chip): string => {
      const bet = say.laid(money(stake), this.named(position));
      return was ? say.moved(bet, this.named(was)) : say.forYou(bet);
    };
    if (fresh.length) this.query(say.pleaseCheck(fresh.map(said).join(", ")));
  }

  private newPhase(model: TableModel, first: boolean): void {
    const shown = banner(model, this.felt);
    this.announce(shown.aloud ?? shown.title, !first && shown.tone === "shut");
    this.cues.phase(model.now?.phase ?? "closed");
    if (!first && model.now?.phase === "no-more-bets") haptics.call();
    if ((model.now?.phase === "paid" || model.now?.phase === "void") && model.returns.length)
      this.announce(netWords(model.lastReturns), false);
    if (this.stale && !model.staked && ["closed", "paid", "void"].includes(model.now?.phase ?? "")) location.reload();
  }

  // After a cut the service may be a newer one, with newer pages.
  private async compareBuild(): Promise<void> {
    this.stale = await isStale();
    if (this.stale) this.notes.show("stale");
  }

  // --- what the panels ask -----------------------------------------------------------------------------------------

  get chipValue(): number | null {
    return chipValue(this);
  }

  get denominations(): number[] {
    return sorts(this);
  }

  get chip(): number {
    const chips = this.denominations;
    return chips[Math.min(this.pick, chips.length - 1)] ?? UNIT;
  }

  limit(spot: Spot): { min: number; max: number } | null {
    return this.model?.lasting.limits?.limits?.[spot.kind] ?? null;
  }

  named(position: string): string {
    const spot = this.felt?.spots.find((one) => one.position === position);
    return spot ? spotName(spot) : position;
  }

  usedClauses(): string[] {
    const log = this.model?.log ?? [];
    const began = log.findLastIndex((one) => one.type === "betting-opened");
    const laid =
      this.model?.mineLive.flatMap(
        (chip) => this.felt?.spots.find((spot) => spot.position === chip.position)?.clauses ?? [],
      ) ?? [];
    return [...log.slice(Math.max(0, began)).flatMap((one) => one.clauses), ...laid];
  }

  protected override onKey(event: KeyboardEvent): void {
    this.keyboard.press(event);
  }

  useLetters(on: boolean): void {
    this.letters = on;
    localStorage.setItem(LETTERS, on ? "on" : "off");
  }

  query(words: string): void {
    this.announce(words, false);
    this.said = words;
    this.later(SAID_FOR, () => {
      this.said = "";
      this.requestUpdate();
    });
  }

  lookBeside(open = !this.beside): void {
    this.beside = open;
    this.menu = false;
    this.requestUpdate();
    if (open) void this.updateComplete.then(() => this.querySelector(".side .results")?.scrollIntoView());
  }

  hush(): void {
    window.clearTimeout(this.quiet);
  }

  // Whatever was to be forgotten is forgotten with what comes next.
  later(milliseconds: number, then: () => void): void {
    this.hush();
    this.quiet = window.setTimeout(then, milliseconds);
  }

  // --- sheets ------------------------------------------------------------------------------------------------------

  open(name: Sheet): void {
    this.sheet = name;
    this.wrong = "";
    this.menu = false;
    if (name === "chips") void Promise.all([this.chips?.read(), this.cashier.count()]);
    if (name === "rules") void import("./drawer.ts");
    if (name === "help") void import("./how-to-play.ts");
    void this.showSheet();
  }

  private async showSheet(): Promise<void> {
    this.sheets ??= await Promise.all([lazily(() => import("./sheets.ts")), styles("sheets")]).then(
      ([loaded]) => loaded.sheet,
      () => null,
    );
    if (!this.sheets) this.sheet = "";
    this.requestUpdate();
    await this.updateComplete;
    const dialog = this.querySelector("dialog");
    if (dialog && !dialog.open) showSheet(dialog);
  }

  close(): void {
    this.querySelector("dialog")?.close();
  }

  closed(): void {
    this.sheet = "";
    this.requestUpdate();
  }

  // --- the page ----------------------------------------------------------------------------------------------------

  protected override get tabTitle(): string {
    return this.model?.snapshot ? tabTitle(this.model) : super.tabTitle;
  }

  override render(): TemplateResult {
    const model = this.model;
    if (!model || !this.felt || !model.snapshot) {
      return this.waiting(this.failed || model?.failed || "", html`<p><a href="#/">${say.allTables}</a></p>`);
    }
    const now = model.now;
    const told = now?.phase === "dolly-down" || now?.phase === "paid";
    const spot = (event: CustomEvent<Aim>, then: (one: Spot, from: Spot | undefined) => unknown): unknown =>
      event.detail.spot && then(event.detail.spot, event.detail.from);
    // The slots, where they are and who fills them: see the head of player.css.
    return html`${top(this, model)}
      <main class="player ${model.away ? "inert" : ""}" data-first=${this.firstSteps.step ?? nothing}>
        ${head(this, model)}
        <croupier-timer
          .closes=${model.betting && !model.away ? model.closesAt : null}
          .whole=${model.closesOf}
          .shown=${playersBanner(model, this.felt)}
          .told=${told && now.outcome ? pocketMark(now.outcome, this.felt) : null}
        ></croupier-timer>
        ${wheelSlot(this, model)} ${readOut(this, model)}
        <section class="cloth" aria-label=${say.theCloth}>
          <croupier-cloth
            .felt=${this.felt}
            .chips=${model.shown}
            .me=${model.me ?? ""}
            .owners=${this.chips?.map}
            .faces=${this.chipValue ? [] : this.denominations}
            .tone=${tone(this)}
            .back=${this.back}
            .stopped=${this.bets.stopped}
            .won=${told && now.outcome ? [now.outcome] : []}
            .dolly=${now?.dolly ?? null}
            .locked=${!model.betting || model.away}
            .ghost=${this.chip}
            .fits=${true}
            .lists=${true}
            @aim=${(event: CustomEvent<Aim>) => this.onAim(event.detail.spot)}
            @lay=${(event: CustomEvent<Aim>) => spot(event, (one) => this.bets.lay(one))}
            @takeback=${(event: CustomEvent<Aim>) => spot(event, (one) => this.bets.takeBack(one))}
            @move=${(event: CustomEvent<Aim>) => spot(event, (one, from) => from && this.bets.moveStack(from, one))}
            @lift=${(event: CustomEvent<Aim>) => spot(event, (one) => this.bets.moveStack(one, null))}
            @pick=${(event: CustomEvent<Aim>) =>
              spot(event, (one) => {
                this.picked = one;
                this.open("pick");
              })}
          ></croupier-cloth>
          <div class="result">${this.ending.card(model)}</div>
        </section>
        ${tray(this, model)} ${strip(this, model)}
        <aside class="side ${this.beside ? "open" : ""}" id="beside" aria-label=${say.betsAndResults}>
          ${wagers(this, model)}
          <div class="legend-slot"></div>
          ${results(this, model)}
          <div class="proof-slot">${proofCard(this, model)}</div>
          ${called(model)}
        </aside>
      </main>
      ${menu(this, model)} ${proofAlarm(this)} ${this.sheets?.(this, model) ?? nothing} ${this.aloud()}`;
  }

  private onAim(spot: Spot | null): void {
    this.aimed = spot;
    if (spot && this.said) this.said = "";
    this.requestUpdate();
  }
}

customElements.define("croupier-player", PlayerView);
