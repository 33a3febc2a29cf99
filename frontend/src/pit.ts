// The pit: every table at a glance, what waits for a decision, and what one's position may do at each.

import { html, nothing, type TemplateResult } from "lit";
import "./cloth.ts";
import "./pit-people.ts";
import "./pit-precedents.ts";
import { DESKTOP, Geometry } from "./geometry.ts";
import type { Precedents } from "./pit-precedents.ts";
import { TableModel } from "./model.ts";
import { Owners } from "./owners.ts";
import { banner, clauseTags, pocketMark } from "./parts.ts";
import { limitsForm } from "./pit-limits.ts";
import { earlyForm, tablePanel, type Place } from "./pit-table.ts";
import { service } from "./service.ts";
import { decisionTitle, waited, waitsForOthers } from "./staff-inbox.ts";
import { correctionForm, ruling } from "./staff-rulings.ts";
import { answered, positionName, rulebook, sentence, sheet, spaced, type Detail } from "./staff.ts";
import type { AlertTold, DecisionTold, TableTold } from "./wire.ts";
import { TableView } from "./view.ts";
import { UNIT, brief, count, money } from "./words.ts";

const EVERY = 2000;
const ZOOM = 1.5;

export class PitView extends TableView {
  private tables: TableTold[] = [];
  private places = new Map<string, Place>();
  private inbox: DecisionTold[] = [];
  private alerts: AlertTold[] = [];
  private detail: Detail | null = null;
  private table = "";
  private chosen = "";
  private sheet: "" | "early" | "limits" | "correct" = "";
  private blind = localStorage.getItem("croupier-blind") === "on";
  private message: { says: string; clauses: string[] } | null = null;
  private returnTo: HTMLElement | null = null;
  private frozen = new Map<string, { key: string; chips: ReturnType<TableModel["chips"]["values"]> extends Iterator<infer One> ? One[] : never }>();

  protected override async begin(): Promise<void> {
    const me = service.me;
    if (!me || (me.role === "player" && !me.owner)) throw new Error("This is for the pit: open it by the link you were given.");
    await this.read();
    this.every(EVERY, () => void this.read());
  }

  // Staff of one table sign in there; who works everywhere signs in to each.
  private async signIn(): Promise<void> {
    const me = service.me!;
    for (const told of this.tables) {
      if (this.places.has(told.table) || (me.table && me.table !== told.table)) continue;
      const [felt, book] = await Promise.all([service.felt(told.rulebook), rulebook(told.rulebook)]);
      const model = new TableModel(told.table, me.name, me.token);
      const owners = new Owners(model, (player) => model.table === this.table ? this.detail?.purses?.[player]?.chip_value ?? null : null, () => this.requestUpdate());
      this.places.set(told.table, { model, felt, book, owners });
      this.follow(model, () => { owners.look(); this.recall(model); this.requestUpdate(); });
    }
    this.table ||= [...this.places.values()].find((one) => !this.tables.find((told) => told.table === one.model.table)?.automatic)?.model.table ?? [...this.places.keys()][0] ?? "";
  }

  private async read(): Promise<void> {
    try {
      const before = new Set(this.inbox.map(named));
      [this.tables, this.inbox, this.alerts] = await Promise.all([
        service.tables(), service.call<DecisionTold[]>("GET", "/inbox").then((all) => all.filter(waitsForOthers)), service.call<AlertTold[]>("GET", "/alerts"),
      ]);
      await this.signIn();
      this.failed = "";
      const fresh = this.inbox.filter((one) => !before.has(named(one)));
      if (fresh[0]) this.announce(`${decisionTitle(fresh[0])} at table ${fresh[0].table}`, true);
      if (!this.inbox.some((one) => named(one) === this.chosen)) this.chosen = this.inbox[0] ? named(this.inbox[0]) : "";
      if (this.table) this.detail = await service.call<Detail>("GET", `/tables/${this.table}`);
    } catch (error) {
      if (!this.tables.length) throw error;
    }
    this.requestUpdate();
  }

  private asking(model: TableModel): (act: string, fields: Record<string, unknown>) => Promise<boolean> {
    return async (act, fields) => {
      const receipt = await model.ask(act, fields);
      this.message = answered(receipt);
      const done = "events" in receipt;
      if (done && act === "rule-on-irregularity") void this.querySelector<Precedents>("croupier-precedents")?.read();
      if (done && this.sheet) this.close();
      this.announce(this.message ? `Refused: ${this.message.says}` : "Done.", this.message !== null);
      await this.read();
      return done;
    };
  }

