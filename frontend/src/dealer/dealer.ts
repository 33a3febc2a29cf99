// The dealer's table: one button that walks the round, and beside it what the rulebook lets a dealer do.

import { html, nothing, type TemplateResult } from "lit";
import "../cloth/cloth.ts";
import { acts, canVoid, voiding } from "./acts.ts";
import { checked } from "./checked.ts";
import { Hand, picksNumber } from "./hand.ts";
import { beginsNumber, isForTable, isTyping, NoSpinKeys, pressesCount, pressesWalk } from "./keys.ts";
import { Revolutions } from "./revolutions.ts";
import { Turning } from "./turning.ts";
import { Sheets } from "./open-sheet.ts";
import { toPay, Unpaid } from "./pay.ts";
import { steps } from "./stage.ts";
import { cloth, readOnly, stage, walk } from "./table.ts";
import { Till } from "./till.ts";
import { stepNow, type Step } from "./walk.ts";
import { Owners } from "../cloth/owners.ts";
import { banner } from "../parts.ts";
import { Cues } from "../player/sound.ts";
import { TableOverview } from "../staff/overview.ts";
import { DEAD, Rest } from "../staff/rest.ts";
import { answered, connectionMark, rulebook, unknownActs, type Rulebook } from "../staff/staff.ts";
import { TableView } from "../view.ts";
import { StaffModel } from "../staff/model.ts";
import { service } from "../wire/service.ts";
import type { ClauseText, Felt, Spot } from "../wire/types.ts";
import { staffEvents } from "#words/staff.ts";
import { pocketWords } from "../words/words.ts";

export class DealerView extends TableView {
  static override properties = { table: {} };
  static dead = DEAD;

  declare table: string;
  // What people call it.
  private named = "";
  model: StaffModel | null = null;
  overview: TableOverview | null = null;
  owners: Owners | null = null;
  felt: Felt | null = null;
  book: Rulebook | null = null;
  clauses: ClauseText[] = [];
  picked: string | null = null;
  aimed: Spot | null = null;
  readonly turning = new Turning();
  readonly revolutions = new Revolutions(this);
  busy = false;
  message: { says: string; clauses: string[] } | null = null;
  private key = "";
  readonly ticked = new Set<string>();
  private readonly paying = new Unpaid();
  readonly sheets = new Sheets(this);
  readonly hand = new Hand(this);
  readonly till = new Till(this);
  private readonly cues = new Cues();
  readonly rest = new Rest(this, () => DealerView.dead);
  private readonly keysOfNoSpin = new NoSpinKeys();

  constructor() {
    super();
    this.table = "";
  }

  protected override async begin(): Promise<void> {
    const me = service.me;
    if (!me || (me.role === "player" && !me.owner))
      throw new Error("This is for dealers: open it by the link you were given.");
    const told = await service.table(this.table);
    this.named = told.name ?? this.table;
    const [felt, book, clauses] = await Promise.all([
      service.felt(told.rulebook),
      rulebook(told.rulebook),
      service.call<ClauseText[]>("GET", `/rulebooks/${told.rulebook}/clauses`),
    ]);
    [this.felt, this.book, this.clauses] = [felt, book, clauses];
    const model = new StaffModel(this.table, me.name, me.token);
    this.model = model;
    model.said.words = staffEvents(felt, String(book.procedure.rulings.unlisted_by.value));
    const overview = new TableOverview(model, () => this.requestUpdate());
    this.overview = overview;
    this.owners = new Owners(
      model,
      (player) => overview.detail?.purses?.[player]?.chip_value ?? null,
      () => this.requestUpdate(),
    );
    this.follow(model, () => this.changed());
    overview.start();
    this.atEnd(() => overview.stop());
    this.atEnd(() => this.cues.end());
    this.atEnd(() => this.rest.end());
    await this.sheets.load();
  }

  private changed(): void {
    const now = this.model?.now;
    if (now) {
      const key = `${now.round ?? ""}/${now.phase}`;
      if (key !== this.key) {
        if (this.key.split("/")[0] !== (now.round ?? "")) this.newRound();
        this.key = key;
        this.message = null;
        const shown = banner(this.model, this.felt);
        this.announce(shown.aloud ?? shown.title, shown.tone === "shut");
        this.cues.phase(now.phase);
        if (now.phase !== "no-more-bets") this.picked = null;
        if (now.phase === "dolly-down" || now.phase === "betting-open") this.hand.mode = "";
      }
      this.owners?.look();
      this.recall(this.model!);
      this.turning.look(this.model!.lasting.spin, now.phase === "betting-open");
      this.revolutions.look(this.model!);
    }
    this.requestUpdate();
  }

