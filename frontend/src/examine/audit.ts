// A round examined: its records step by step with the cloth at that moment, their clauses, and checks that anybody
// can read.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import "../cloth/cloth.ts";
import { agains, checksCard, sawCard, type Audited } from "./audit-cards.ts";
import {
  ask,
  askOnce,
  download,
  failure,
  paperTop,
  titled,
  words,
  worksHere,
  type ClauseEntry,
  type Listed,
} from "./parts.ts";
import { service } from "../wire/service.ts";
import type {
  AgainOut,
  Felt,
  ResultOut,
  RoundChecksOut,
  RoundOut,
  RulingOut,
  TableEvent,
  TableOut,
  WireRuleOut,
} from "../wire/types.ts";
import { spotName } from "../words/words.ts";
import { rowsOf, type Refused, type RecordRow } from "./records.ts";
import { replayed, selected } from "./replay.ts";
import { roundsPage, otherRounds } from "./rounds.ts";

const AT_ONCE = 1000;

export class AuditView extends LitElement {
  static override properties = { table: {}, round: {}, record: {} };

  declare table: string;
  declare round: string;
  declare record: string;

  private story: RoundOut | null = null;
  rows: RecordRow[] = [];
  step = 0;
  felt: Felt | null = null;
  book: ClauseEntry[] = [];
  wire: WireRuleOut[] = [];
  private books: Listed[] = [];
  tables: TableOut[] = [];
  results: ResultOut[] = [];
  checks: RoundChecksOut | null = null;
  private audited: Audited | "under way" | null = null;
  private again: AgainOut | null = null;
  private rulings: RulingOut[] = [];
  failed = "";
  private unread = "";
  private asked = "";

