// The pit: every table at a glance, what waits for a decision, and what one's position may do at each.

import { html, nothing, type TemplateResult } from "lit";
import "../cloth/cloth.ts";
import "./people.ts";
import { DESKTOP, Geometry } from "../cloth/geometry.ts";
import type { Precedents } from "./precedents.ts";
import { StaffModel } from "../staff/model.ts";
import { Owners } from "../cloth/owners.ts";
import { clauseTags } from "../parts.ts";
import { limitsForm } from "./limits.ts";
import { earlyForm, tablePanel, type PitSheet, type Place } from "./table.ts";
import { service } from "../wire/service.ts";
import { waitsForOthers } from "../staff/inbox.ts";
import { decisionTitle, staffEvents } from "#words/staff.ts";
import { closeSheet, openForm } from "../staff/close-sheet.ts";
import { Rest } from "../staff/rest.ts";
import { correctionForm, entryForm } from "../staff/corrections.ts";
import { answered, clock, focusSheet, rulebook, sheet, type Detail } from "../staff/staff.ts";
import type { AlertOut, DecisionOut, TableOut } from "../wire/types.ts";
import { TableView } from "../view.ts";
import { count } from "../words/words.ts";
import { roleName } from "../words/said.ts";
import { Calls, callsPanel } from "./calls.ts";
import { tableCard, inboxPanel, alertPanel, named } from "./panels.ts";

const EVERY = 2000;
const ZOOM = 1.5;

export class PitView extends TableView {
  tables: TableOut[] = [];
  places = new Map<string, Place>();
  inbox: DecisionOut[] = [];
  private alerts: AlertOut[] = [];
  detail: Detail | null = null;
  table = "";
  chosen = "";
  private sheet: "" | PitSheet = "";
  blind = localStorage.getItem("croupier-blind") === "on";
  private message: { says: string; clauses: string[] } | null = null;
  private returnTo: HTMLElement | null = null;
  private readonly rest = new Rest(this);
  // Since when the house does not answer, and empty while it does.
  private gone = "";
  readonly calls = new Calls();
  frozen = new Map<
    string,
    { key: string; chips: ReturnType<StaffModel["chips"]["values"]> extends Iterator<infer One> ? One[] : never }
  >();

  protected override async begin(): Promise<void> {
    const me = service.me;
    if (!me || (me.role === "player" && !me.owner))
      throw new Error("This is for the pit: open it by the link you were given.");
    // What was ruled before is looked up after the tables are there.
    void import("./precedents.ts");
    // Only the owner sets up tables, and not every day.
    if (me.owner) void import("./tables.ts");
    await this.read();
    this.every(EVERY, () => void this.read());
    this.atEnd(() => this.rest.end());
    this.atEnd(() => this.calls.end());
  }

  // Staff of one table sign in there; staff of all tables sign in to each.
  private async signIn(): Promise<void> {
    const me = service.me!;
    for (const told of this.tables) {
      if (this.places.has(told.table) || (me.table && me.table !== told.table)) continue;
      const [felt, book] = await Promise.all([service.felt(told.rulebook), rulebook(told.rulebook)]);
      const model = new StaffModel(told.table, me.name, me.token);
      const owners = new Owners(
        model,
        (player) => (model.table === this.table ? (this.detail?.purses?.[player]?.chip_value ?? null) : null),
        () => this.requestUpdate(),
      );
      model.said.words = staffEvents(felt, String(book.procedure.rulings.unlisted_by.value));
      this.places.set(told.table, { model, felt, book, owners });
      this.follow(model, () => {
        owners.look();
        this.recall(model);
        if (model.connectionState === "reconnecting") this.lost();
        this.requestUpdate();
      });
    }
    this.table ||=
      [...this.places.values()].find((one) => !this.tables.find((told) => told.table === one.model.table)?.automatic)
        ?.model.table ??
      [...this.places.keys()][0] ??
      "";
  }

  async read(): Promise<void> {
    try {
      const before = new Set(this.inbox.map(named));
      [this.tables, this.inbox, this.alerts] = await Promise.all([
        service.tables(),
        service.call<DecisionOut[]>("GET", "/inbox").then((all) => all.filter(waitsForOthers)),
        service.call<AlertOut[]>("GET", "/alerts"),
      ]);
      await this.signIn();
      this.failed = "";
      this.gone = "";
      const fresh = this.inbox.find((one) => !before.has(named(one)));
      const summons = this.calls.look(this.alerts, this);
      if (summons) this.announce(summons, true);
      else if (fresh) this.announce(`${decisionTitle(fresh)} at table ${this.called(fresh.table)}`, true);
      if (!this.inbox.some((one) => named(one) === this.chosen))
        this.chosen = this.inbox[0] ? named(this.inbox[0]) : "";
      if (this.table) this.detail = await service.call<Detail>("GET", `/tables/${this.table}`);
    } catch (error) {
      if (!this.tables.length) throw error;
      this.lost();
    }
    this.requestUpdate();
  }