  private newRound(): void {
    this.revolutions.seen = 0;
    this.picked = null;
    this.sheets.called = false;
    this.ticked.clear();
    if (["void", "revolutions", "close", "entered"].includes(this.sheets.name)) this.sheets.close();
  }

  // --- acts --------------------------------------------------------------------------------------------------------

  async ask(act: string, fields: Record<string, unknown> = {}): Promise<boolean> {
    const receipt = await this.model!.ask(act, fields);
    this.message = answered(receipt, String(fields["player"] ?? ""));
    if (this.message) {
      this.announce(`Refused: ${this.message.says}`, true);
      this.cues.refusal();
    }
    void this.overview?.read();
    // A purchase may give a color to somebody, and cashing out may free it.
    if (["buy-in", "cash-out", "take-seat", "leave-seat"].includes(act)) void this.owners?.read();
    this.requestUpdate();
    return "events" in receipt;
  }

  readonly fromSheet = async (act: string, fields: Record<string, unknown>): Promise<boolean> => {
    const done = await this.ask(act, fields);
    if (done && act === "count-revolutions" && fields["corrects"])
      this.revolutions.corrected(Number(fields["completed"]));
    if (done && act === "count-revolutions" && !fields["corrects"]) {
      this.revolutions.seen = Number(fields["completed"]);
      this.sheets.close();
      await this.confirm();
    } else if (done && act !== "cash-out") this.sheets.close();
    return done;
  };

  get primary(): Step {
    return stepNow(
      this.model!,
      this.book!,
      this.picked,
      this.unpaid,
      this.overview?.decisions.filter((one) => one.round === this.model!.now?.round) ?? [],
    );
  }

  private get unpaid(): number | null {
    return this.paying.count(this.model!, this.overview?.detail ?? null, this.ticked);
  }

  async press(): Promise<void> {
    const { act, can } = this.primary;
    if (!can || this.busy || this.sheets.name || this.rest.now) return;
    if (act === "spin-ball" && this.turning.wrong) return this.say("Hold the button down, or press N and then S.");
    this.busy = true;
    this.rest.begin();
    const rules = this.book!.procedure.closing;
    try {
      if (act === "declare-outcome") await this.confirm();
      else if (act === "correct-outcome") await this.hand.putRight();
      else if (act === "open-table") this.sheets.open("open");
      else if (act === "reason") await this.noSpin();
      else if (act === "tick-all") for (const one of toPay(this.overview?.detail ?? null)) this.ticked.add(one.key);
      else if (act === "spin-ball") await this.spun();
      else if (act === "call-no-more-bets") await this.ask(act, { bell: rules.bell.value, wave: rules.wave.value });
      else if (act === "place-dolly") await this.ask(act, { pocket: this.model!.now?.outcome });
      else await this.ask(act);
    } finally {
      this.busy = false;
      this.requestUpdate();
    }
  }

  async spun(): Promise<void> {
    await this.ask("spin-ball", { ball: this.turning.ball, wheel: this.turning.wheel });
  }

  say(says: string): void {
    this.message = { says, clauses: [] };
    this.announce(says, true);
    this.requestUpdate();
  }

  // A result with too few revolutions counted is not announced: the sheet asks first.
  private async confirm(): Promise<void> {
    const now = this.model!.now;
    if (!now || !this.picked) return;
    const pocket = this.picked;
    // A ball at rest ends betting before anybody has counted; what is counted afterwards makes it the outcome.
    if (this.model!.betting && now.revolutions === null) {
      this.hand.mode = "";
      if (await this.ask("declare-outcome", { pocket })) this.sheets.open("revolutions");
      return;
    }
    if (this.revolutions.made < now.revolutions_min) {
      return this.sheets.open("revolutions");
    }
    if (!(await this.ask("declare-outcome", { pocket }))) return;
    if (this.book!.procedure.outcome.dolly.value) await this.ask("place-dolly", { pocket });
  }

  pick(pocket: string): void {
    if (!this.felt?.wheel.includes(pocket)) return this.say(`There is no ${pocket} on this wheel.`);
    this.message = null;
    this.picked = pocket;
    this.announce(`${pocketWords(pocket, this.felt)}: confirm to announce`, false);
    this.requestUpdate();
    // Enter comes next, whether the number was touched, typed or walked to.
    void this.updateComplete.then(() =>
      this.querySelector<HTMLElement>(".primary.walk")?.focus({ preventScroll: true }),
    );
  }

