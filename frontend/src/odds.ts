// The odds, exactly: of every bet, of all rulebooks side by side, and of chips laid on the cloth together.

import { LitElement, html, nothing, svg, type TemplateResult } from "lit";
import "./cloth.ts";
import type { Chip } from "./model.ts";
import { clauseTags } from "./parts.ts";
import { askOnce, ask, download, failure, paperTop, percent, titled, words, type Listed } from "./rules-parts.ts";
import { service } from "./service.ts";
import type { Felt, Spot } from "./wire.ts";
import { kindName, money, spotName } from "./words.ts";

interface Odds { position: string; kind: string; probability: string; pays: number; edge: string; variance: string; sd: number }
interface Together {
  stakes: { position: string; stake: number }[]; total: number; probability: string; mean: string; edge: string; sd: number;
  distribution: { gain: number; probability: string }[]; notes: string[];
}
interface Side { rulesets: string[]; kinds: { kind: string; each: (Odds | null)[] }[] }

const CHIP = 500;
const MINE = "you";

export class OddsView extends LitElement {
  static override properties = { ref: {}, stakes: {} };

  declare ref: string;
  declare stakes: string;

  private books: Listed[] = [];
  private felt: Felt | null = null;
  private odds: Odds[] = [];
  private all: Side | null = null;
  private together: Together | null = null;
  private laid = new Map<string, number>();
  private lit: string[] = [];
  private failed = "";
  private wrong = "";
  private asked = "";
  private computed = "";

  constructor() {
    super();
    Object.assign(this, { ref: "", stakes: "" });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    if (this.ref !== this.asked || !this.books.length) {
      const first = this.asked === "" && !this.books.length;
      if (this.ref === this.asked && !first) return;
      this.asked = this.ref;
      Object.assign(this, { felt: null, odds: [], together: null, computed: "", failed: "", wrong: "" });
      void this.load().catch((error: unknown) => { this.failed = words(error); }).finally(() => this.requestUpdate());
    } else if (this.felt && this.stakes !== this.computed) {
      void this.compute();
    }
  }

  private async load(): Promise<void> {
    [this.books, this.all] = await Promise.all([askOnce<Listed[]>("/rulebooks"), askOnce<Side>("/odds")]);
    titled("odds");
    if (!this.ref) return;
    [this.felt, this.odds] = await Promise.all([service.felt(this.ref), askOnce<Odds[]>(`/rulebooks/${this.ref}/odds`)]);
    titled(`odds of ${this.book?.title ?? this.ref}`);
    await this.compute();
  }

  private async compute(): Promise<void> {
    this.computed = this.stakes;
    this.wrong = "";
    try {
      this.together = this.stakes ? await ask<Together>(`/rulebooks/${this.ref}/odds?stakes=${encodeURIComponent(this.stakes)}`) : null;
      this.laid = new Map(this.together?.stakes.map((one) => [one.position, one.stake]) ?? []);
    } catch (error) {
      this.wrong = words(error);
    }
    this.requestUpdate();
  }

  private get book(): Listed | undefined {
    return this.books.find((one) => one.ref === this.ref);
  }

  // Chips on the cloth are part of the address, so that a question can be passed on.
  private lay(spot: Spot | null, change: number): void {
    if (!spot) return;
    const stake = Math.max(0, (this.laid.get(spot.position) ?? 0) + change);
    if (stake) this.laid.set(spot.position, stake); else this.laid.delete(spot.position);
    this.set([...this.laid].map(([position, amount]) => `${position}=${amount}`).join(","));
  }

  private set(stakes: string): void {
    this.stakes = stakes;
    history.replaceState(null, "", stakes ? `#/odds/${this.ref}/with/${encodeURIComponent(stakes)}` : `#/odds/${this.ref}`);
  }

  private example(kind: string): Spot | undefined {
    const found = this.felt?.spots.filter((spot) => spot.kind === kind) ?? [];
    return found[Math.floor(found.length / 2)];
  }

  private light(kind: string | null): void {
    this.lit = kind ? this.example(kind)?.pockets ?? [] : [];
    this.requestUpdate();
  }

