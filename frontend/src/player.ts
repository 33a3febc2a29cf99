// The player's table.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import "./cloth.ts";
import "./wheel.ts";
import type { Aim, Cloth } from "./cloth.ts";
import { History } from "./history.ts";
import { TableModel } from "./model.ts";
import { banner, clauseTag, clauseTags, live, pocketMark } from "./parts.ts";
import { service } from "./service.ts";
import { Cues } from "./sound.ts";
import type { Felt, Spot } from "./wire.ts";
import { kindName, money, refusalWords, spotName } from "./words.ts";

const CHIPS = [100, 500, 1000, 2500, 10000];
const HELD_BACK = 5000;

interface Counts { counted: number; counts: { pocket: string; color: string; seen: number; expected: string }[] }

export class PlayerView extends LitElement {
  static override properties = { table: {} };

  declare table: string;
  private model: TableModel | null = null;
  private felt: Felt | null = null;
  private aimed: Spot | null = null;
  private chip = CHIPS[0] ?? 100;
  private history: History | null = null;
  private sheet: "" | "keys" | "pick" | "typed" | "colors" = "";
  private picked: Spot | null = null;
  private polite = "";
  private assertive = "";
  private counts: Counts | null = null;
  private said = "";
  private heardRound = "";
  private readonly since = Date.now();
  private readonly cues = new Cues();
  private minutes = 0;
  private letters = localStorage.getItem("croupier-keys") !== "off";