  private async acknowledge(alert: string): Promise<void> {
    try {
      await service.call("POST", `/alerts/${encodeURIComponent(alert)}/acknowledge`, {});
      this.message = null;
    } catch (error) {
      this.message = { says: error instanceof Error ? error.message : String(error), clauses: [] };
    }
    await this.read();
  }

  protected override onKey(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.sheet) this.close();
  }

  private open(name: typeof this.sheet): void {
    this.returnTo = document.activeElement instanceof HTMLElement ? document.activeElement : null;
    this.sheet = name;
    this.message = null;
    this.requestUpdate();
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(".sheet :is(input, select, button)")?.focus());
  }

  private close(): void {
    this.sheet = "";
    this.requestUpdate();
    this.returnTo?.focus();
  }

  // The close-up is the cloth itself, moved so that the point lies in the middle.
  protected override updated(): void {
    for (const view of this.querySelectorAll<HTMLElement>(".close-up")) {
      const place = this.places.get(view.dataset["table"] ?? "");
      const inner = view.querySelector<HTMLElement>(".zoomed");
      if (!place || !inner) continue;
      const geometry = new Geometry(place.felt, DESKTOP, false);
      const [x, y] = geometry.point([Number(view.dataset["x"]), Number(view.dataset["y"])]);
      inner.style.width = `${geometry.width * ZOOM}px`;
      inner.style.transform = `translate(${view.clientWidth / 2 - x * ZOOM}px, ${view.clientHeight / 2 - y * ZOOM}px)`;
    }
  }

  // --- the page ----------------------------------------------------------------------------------------------------

  override render(): TemplateResult {
    if (!this.tables.length) return this.waiting();
    const me = service.me!;
    const waits = this.inbox.length;
    const here = this.places.get(this.table);
    const open = this.alerts.filter((one) => one.acknowledged_by === null);
    return html`<header class="top staff-top"><a class="brand" href="#/">croupier</a><h1>Pit</h1>
        <span class="quiet">${count(this.places.size, "table")} · ${waits ? html`<b>${waits} ${waits === 1 ? "thing waits" : "things wait"} for a decision</b>` : "nothing waits for a decision"}</span><span class="grow"></span>
        <span class="quiet">${me.name}${me.role ? `, ${spaced(me.role)}` : me.owner ? ", with the highest position of each table" : ""}</span></header>
      <main class="pit"><section class="board" aria-label="Tables">${[...this.places.values()].map((one) => this.tableCard(one, open))}</section>
        <div class="pit-main">${this.message ? html`<p class="read-out refused" data-message>${this.message.says} ${clauseTags(here?.book.ref ?? "", this.message.clauses)}</p>` : nothing}
          ${this.inboxPanel()}${this.alertPanel(open)}<croupier-precedents></croupier-precedents>${here ? tablePanel(here, this.detail, this.asking(here.model), (name) => this.open(name)) : nothing}${me.owner ? html`<croupier-people .tables=${this.tables}></croupier-people>` : nothing}</div></main>
      ${this.sheets()}${this.aloud()}`;
  }

  private tableCard({ model, felt }: Place, alerts: AlertTold[]): TemplateResult {
    const told = this.tables.find((one) => one.table === model.table);
    const shown = banner(model.now, felt);
    const waits = this.inbox.filter((one) => one.table === model.table);
    const calls = alerts.filter((one) => one.table === model.table);
    const limits = Object.values(model.snapshot?.limits?.limits ?? told?.limits?.limits ?? {});
    const least = Math.min(...limits.map((one) => one.min));
    const most = Math.max(...limits.map((one) => one.max));
    return html`<button type="button" class="card table-card ${waits.length || calls.length ? "wants" : ""}" data-table=${model.table} aria-pressed=${model.table === this.table} @click=${() => { this.table = model.table; this.detail = null; void this.read(); }}>
      <span class="row"><b class="printed">${model.table}</b><span class="grow"></span><span class="tag tone-tag ${shown.tone}" data-phase=${model.now?.phase ?? "closed"}>${model.now?.outcome && ["dolly-down", "paid"].includes(model.now.phase) ? `${shown.tag} ${model.now.outcome}` : shown.tag}</span></span>
      <span class="quiet">${told?.title}</span><span class="marks">${model.results.slice(-6).reverse().map((one) => pocketMark(one, felt))}${model.results.length ? nothing : html`<span class="quiet">no rounds yet</span>`}</span>
      <span class="quiet">${told?.automatic ? "random wheel" : "dealt"} · round ${model.now?.round ?? "–"} · ${told?.seats ?? 0} seated${told?.pace ? html` · <span data-pace>${count(told.pace, "round")} an hour</span>` : nothing}${limits.length ? ` · ${money(least)}–${money(most)}` : " · no limits set"}${model.now?.open ? "" : " · closed"}</span>
      ${waits.map((one) => html`<span class="wait">${decisionTitle(one)} ${waited(one)}</span>`)}${[...new Set(calls.map((one) => one.kind))].map((kind) => html`<span class="wait">${sentence(kind)}${times(calls.filter((one) => one.kind === kind).length)}</span>`)}</button>`;
  }

  private inboxPanel(): TemplateResult {
    const one = this.inbox.find((other) => named(other) === this.chosen);
    const place = one ? this.places.get(one.table) : undefined;
    return html`<section class="card inbox" aria-label="Decision inbox"><h2>Decision inbox <span class="quiet">${this.inbox.length || "empty"}</span>
        <label class="blind"><input type="checkbox" .checked=${this.blind} @change=${(event: Event) => { this.blind = (event.target as HTMLInputElement).checked; localStorage.setItem("croupier-blind", this.blind ? "on" : "off"); this.requestUpdate(); }}> decide without seeing the money</label></h2>
      ${this.inbox.length > 1 ? html`<div class="row" role="group" aria-label="What waits">${this.inbox.map((other) => html`<button type="button" aria-pressed=${named(other) === this.chosen} @click=${() => { this.chosen = named(other); this.requestUpdate(); }}>${other.table}: ${decisionTitle(other)}</button>`)}</div>` : nothing}
      ${one && place ? html`<div class="decision" data-decision=${one.kind}><h3>Table ${one.table} · round ${one.round} · ${decisionTitle(one)} <span class="quiet">${waited(one)}</span> ${clauseTags(place.book.ref, one.clauses)}</h3>
        <div class="decision-body">${one.point ? this.closeUp(place, one) : nothing}<div class="grow">${ruling(place.model, place.felt, one, this.asking(place.model), this.blind)}</div></div></div>`
        : html`<p class="quiet">Unclear wagers, open questions and corrections come here.</p>`}</section>`;
  }

  // As it lay at the call: what lies around a wager is taken once, and later moves do not show.
  private closeUp({ model, felt, owners }: Place, one: DecisionTold): TemplateResult {
    const kept = this.frozen.get(model.table);
    const key = `${one.round ?? ""}`;
    const chips = kept?.key === key && kept.chips.length ? kept.chips : [...model.chips.values()].map((chip) => ({ ...chip }));
    if (!model.betting) this.frozen.set(model.table, { key, chips });
    const [x, y] = one.point!;
    return html`<figure class="close-up-figure"><div class="close-up" inert data-table=${model.table} data-x=${x} data-y=${y}>
        <div class="zoomed"><croupier-cloth .felt=${felt} .chips=${chips.filter((chip) => chip.wager !== one.wager)} .owners=${owners.map} .amounts=${true} .dolly=${model.now?.dolly ?? null} .won=${model.now?.outcome ? [model.now.outcome] : []} .locked=${true}></croupier-cloth></div>
        <span class="touched">${owners.map.get(one.player ?? "")?.letter}${brief((one.stake ?? 0) / UNIT)}</span></div>
      <figcaption class="quiet">${positionName(one.position ?? "", felt)}, as it lay${model.betting ? "" : " at the call"}</figcaption></figure>`;
  }

  private alertPanel(open: AlertTold[]): TemplateResult | typeof nothing {
    if (!open.length) return nothing;
    return html`<section class="card alerts" aria-label="Alerts"><h2>Alerts <span class="quiet">until somebody acknowledges them</span></h2><ul>${open.map((one) => html`<li data-alert=${one.kind}><b>${one.table}</b> ${sentence(one.kind)}: ${one.note}
      <span class="grow"></span><button type="button" @click=${() => void this.acknowledge(one.alert)}>Acknowledge</button></li>`)}</ul></section>`;
  }

  private sheets(): TemplateResult | typeof nothing {
    const place = this.places.get(this.table);
    if (!place || !this.sheet) return nothing;
    const ask = this.asking(place.model);
    const refused = this.message ? html`<span class="refused" role="alert">${this.message.says} ${clauseTags(place.book.ref, this.message.clauses)}</span>` : nothing;
    switch (this.sheet) {
      case "early": return sheet("Close bets early", earlyForm(place, ask), () => this.close(), refused);
      case "limits": return sheet("Limits", limitsForm(place.model, place.felt, this.detail, ask), () => this.close(), refused);
      case "correct": return sheet("Correct the result", correctionForm(place.model, place.felt, ask), () => this.close(), refused);
    }
  }
}

function times(number: number): string {
  return number > 1 ? ` × ${number}` : "";
}

function named(one: DecisionTold): string {
  return [one.table, one.kind, one.round, one.wager ?? one.position ?? ""].join("/");
}

customElements.define("croupier-pit", PitView);