  private csv(): void {
    const cell = (value: unknown): string => /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
    const rows = [["position", "kind", "pockets", "pays", "probability", "edge", "edge_percent", "variance", "sd"],
      ...this.odds.map((one) => [one.position, one.kind, this.felt?.spots.find((spot) => spot.position === one.position)?.pockets.join(" ") ?? "",
        one.pays, one.probability, one.edge, percent(one.edge, 4).replace("−", "-").replace(" %", ""), one.variance, one.sd])];
    download(`odds-${this.ref.replace("/", "-")}.csv`, rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n", "text/csv");
  }

  override render(): TemplateResult {
    const choose = html`<label class="small">Rules <select @change=${(event: Event) => { location.hash = `#/odds/${(event.target as HTMLSelectElement).value}`; }}>
      <option value="">side by side</option>${this.books.map((one) => html`<option value=${one.ref} ?selected=${one.ref === this.ref}>${one.title}</option>`)}</select></label>`;
    return html`${paperTop("Odds", "odds", this.book?.title ?? "every rulebook, side by side", choose)}
      <main class="paper-page odds">${failure(this.failed)}
        ${this.ref ? this.felt ? this.one(this.felt) : this.failed ? nothing : html`<p class="quiet">Counting pockets…</p>` : nothing}
        ${this.all ? this.sideBySide(this.all) : nothing}</main>`;
  }

  // --- one rulebook ------------------------------------------------------------------------------------------------

  private one(felt: Felt): TemplateResult {
    const chips: Chip[] = [...this.laid].map(([position, stake]) => ({ wager: position, player: MINE, position, stake, state: "live", byStaff: false }));
    return html`<div class="odds-columns">
      <section class="card"><h2 class="kicker">Every kind of bet</h2>${this.kinds(felt)}
        <p class="row"><button type="button" @click=${() => this.csv()}>Save all ${this.odds.length} bets as CSV</button><a href="#/rules/${this.ref}">The rules</a></p></section>
      <div class="odds-cloth">
        <section aria-label="Cloth"><croupier-cloth .felt=${felt} .chips=${chips} .me=${MINE} .lit=${this.lit} .ghost=${CHIP}
          @lay=${(event: CustomEvent<{ spot: Spot }>) => this.lay(event.detail.spot, CHIP)}
          @takeback=${(event: CustomEvent<{ spot: Spot }>) => this.lay(event.detail.spot, -CHIP)}></croupier-cloth></section>
        <section class="card" aria-label="Chips together"><h2 class="kicker">Chips laid together</h2>${this.chips(felt)}</section>
      </div></div>`;
  }

  private kinds(felt: Felt): TemplateResult {
    const by = new Map<string, Odds[]>();
    for (const one of this.odds) by.set(one.kind, [...(by.get(one.kind) ?? []), one]);
    return html`<div class="scrolls" tabindex="0" role="group" aria-label="Odds of every kind"><table class="exact">
      <thead><tr><th scope="col">bet</th><th scope="col">pockets</th><th scope="col">pays</th><th scope="col">chance</th><th scope="col">fair price</th><th scope="col">the house keeps</th><th scope="col">rule</th></tr></thead>
      <tbody @pointerleave=${() => this.light(null)}>${[...by].map(([kind, [first]]) => {
        const spot = this.example(kind);
        if (!first || !spot) return nothing;
        return html`<tr data-kind=${kind} @pointerenter=${() => this.light(kind)}>
          <th scope="row"><button type="button" class="text" @focus=${() => this.light(kind)} @blur=${() => this.light(null)} @click=${() => this.lay(spot, CHIP)}
            title="Lay a chip on ${spotName(spot)}">${kindName(kind, felt)}</button></th>
          <td>${spot.pockets.length}</td><td>${first.pays} to 1</td><td>${both(first.probability)}</td><td>${fair(first.probability)}</td>
          <td class="edge">${both(first.edge)}</td><td>${clauseTags(this.ref, spot.clauses.slice(-1))}</td></tr>`;
      })}</tbody></table></div>`;
  }

  private chips(felt: Felt): TemplateResult {
    const together = this.together;
    const named = (position: string): string => {
      const spot = felt.spots.find((one) => one.position === position);
      return spot ? spotName(spot) : position;
    };
    return html`<form class="row" @submit=${(event: Event) => {
        event.preventDefault();
        this.set(String(new FormData(event.target as HTMLFormElement).get("stakes") ?? "").replaceAll(" ", ""));
      }}><label class="grow">Stakes in the smallest unit, such as <span class="mono">17=500,red=1000</span>
        <input name="stakes" autocomplete="off" spellcheck="false" .value=${this.stakes}></label>
        <button type="submit">Work it out</button>${this.stakes ? html`<button type="button" @click=${() => this.set("")}>Clear</button>` : nothing}</form>
      ${this.wrong ? html`<p role="alert" class="refused">${this.wrong}</p>` : nothing}
      ${together ? html`<p class="said">${together.stakes.map((one) => `${money(one.stake)} on ${named(one.position)}`).join(", ")}</p>
        <dl class="figures"><div><dt>staked</dt><dd>${money(together.total)}</dd></div><div><dt>chance to gain</dt><dd>${percent(together.probability)}</dd></div>
          <div><dt>the house keeps</dt><dd>${percent(together.edge)}</dd></div><div><dt>spread</dt><dd>± ${money(Math.round(together.sd))}</dd></div></dl>
        ${distribution(together)}
        ${together.notes.map((note) => html`<p class="small quiet">${note}</p>`)}`
        : html`<p class="quiet">Lay chips on the cloth: click to add ${money(CHIP)}, right-click or Delete to take back. What they come to together, on one spin, is worked out exactly.</p>`}`;
  }

  // --- all of them -------------------------------------------------------------------------------------------------

  private sideBySide(all: Side): TemplateResult {
    const title = (ref: string): string => this.books.find((one) => one.ref === ref)?.title ?? ref;
    return html`<section class="card"><h2 class="kicker">Rules side by side: what the house keeps of every stake</h2>
      <div class="scrolls" tabindex="0" role="group" aria-label="Rules side by side"><table class="exact compare">
      <thead><tr><th scope="col">bet</th>${all.rulesets.map((ref) => html`<th scope="col" class=${ref === this.ref ? "here" : ""}><a href="#/odds/${ref}">${title(ref)}</a></th>`)}</tr></thead>
      <tbody>${all.kinds.map((row) => html`<tr><th scope="row">${kindName(row.kind)}${row.kind.startsWith("series-") ? ` of ${row.kind.slice(7)}` : ""}</th>${row.each.map((one, place) => html`<td data-ref=${all.rulesets[place] ?? ""}>
        ${one ? html`<b>${percent(one.edge)}</b> <span class="small quiet">${one.pays} to 1</span>` : html`<span class="quiet" title="not offered">–</span>`}</td>`)}</tr>`)}</tbody></table></div></section>`;
  }
}

function both(fraction: string): TemplateResult {
  return html`<b>${percent(fraction)}</b> <span class="small quiet">${fraction}</span>`;
}

// What would keep nothing for the house: pockets that lose against pockets that win.
function fair(probability: string): string {
  const [wins = 0, of = 1] = probability.split("/").map(Number);
  const rate = (of - wins) / wins;
  return `${Number.isInteger(rate) ? rate : rate.toFixed(2)} to 1`;
}

const WIDE = 520;
const BAR = 22;
const SHOWN = 12;

function distribution(together: Together): TemplateResult {
  const rows = together.distribution.length > SHOWN ? [] : together.distribution;
  const most = Math.max(...rows.map((one) => part(one.probability)));
  return html`<table class="exact gains"><caption class="unseen">What one spin can bring</caption><thead><tr><th scope="col">gain</th><th scope="col">chance</th><th scope="col"><span class="unseen">picture</span></th></tr></thead>
    <tbody>${together.distribution.map((one) => html`<tr><th scope="row" class=${one.gain > 0 ? "plus" : one.gain < 0 ? "minus" : ""}>${one.gain > 0 ? "+" : ""}${money(one.gain)}</th><td>${both(one.probability)}</td>
      <td class="share-bar">${rows.length ? svgBar(part(one.probability) / most, one.gain) : nothing}</td></tr>`)}</tbody></table>`;
}

function part(fraction: string): number {
  const [over = 0, under = 1] = fraction.split("/").map(Number);
  return over / under;
}

function svgBar(share: number, gain: number): TemplateResult {
  return html`<svg viewBox="0 0 ${WIDE} ${BAR}" preserveAspectRatio="none" aria-hidden="true" focusable="false">${svg`<rect class=${gain > 0 ? "gain" : "loss"} width=${Math.max(2, share * WIDE)} height=${BAR} rx="2"></rect>`}</svg>`;
}

customElements.define("croupier-odds", OddsView);