  constructor() {
    super();
    this.table = "";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.begin();
    window.addEventListener("keydown", this.onKey);
    this.minutes = window.setInterval(() => this.requestUpdate(), 1000);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.onKey);
    window.clearInterval(this.minutes);
    this.model?.line.close();
  }

  private async begin(): Promise<void> {
    const me = await service.comeIn();
    const tables = await service.tables();
    const told = tables.find((one) => one.table === this.table);
    if (!told) {
      this.said = `There is no table ${this.table}.`;
      return this.requestUpdate();
    }
    this.felt = await service.felt(told.rulebook);
    const model = new TableModel(this.table, me.name, me.token);
    this.model = model;
    this.history = new History(model);
    model.addEventListener("change", () => this.changed());
    model.line.open();
    this.requestUpdate();
  }

  private changed(): void {
    const model = this.model;
    if (model?.now && this.felt) {
      const shown = banner(model.now, this.felt);
      const key = `${model.now.round ?? ""}/${model.now.phase}`;
      if (key !== this.heardRound) {
        this.heardRound = key;
        this.announce(shown.title, shown.tone === "shut");
        this.cues.phase(model.now.phase);
        if (model.now.phase === "paid" || model.now.phase === "void") void this.count();
        if (model.now.phase === "betting-open") this.history?.newRound();
      }
    }
    this.requestUpdate();
  }

  private async count(): Promise<void> {
    this.counts = await service.call<Counts>("GET", `/tables/${this.table}/results?last=1`).catch(() => null);
    this.requestUpdate();
  }

  // A repeated message is made distinct, or a screen reader would not read it again.
  private announce(words: string, urgent: boolean): void {
    if (urgent) this.assertive = words === this.assertive ? `${words}\u00a0` : words;
    else this.polite = words === this.polite ? `${words}\u00a0` : words;
  }

  // --- acts --------------------------------------------------------------------------------------------------------

  private async lay(spot: Spot, stake = this.chip): Promise<void> {
    const model = this.model;
    if (!model || !this.history) return;
    if (!model.betting) {
      this.announce(refusalWords("betting-closed"), false);
      return void model.place([{ position: spot.name, stake }]).then(() => this.tellRefusal());
    }
    await this.history.place([{ position: spot.name, stake }]);
    this.tellRefusal();
    if (!model.refused) this.announce(`${money(stake)} on ${spotName(spot)}`, false);
  }

  private tellRefusal(): void {
    const refused = this.model?.refused;
    if (refused) {
      this.cues.refusal();
      this.announce(`Refused: ${refusalWords(refused.refused.code)}`, true);
    }
    this.requestUpdate();
  }

  private async takeBack(spot: Spot): Promise<void> {
    const mine = this.model?.mineLive.filter((chip) => chip.position === spot.position) ?? [];
    const last = mine.at(-1);
    if (!last || !this.history) return this.announce("Nothing of yours lies there.", false);
    await this.history.retract([last]);
    this.tellRefusal();
  }

  private async act(what: "undo" | "redo" | "clear" | "rebet" | "double"): Promise<void> {
    const done = await this.history?.[what]();
    this.tellRefusal();
    if (done) this.announce(done, false);
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key === "Escape" && this.sheet) return this.close();
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "?") return this.open("keys");
    if (!this.letters) return;
    const chip = CHIPS[Number(event.key) - 1];
    if (chip) {
      this.chip = chip;
      this.announce(`Chip ${money(chip)}`, false);
      return this.requestUpdate();
    }
    const acts: Record<string, () => void> = {
      u: () => void this.act(event.shiftKey ? "redo" : "undo"), c: () => void this.act("clear"),
      r: () => void this.act("rebet"), d: () => void this.act("double"),
      b: () => this.query(this.myBets()), t: () => this.query(banner(this.model?.now ?? null, this.felt).title),
      l: () => this.query(`Last results: ${this.model?.results.slice(-5).reverse().map((one) => one ?? "void").join(", ") ?? ""}`),
      w: () => this.query(this.lastWin()), m: () => this.query(this.limitsHere()),
      "/": () => { event.preventDefault(); this.open("typed"); },
    };
    acts[event.key.toLowerCase()]?.();
  };

  private query(words: string): void {
    this.announce(words, false);
    this.said = words;
    this.requestUpdate();
  }

  private myBets(): string {
    const chips = this.model?.mineLive ?? [];
    if (!chips.length) return "You have no bets on the table.";
    return `Your bets: ${chips.map((chip) => `${money(chip.stake)} on ${this.named(chip.position)}`).join(", ")}.`;
  }

  private lastWin(): string {
    const won = (this.model?.returns ?? []).reduce((sum, one) => sum + one.winnings, 0);
    return won ? `Last win ${money(won)}.` : "No win in the last round.";
  }

  private limitsHere(): string {
    const spot = this.aimed;
    const limit = spot ? this.limit(spot) : null;
    return spot && limit ? `${spotName(spot)}: ${money(limit.min)} to ${money(limit.max)}.` : "Point at a bet to hear its limits.";
  }

  private limit(spot: Spot): { min: number; max: number } | null {
    return this.model?.snapshot?.limits?.limits?.[spot.kind] ?? null;
  }

  private named(position: string): string {
    const spot = this.felt?.spots.find((one) => one.position === position);
    return spot ? spotName(spot) : position;
  }

  private open(sheet: typeof this.sheet): void {
    this.sheet = sheet;
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(".sheet [autofocus], .sheet button")?.focus());
  }

  private close(): void {
    const cloth = this.querySelector<Cloth>("croupier-cloth");
    this.sheet = "";
    this.requestUpdate();
    cloth?.querySelector<HTMLElement>("button[tabindex='0']")?.focus();
  }

  // --- the page ----------------------------------------------------------------------------------------------------

  override render(): TemplateResult {
    const model = this.model;
    if (!model || !this.felt || !model.snapshot) {
      return html`<main class="waiting" aria-busy="true"><h1>${this.said || model?.failed || "One moment…"}</h1></main>${live(this.polite, this.assertive)}`;
    }
    const phone = matchMedia("(max-width: 720px)").matches;
    return html`
      ${this.top(model)}
      <main class="player ${model.connection === "reconnecting" ? "inert" : ""}">
        <section class="head" aria-label="The round">${this.head(model)}</section>
        ${this.readOut(model)}
        <section class="cloth" aria-label="The cloth">
          <croupier-cloth .felt=${this.felt} .chips=${[...model.chips.values()]} .me=${model.me ?? ""}
            .won=${model.now?.phase === "dolly-down" || model.now?.phase === "paid" ? [model.now.outcome ?? ""] : []}
            .dolly=${model.now?.dolly ?? null} .locked=${!model.betting} .ghost=${this.chip} .phone=${phone} .upright=${phone}
            @aim=${(event: CustomEvent<Aim>) => this.onAim(event.detail.spot)}
            @lay=${(event: CustomEvent<Aim>) => event.detail.spot && void this.lay(event.detail.spot)}
            @takeback=${(event: CustomEvent<Aim>) => event.detail.spot && void this.takeBack(event.detail.spot)}
            @pick=${(event: CustomEvent<Aim>) => this.onPick(event.detail.spot)}></croupier-cloth>
        </section>
        ${this.tray(model)}
        ${this.wagers(model)}
        ${this.results(model)}
      </main>
      ${this.sheets(model)}
      ${live(this.polite, this.assertive)}`;
  }

  private onAim(spot: Spot | null): void {
    this.aimed = spot;
    this.requestUpdate();
  }

  private onPick(spot: Spot | null): void {
    this.picked = spot;
    this.open("pick");
  }

  private top(model: TableModel): TemplateResult {
    const states = {
      connecting: "connecting", live: `${model.lag ?? "–"} ms`, slow: `slow ${model.lag ?? ""} ms`,
      reconnecting: "Reconnecting. Accepted wagers stand.",
    };
    const at = Math.floor((Date.now() - this.since) / 60000);
    return html`<header class="top">
      <a class="brand" href="#/">croupier</a>
      <h1>${model.snapshot?.title}</h1><span class="quiet">Table ${model.table}</span>
      <span class="grow"></span>
      <span class="quiet">Round <b data-round>${model.now?.round ?? "–"}</b></span>
      <span class="quiet" title="time at the table">${at} min here</span>
      <span class="connection ${model.connection}" role="status" data-connection=${model.connection}>${states[model.connection]}</span>
      <button type="button" aria-pressed=${this.cues.on} @click=${() => { this.cues.toggle(); this.requestUpdate(); }}>Sound ${this.cues.on ? "on" : "off"}</button>
      <a class="button" href="#/rules/${model.snapshot?.ref ?? ""}">Rules</a>
      <a class="button" href="#/odds/${model.snapshot?.ref ?? ""}">Odds</a>
      <button type="button" @click=${() => this.open("keys")}>Keys <kbd>?</kbd></button>
    </header>`;
  }

  private head(model: TableModel): TemplateResult {
    const now = model.now;
    const shown = banner(now, this.felt);
    const ref = model.snapshot?.ref ?? "";
    const last = model.log.at(-1);
    const left = model.dueAt === null ? null : Math.max(0, Math.ceil((model.dueAt - performance.now()) / 1000));
    const arc = this.aimed?.kind.startsWith("series") ? this.aimed.pockets : [];
    return html`
      <croupier-wheel .felt=${this.felt} .phase=${now?.phase ?? "closed"} .outcome=${now?.outcome ?? null} .arc=${arc}
        .real=${!model.snapshot?.automatic}></croupier-wheel>
      <div class="banner ${shown.tone}" data-phase=${now?.phase ?? "closed"}>
        <p class="phase"><span class="tag">${shown.icon} ${shown.tag}</span>${last ? clauseTags(ref, last.clauses) : nothing}</p>
        <p class="title">${now?.outcome && (now.phase === "dolly-down" || now.phase === "paid") ? pocketMark(now.outcome, this.felt) : nothing} ${shown.title}</p>
        <p class="quiet">${shown.text}${left !== null && model.betting ? html` <span class="due" role="timer">${left} s</span>` : nothing}</p>
        ${now && now.revolutions !== null ? html`<p class="quiet">${now.revolutions} of ${now.revolutions_min} revolutions needed for a valid spin</p>` : nothing}
        ${this.outcomeWords(model)}
        <ol class="log">${model.log.slice(-3).map((one) => html`<li><time>${one.at.slice(11, 19)}</time> ${one.says} ${clauseTags(ref, one.clauses)}</li>`)}</ol>
      </div>`;
  }

  private outcomeWords(model: TableModel): TemplateResult | typeof nothing {
    if (!model.returns.length || !model.now || !["dolly-down", "paid", "void"].includes(model.now.phase)) return nothing;
    const ref = model.snapshot?.ref ?? "";
    return html`<ul class="returns" data-returns>${model.returns.map((one) => html`<li>
      ${one.winnings ? html`<b class="plus">+${money(one.winnings)}</b> on ${this.named(one.position)}`
        : one.collected ? html`${money(one.collected)} lost on ${this.named(one.position)}`
        : html`${money(one.returned)} back`} ${clauseTags(ref, one.clauses)}</li>`)}</ul>`;
  }

  private readOut(model: TableModel): TemplateResult {
    const spot = this.aimed;
    const ref = model.snapshot?.ref ?? "";
    const refused = model.refused;
    if (refused) {
      const spotAt = this.felt?.spots.find((one) => one.name === refused.position || one.position === refused.position);
      const least = spotAt ? this.limit(spotAt) : null;
      return html`<div class="read-out refused" data-refused=${refused.refused.code}>
        <span class="chip-back">${money(refused.stake)}</span> <b>${refusalWords(refused.refused.code)}</b>
        ${refused.refused.code === "below-minimum" && least && spotAt
          ? html`minimum here is ${money(least.min)} <button type="button" @click=${() => void this.lay(spotAt, least.min)}>place ${money(least.min)}</button>` : nothing}
        ${refused.refused.clause ? clauseTag(ref, refused.refused.clause) : nothing}</div>`;
    }
    if (!spot) {
      return html`<div class="read-out">${this.said || "Point at a number. The line between two numbers bets on both."}</div>`;
    }
    const limit = this.limit(spot);
    return html`<div class="read-out" data-aimed=${spot.name}>
      ${spot.pockets.length <= 6 ? spot.pockets.map((pocket) => pocketMark(pocket, this.felt)) : nothing}
      <b>${spotName(spot)}</b> <span>pays ${spot.pays} to 1</span>
      ${limit ? html`<span class="quiet">limits ${money(limit.min)}–${money(limit.max)}</span>` : nothing}
      <span class="grow"></span><span>a chip of ${money(this.chip)} returns <b>${money(this.chip * (spot.pays + 1))}</b></span>
      ${clauseTags(ref, spot.clauses)}${spot.basis ? html`<span class="quiet">our reading</span>` : nothing}</div>`;
  }

  private tray(model: TableModel): TemplateResult {
    const again = this.history?.rebetStake ?? 0;
    const open = model.betting;
    return html`<section class="tray" aria-label="Chips and actions">
      <div class="chips" role="group" aria-label="Your chip">
        ${CHIPS.map((chip, place) => html`<button type="button" class="chip-button tone-${place}" aria-pressed=${chip === this.chip}
          aria-label="Chip ${money(chip)}" @click=${() => { this.chip = chip; this.requestUpdate(); }}>${money(chip)}</button>`)}
      </div>
      <div class="acts">
        <button type="button" ?disabled=${!open || !this.history?.canUndo} @click=${() => void this.act("undo")}>Undo <kbd>U</kbd></button>
        <button type="button" ?disabled=${!open || !this.history?.canRedo} @click=${() => void this.act("redo")}>Redo</button>
        <button type="button" ?disabled=${!open || !model.mineLive.length} @click=${() => void this.act("clear")}>Clear <kbd>C</kbd></button>
        <button type="button" ?disabled=${!open || !again} @click=${() => void this.act("rebet")}>Rebet ${again ? money(again) : ""} <kbd>R</kbd></button>
        <button type="button" ?disabled=${!open || !model.mineLive.length} @click=${() => void this.act("double")}>Double <kbd>D</kbd></button>
        <button type="button" @click=${() => this.open("typed")}>Type a bet <kbd>/</kbd></button>
      </div>
      <dl class="bank"><div><dt>On the table</dt><dd data-staked>${money(model.staked)}</dd></div>
        <div><dt>Bank</dt><dd data-bank>${money(model.bank)}</dd></div></dl>
    </section>`;
  }

  private wagers(model: TableModel): TemplateResult {
    const ref = model.snapshot?.ref ?? "";
    const grouped = new Map<string, { stake: number; pending: boolean; held: boolean; byStaff: boolean }>();
    for (const chip of model.mineLive) {
      const one = grouped.get(chip.position) ?? { stake: 0, pending: false, held: false, byStaff: false };
      grouped.set(chip.position, {
        stake: one.stake + chip.stake, pending: one.pending || chip.state === "pending", held: one.held || chip.state === "held",
        byStaff: one.byStaff || chip.byStaff,
      });
    }
    const limits = model.snapshot?.limits?.limits ?? {};
    const shown = Object.entries(limits).filter(([, one], place, all) => all.findIndex(([, other]) => other.min === one.min && other.max === one.max) === place);
    return html`<section class="wagers card" aria-label="Your wagers"><h2>Your wagers</h2>
      <table><caption class="unseen">Your wagers on the cloth</caption><tbody>
        ${[...grouped].map(([position, one]) => {
          const spot = this.felt?.spots.find((other) => other.position === position);
          return html`<tr data-wager=${position}><th scope="row">${this.named(position)}${one.pending ? html` <i>sending…</i>` : nothing}${one.held ? html` <i>held for a ruling</i>` : nothing}${one.byStaff ? html` <i>placed for you</i>` : nothing}</th>
            <td>${spot ? `${spot.pays} to 1` : ""}</td><td>${money(one.stake)}</td><td class="quiet">${spot ? money(one.stake * (spot.pays + 1)) : ""}</td></tr>`;
        })}
        <tr><th scope="row">Total</th><td></td><td><b>${money(model.staked)}</b></td><td></td></tr></tbody></table>
      ${shown.length ? html`<div class="plate"><h3>Table limits</h3>${shown.map(([kind, one]) => html`<p><span>${this.limitGroup(kind, limits)}</span><b>${money(one.min)}–${money(one.max)}</b></p>`)}</div>` : nothing}
      ${model.missed.length ? html`<div class="missed" data-missed><h3>While you were away</h3><ul>${model.missed.map((one) => html`<li>${one.says} ${clauseTags(ref, one.clauses)}</li>`)}</ul></div>` : nothing}
    </section>`;
  }

  private limitGroup(kind: string, limits: Record<string, { min: number; max: number }>): string {
    const same = Object.entries(limits).filter(([, one]) => one.min === limits[kind]?.min && one.max === limits[kind]?.max);
    return same.length > 3 ? `${same.length} kinds, such as ${kindName(kind).toLowerCase()}` : same.map(([one]) => kindName(one)).join(", ");
  }

  private results(model: TableModel): TemplateResult {
    const last = model.results.slice(-20).reverse();
    const ref = model.snapshot?.ref ?? "";
    const counted = this.counts;
    const ranked = counted ? [...counted.counts].sort((a, b) => b.seen - a.seen) : [];
    const expected = ranked[0] ? fraction(ranked[0].expected) : 0;
    const shares = ["red", "black", "green"].map((color) => ({
      color, seen: counted?.counts.filter((one) => one.color === color).reduce((sum, one) => sum + one.seen, 0) ?? 0,
    }));
    return html`<section class="results card" aria-label="Results"><h2>Last results <span class="quiet">newest first</span></h2>
      <p class="marks" data-results>${last.length ? last.map((one) => pocketMark(one, this.felt)) : html`<span class="quiet">none yet</span>`}</p>
      ${counted && counted.counted ? html`
        ${shares.map((one) => html`<p class="share"><span>${one.color}</span><meter min="0" max=${counted.counted} value=${one.seen} aria-label="${one.color} ${one.seen} of ${counted.counted}"></meter><b>${one.seen}</b></p>`)}
        <p class="quiet">Most seen ${ranked.slice(0, 3).map((one) => html`${pocketMark(one.pocket, this.felt)} ${one.seen}`)} · least ${ranked.slice(-3).map((one) => html`${pocketMark(one.pocket, this.felt)} ${one.seen}`)} · expected ${expected.toFixed(1)} each in ${counted.counted} rounds</p>` : nothing}
      <p class="quiet">For information only. ${clauseTags(ref, ref.endsWith("roulette/3") ? ["6.4"] : [])}</p>
      <p><a href="#/audit/${this.table}/${model.now?.round ?? ""}">This round in full</a> · <a href="#/verify/${this.table}/${Math.max(1, Number(model.now?.round ?? 1) - 1)}">Verify the last draw</a></p>
    </section>`;
  }

  private sheets(model: TableModel): TemplateResult | typeof nothing {
    if (!this.sheet) return nothing;
    const body = this.sheet === "keys" ? this.keysSheet() : this.sheet === "pick" ? this.pickSheet() : this.typedSheet(model);
    return html`<div class="backdrop" @click=${() => this.close()}></div>
      <div class="sheet" role="dialog" aria-modal="true" aria-label=${this.sheet === "keys" ? "Keys" : this.sheet === "pick" ? "Bet picker" : "Type a bet"}>
        ${body}<button type="button" class="close" @click=${() => this.close()}>Close <kbd>Esc</kbd></button></div>`;
  }

  private keysSheet(): TemplateResult {
    const keys: [string, string][] = [
      ["Arrows", "from box to box"], ["Shift + arrows", "to the next line or crossing"], ["Enter", "place a chip"], ["Delete", "take it back"],
      ["P", "every bet that covers this number"], ["1–5", "choose a chip"], ["U, Shift+U", "undo, redo"], ["C, R, D", "clear, rebet, double"],
      ["/", "type a bet"], ["B, T, L, W, M", "my bets, phase, last results, last win, limits here"], ["Esc", "close"],
    ];
    return html`<h2>Keys</h2><dl class="keys">${keys.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
      <label><input type="checkbox" .checked=${this.letters} @change=${(event: Event) => {
        this.letters = (event.target as HTMLInputElement).checked;
        localStorage.setItem("croupier-keys", this.letters ? "on" : "off");
      }}> single-letter keys</label>`;
  }

  private pickSheet(): TemplateResult {
    const pocket = this.picked?.pockets[0] ?? "";
    const covering = this.felt?.spots.filter((spot) => spot.pockets.includes(pocket)) ?? [];
    return html`<h2>Bets that cover ${pocket}</h2><ul class="picker">${covering.map((spot) => html`<li><button type="button"
      @click=${() => { this.close(); void this.lay(spot); }}>${spotName(spot)} <span class="quiet">pays ${spot.pays} to 1</span></button></li>`)}</ul>`;
  }

  private typedSheet(model: TableModel): TemplateResult {
    return html`<h2>Type a bet</h2><form @submit=${(event: Event) => { event.preventDefault(); void this.typed(model, event.target as HTMLFormElement); }}>
      <label>Bet <input name="bet" autofocus autocomplete="off" placeholder="17 · 8/11 · 8-9-11-12 · red · 1st 12 x20"></label>
      <button type="submit">Place</button><p role="alert" class="refused">${this.said}</p></form>`;
  }

  // What was typed goes to the service as it is: it knows what people write, and says what is wrong with it.
  private async typed(model: TableModel, form: HTMLFormElement): Promise<void> {
    const text = String(new FormData(form).get("bet") ?? "").trim();
    const [, words = "", amount] = /^(.*?)(?:\s*x\s*(\d+))?$/i.exec(text) ?? [];
    if (!words) return;
    const stake = amount ? Number(amount) * 100 : this.chip;
    const placed = await this.history?.place([{ position: words.trim(), stake }]);
    if (placed && model.refused === null) {
      this.said = "";
      this.close();
      this.announce(`${money(stake)} on ${words}`, false);
    } else {
      this.said = model.refused ? `${refusalWords(model.refused.refused.code)} ${String(model.refused.refused.facts["says"] ?? "")}` : "";
    }
    window.setTimeout(() => { this.said = ""; this.requestUpdate(); }, HELD_BACK);
    this.requestUpdate();
  }
}

function fraction(text: string): number {
  const [above = "0", below = "1"] = text.split("/");
  return Number(above) / Number(below);
}

customElements.define("croupier-player", PlayerView);