  // Said at once, where the rulebook lets it be said without a reason; the sheet asks for the reason afterwards.
  private async noSpin(): Promise<void> {
    this.sheets.called = this.model!.now?.phase === "void";
    if (this.model!.offer("call-no-spin")?.now) this.sheets.called = await this.ask("call-no-spin", {});
    this.sheets.open("void");
  }

  protected override onKey(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.sheets.name) return this.sheets.close();
    if (event.key === "Escape" && this.hand.mode) return this.hand.setMode("");
    if (event.key === "Enter" && this.rest.now && !isTyping(event.target)) return event.preventDefault();
    if (this.sheets.name || !isForTable(event)) return;
    if (this.keysOfNoSpin.pressed(event)) return this.voidByKeys();
    if (pressesWalk(event)) {
      event.preventDefault();
      void this.press();
    } else if (pressesCount(event)) {
      event.preventDefault();
      void this.revolutions.count();
    } else if (picksNumber(this.model, this.hand.mode) && this.felt && beginsNumber(event.key, this.felt)) {
      this.querySelector<HTMLInputElement>("input[name=number]")?.focus();
    }
  }

  private voidByKeys(): void {
    if (this.primary.act === "spin-ball" && this.turning.wrong) return void this.spun();
    if (canVoid(this.model!)) void this.noSpin();
  }

  protected override updated(): void {
    super.updated();
    if (!this.model?.now || !this.book) return;
    const { round, phase } = this.model.now;
    this.rest.look(`${round ?? ""}/${phase}/${this.primary.act}/${this.sheets.name}`);
  }

  // --- the page ----------------------------------------------------------------------------------------------------

  override render(): TemplateResult {
    const model = this.model;
    if (!model?.snapshot || !this.felt || !this.book) return this.waiting(this.failed || model?.failed || "");
    if (!model.offers.length) return readOnly(this.table, service.me?.role ?? "player");
    const shown = banner(model, this.felt);
    return html`<header class="top staff-top">
        <a class="brand" href="#/">croupier</a>
        <h1>Dealer</h1>
        <span class="quiet where"
          ><span>Table ${this.named} · ${model.snapshot.title}</span> · round
          <b data-round>${model.now?.round ?? "–"}</b></span
        ><span class="grow"></span>
        <span class="tag tone-tag ${shown.tone}" data-phase=${model.now?.phase ?? "closed"}
          >${shown.tag === "Closed" || shown.tag === "Bets closed" ? shown.title : shown.tag}</span
        >
        ${connectionMark(model)}<span class="quiet">${model.me}</span>
        <croupier-call-pit .table=${model.table}></croupier-call-pit>
        <button
          type="button"
          aria-pressed=${this.cues.on}
          @click=${() => {
            this.cues.toggle();
            this.requestUpdate();
          }}
        >
          Sound ${this.cues.on ? "on" : "off"}
        </button>
      </header>
      <main
        class="dealer at-${model.now?.phase ?? "closed"} ${model.connectionState === "reconnecting" ? "inert" : ""}"
      >
        <div class="dealer-left">
          ${cloth(this, model, this.felt)}${
            this.overview
              ? checked(
                  model,
                  this.felt,
                  this.overview,
                  (act, fields) => this.ask(act, fields),
                  this.sheets.made?.ruling,
                )
              : nothing
          }
          ${acts(model, this.book, {
            mode: this.hand.mode,
            players: this.hand.players.length,
            powerFailed: this.overview?.detail?.spin?.power_failed ?? false,
            setMode: (mode) => this.hand.setMode(mode),
            open: (name) => this.sheets.open(name),
            ask: (act) => void this.ask(act),
          })}${voiding(model, this.book, () => void this.noSpin())}${unknownActs(this.book, model.offers)}
        </div>
        <div class="dealer-right">
          ${steps(model, this.book, this.primary)}${stage(this, model, this.felt, this.book)}${walk(this, model)}
        </div>
      </main>
      ${this.sheets.render(model, this.book)}${this.aloud()}`;
  }

  tick(line: string): void {
    if (!this.ticked.delete(line)) this.ticked.add(line);
    this.requestUpdate();
  }
}

customElements.define("croupier-dealer", DealerView);