  private lost(): void {
    if (this.gone) return;
    this.gone = new Date().toISOString();
    this.announce("The house does not answer.", true);
  }

  asking(model: StaffModel): (act: string, fields: Record<string, unknown>) => Promise<boolean> {
    return async (act, fields) => {
      const receipt = await model.ask(act, fields);
      this.message = answered(receipt, String(fields["player"] ?? ""));
      const done = "events" in receipt;
      if (done && act === "rule-on-irregularity") void this.querySelector<Precedents>("croupier-precedents")?.read();
      if (done && this.sheet && act !== "cash-out") this.close();
      this.announce(this.message ? `Refused: ${this.message.says}` : "Done.", this.message !== null);
      await this.read();
      return done;
    };
  }

  // What people call a table.
  called(table: string): string {
    return this.tables.find((one) => one.table === table)?.name ?? table;
  }

  async acknowledge(alert: string): Promise<void> {
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
    void this.updateComplete.then(() => focusSheet(this));
  }

  private close(): void {
    this.sheet = "";
    this.requestUpdate();
    this.returnTo?.focus();
  }

  // The close-up is the cloth itself, moved so that the point lies in the middle.
  protected override updated(): void {
    super.updated();
    this.rest.look(`${this.table}/${this.sheet}/${this.places.get(this.table)?.model.now?.open ?? ""}`);
    for (const view of this.querySelectorAll<HTMLElement>(".close-up")) {
      const place = this.places.get(view.dataset["table"] ?? "");
      const inner = view.querySelector<HTMLElement>(".zoomed");
      if (!place || !inner) continue;
      const geometry = new Geometry(place.felt, DESKTOP);
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
    return html`<header class="top staff-top">
        <a class="brand" href="#/">croupier</a>
        <h1>Pit</h1>
        <span class="quiet"
          >${count(this.places.size, "table")} ·
          ${
            this.gone
              ? html`<b class="refused" data-gone>The house has not answered since ${clock(this.gone)}</b>`
              : waits
                ? html`<b>${waits} ${waits === 1 ? "thing waits" : "things wait"} for a decision</b>`
                : "nothing waits for a decision"
          }</span
        ><span class="grow"></span>
        <span class="quiet"
          >${me.name}${me.role ? `, ${roleName(me.role)}` : me.owner ? ", owner (top role at every table)" : ""}</span
        >
        <button
          type="button"
          aria-pressed=${this.calls.cues.on}
          @click=${() => {
            this.calls.cues.toggle();
            this.requestUpdate();
          }}
        >
          Sound ${this.calls.cues.on ? "on" : "off"}
        </button>
      </header>
      ${callsPanel(this, open)}
      <main class="pit">
        <section class="board" aria-label="Tables">
          ${[...this.places.values()]
            .filter((one) => this.tables.some((told) => told.table === one.model.table))
            .map((one) => tableCard(this, one, open))}
        </section>
        <div class="pit-main">
          ${
            this.message
              ? html`<p class="read-out refused" data-message>
                  ${this.message.says} ${clauseTags(here?.book.ref ?? "", this.message.clauses)}
                </p>`
              : nothing
          }
          ${inboxPanel(this)}${alertPanel(this, this.alerts)}<croupier-precedents></croupier-precedents>${
            here
              ? tablePanel(here, this.called(this.table), this.detail, this.asking(here.model), (name) =>
                  this.open(name),
                )
              : nothing
          }${
            me.owner
              ? html`<croupier-people .tables=${this.tables}></croupier-people
                  ><croupier-tables .tables=${this.tables} @changed=${() => void this.read()}></croupier-tables>`
              : nothing
          }
        </div>
      </main>
      ${this.sheets()}${this.aloud()}`;
  }

  private sheets(): TemplateResult | typeof nothing {
    const place = this.places.get(this.table);
    if (!place || !this.sheet) return nothing;
    const ask = this.asking(place.model);
    const refused = this.message
      ? html`<span class="refused" role="alert"
          >${this.message.says} ${clauseTags(place.book.ref, this.message.clauses)}</span
        >`
      : nothing;
    switch (this.sheet) {
      case "open":
        return sheet("Open the table", openForm(place.model, ask), () => this.close(), refused);
      case "close":
        return sheet("Close the table", closeSheet(place.model, this.detail, ask), () => this.close(), refused);
      case "early":
        return sheet("Close bets early", earlyForm(place, ask), () => this.close(), refused);
      case "enter":
        return sheet("Second entry", entryForm(place.felt, ask), () => this.close(), refused);
      case "limits":
        return sheet("Limits", limitsForm(place.model, place.felt, this.detail, ask), () => this.close(), refused);
      case "correct":
        return sheet("Correct the result", correctionForm(place.model, place.felt, ask), () => this.close(), refused);
    }
  }
}

customElements.define("croupier-pit", PitView);