  constructor() {
    super();
    Object.assign(this, { table: "", round: "", record: "" });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.onKey);
  }

  override disconnectedCallback(): void {
    document.removeEventListener("keydown", this.onKey);
    super.disconnectedCallback();
  }

  protected override willUpdate(): void {
    const wanted = `${this.table}/${this.round}`;
    if (wanted !== this.asked) {
      this.asked = wanted;
      Object.assign(this, {
        story: null,
        rows: [],
        step: 0,
        checks: null,
        audited: null,
        again: null,
        failed: "",
        unread: "",
      });
      void this.load()
        .catch((error: unknown) => {
          this.failed = words(error);
        })
        .finally(() => this.requestUpdate());
    } else {
      this.goTo(this.record);
    }
  }

  // --- what there is -----------------------------------------------------------------------------------------------

  private async load(): Promise<void> {
    this.tables = await ask<TableOut[]>("/tables");
    if (!this.table) return titled("audit");
    const table = this.tables.find((one) => one.table === this.table);
    if (table) this.felt = await service.felt(table.rulebook);
    if (!this.round) {
      this.results = (await ask<{ results: ResultOut[] }>(`/tables/${this.table}/results?last=200`)).results;
      return titled(`rounds of ${this.table}`);
    }
    titled(`round ${this.round} of ${this.table}`);
    // What is wrong with a record must be seen even where the record can no longer be told.
    const of = `/tables/${this.table}/rounds/${this.round}`;
    this.checks = await ask<RoundChecksOut>(`${of}/checks`);
    this.requestUpdate();
    try {
      await this.tell(of);
    } catch (error) {
      this.unread = words(error);
    }
  }

  private async tell(of: string): Promise<void> {
    const story = await ask<RoundOut>(of);
    const first = story.lines[0]?.seq ?? 1;
    const last = story.lines.at(-1)?.seq ?? 0;
    const events: TableEvent[] = [];
    for (let after = first - 1; after < last;) {
      const part = (await ask<{ events: TableEvent[] }>(`/tables/${this.table}/events?after=${after}&limit=${AT_ONCE}`))
        .events;
      if (!part.length) break;
      events.push(...part.filter((event) => event.seq <= last));
      after = part.at(-1)?.seq ?? last;
    }
    this.rulings = events.some((event) => event.type === "wager-ruled") ? await ask<RulingOut[]>(`${of}/rulings`) : [];
    const refused = worksHere() ? await ask<Refused[]>(`${of}/refused`).catch(() => []) : [];
    [this.book, this.wire, this.books] = await Promise.all([
      askOnce<ClauseEntry[]>(`/rulebooks/${story.rulebook}/clauses`),
      askOnce<WireRuleOut[]>("/wire-rules"),
      askOnce<Listed[]>("/rulebooks"),
    ]);
    const spots = new Map(this.felt?.spots.map((spot) => [spot.position, spotName(spot)]) ?? []);
    this.rows = rowsOf(story, events, refused, (said) =>
      said.replace(/[a-z0-9-]+:[\w-]+/g, (position) => spots.get(position) ?? position),
    );
    this.story = story;
    this.goTo(this.record);
  }

  private goTo(key: string): void {
    const found = key ? this.rows.findIndex((row) => row.key === key) : -1;
    if (found >= 0) this.step = found;
  }

  select(step: number): void {
    if (step < 0 || step >= this.rows.length) return;
    this.step = step;
    this.record = this.rows[step]?.key ?? "";
    history.replaceState(null, "", this.link);
    this.requestUpdate();
  }

  // The list follows the step; the page stays where it is.
  protected override updated(): void {
    const list = this.querySelector(".records .scrolls");
    const row = list?.querySelector<HTMLElement>("tr[aria-current]");
    if (!list || !row) return;
    const head = list.querySelector("thead")?.clientHeight ?? 0;
    const top = row.offsetTop - head;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight)
      list.scrollTop = row.offsetTop + row.offsetHeight - list.clientHeight;
  }

  get link(): string {
    return `#/audit/${this.table}/${this.round}/${this.rows[this.step]?.key ?? ""}`;
  }

  // The arrows step, unless they mean something else where the focus is.
  private onKey = (event: KeyboardEvent): void => {
    const at = event.target as Element | null;
    if (
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      at?.closest("input, select, textarea, .cloth-sheet, .scrolls")
    )
      return;
    if (event.key === "ArrowLeft") this.select(this.step - 1);
    else if (event.key === "ArrowRight") this.select(this.step + 1);
    else if (event.key === "Home") this.select(0);
    else if (event.key === "End") this.select(this.rows.length - 1);
    else return;
    event.preventDefault();
  };

  // What whoever ruled had before them, where the record that is looked at is a ruling.
  private get ruling(): RulingOut | null {
    const event = this.rows[this.step]?.event;
    return event?.type === "wager-ruled" ? (this.rulings.find((one) => one.wager === event["wager"]) ?? null) : null;
  }

  // --- acts --------------------------------------------------------------------------------------------------------

  private async export(): Promise<void> {
    const name = `${this.table}-round-${this.round}.json`;
    if (worksHere()) {
      download(name, `${JSON.stringify(await ask<unknown>(`/tables/${this.table}/rounds/${this.round}/packet`))}\n`);
    } else {
      download(name, JSON.stringify({ round: this.story, checks: this.checks }, null, 1));
    }
  }

  private async settleAgain(ref: string): Promise<void> {
    this.again = ref ? await ask<AgainOut>(`/tables/${this.table}/rounds/${this.round}/again/${ref}`) : null;
  }

  private async judge(): Promise<void> {
    this.audited = "under way";
    this.requestUpdate();
    this.audited = await ask<Audited>(`/tables/${this.table}/audit`).catch((error: unknown) => {
      this.failed = words(error);
      return null;
    });
  }

  private doing(act: () => Promise<void>): () => void {
    return () => {
      this.failed = "";
      void act()
        .catch((error: unknown) => {
          this.failed = words(error);
        })
        .finally(() => this.requestUpdate());
    };
  }

  // --- the page ----------------------------------------------------------------------------------------------------

  override render(): TemplateResult {
    if (!this.round) return roundsPage(this);
    const story = this.story;
    const table = this.tables.find((one) => one.table === this.table);
    const under = story
      ? html`${this.table} · ${table?.title ?? story.rulebook} · replayed from ${this.rows.length} records`
      : this.table;
    return html`${paperTop(
        `Round ${this.round}`,
        "audit",
        under,
        html` <button type="button" @click=${() => window.print()}>Print or save as PDF</button>
          <button type="button" class="ink" ?disabled=${!story} @click=${this.doing(() => this.export())}>
            ${worksHere() ? "Export the packet" : "Save what you see"}
          </button>`,
      )}
      <main class="paper-page audit ${this.unread ? "unread" : ""}">
        ${failure(this.failed)}
        ${
          this.unread
            ? html`<p role="alert" class="card failure"><b>This round cannot be replayed:</b> ${this.unread}</p>`
            : nothing
        }
        ${
          this.unread || this.failed
            ? nothing
            : html`<div class="audit-left">
                ${story ? replayed(this, story) : html`<p class="quiet">Reading the record…</p>`}
              </div>`
        }
        <div class="audit-right">
          ${story ? html`${selected(this, story)}${sawCard(this.ruling, this.felt)}` : nothing}
          ${
            this.checks
              ? checksCard(this.checks, this.audited, worksHere() ? this.doing(() => this.judge()) : null)
              : nothing
          }
          ${
            story
              ? agains(story.rulebook, this.books, this.again, this.felt, (ref) =>
                  this.doing(() => this.settleAgain(ref))(),
                )
              : nothing
          }
          ${otherRounds(this, story, table)}
        </div>
      </main>`;
  }
}

// --- rows ----------------------------------------------------------------------------------------------------------

customElements.define("croupier-audit", AuditView);
