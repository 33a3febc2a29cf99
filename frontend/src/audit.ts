// A round examined: its records step by step with the cloth at that moment, their clauses, and checks that anybody can read.

import { LitElement, html, nothing, svg, type TemplateResult } from "lit";
import "./cloth.ts";
import { folded } from "./audit-fold.ts";
import { agains, checksCard, sawCard, type Audited } from "./audit-cards.ts";
import { clauseTags, pocketMark } from "./parts.ts";
import { ask, askOnce, download, failure, paperTop, quoted, sign, titled, words, worksHere, type ClauseEntry, type Listed } from "./rules-parts.ts";
import { service } from "./service.ts";
import type { RefusedTold } from "./wire.generated.ts";
import type { AgainTold, Felt, ResultTold, RoundChecked, RoundTold, RulingTold, TableEvent, TableTold, WireRuleTold } from "./wire.ts";
import { money, refusalWords, spotName } from "./words.ts";

// The document leaves open what a command and a refusal have; this is what is read of them here.
interface Refused extends Omit<RefusedTold, "command" | "refused"> {
  command: { do: string; by?: { name: string }; position?: string; stake?: number };
  refused: { code: string; clause: string; facts: Record<string, unknown> };
}
interface RecordRow { key: string; seq: number; at: string; who: string; role: string; says: string; clauses: string[]; tone: string; effect: string; event: TableEvent | null; refused: Refused | null }

const AT_ONCE = 1000;

const TONES: [RegExp, string][] = [
  [/^(wager-placed|wager-retracted|wager-moved)$/, "t-laid"],
  [/void|irregular|no-spin|unclear|failed|ignored|proposed/, "t-stopped"],
  [/^wager-(ruled|paid|collected|returned)|corrected|ruled|settled|round-closed/, "t-decided"],
];

const EFFECTS: Record<string, (event: TableEvent) => string> = {
  "betting-opened": () => "the round opens",
  "wager-placed": (event) => `${money(Number(event["stake"]))} on the cloth`,
  "wager-retracted": (event) => `${money(Number(event["stake"]))} off the cloth`,
  "withdrawal-ignored": () => "stays live",
  "wager-marked-unclear": () => "waits for a ruling",
  "no-more-bets-called": () => "the cloth is frozen",
  "outcome-declared": (event) => `outcome ${String(event["pocket"])}`,
  "dolly-placed": () => "nothing on the cloth moves",
  "dolly-lifted": () => "winners take their chips",
  "wager-paid": (event) => `+${money(Number(event["winnings"]))} to ${String(event["player"])}`,
  "wager-collected": (event) => `−${money(Number(event["collected"]))} from ${String(event["player"])}`,
  "wager-returned": (event) => `${money(Number(event["amount"]))} back`,
  "round-voided": () => "nobody wins or loses",
  "round-closed": () => "the round is over",
  "irregularity-reported": (event) => String(event["treatment"] ?? "").replaceAll("-", " "),
};

export class AuditView extends LitElement {
  static override properties = { table: {}, round: {}, record: {} };

  declare table: string;
  declare round: string;
  declare record: string;

  private story: RoundTold | null = null;
  private rows: RecordRow[] = [];
  private step = 0;
  private felt: Felt | null = null;
  private book: ClauseEntry[] = [];
  private wire: WireRuleTold[] = [];
  private books: Listed[] = [];
  private tables: TableTold[] = [];
  private results: ResultTold[] = [];
  private checks: RoundChecked | null = null;
  private audited: Audited | "under way" | null = null;
  private again: AgainTold | null = null;
  private rulings: RulingTold[] = [];
  private failed = "";
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
      Object.assign(this, { story: null, rows: [], step: 0, checks: null, audited: null, again: null, failed: "", unread: "" });
      void this.load().catch((error: unknown) => { this.failed = words(error); }).finally(() => this.requestUpdate());
    } else {
      this.goTo(this.record);
    }
  }

  // --- what there is -----------------------------------------------------------------------------------------------

  private async load(): Promise<void> {
    this.tables = await ask<TableTold[]>("/tables");
    if (!this.table) return titled("audit");
    const table = this.tables.find((one) => one.table === this.table);
    if (table) this.felt = await service.felt(table.rulebook);
    if (!this.round) {
      this.results = (await ask<{ results: ResultTold[] }>(`/tables/${this.table}/results?last=200`)).results;
      return titled(`rounds of ${this.table}`);
    }
    titled(`round ${this.round} of ${this.table}`);
    // What is wrong with a record must be seen even where the record can no longer be told.
    const of = `/tables/${this.table}/rounds/${this.round}`;
    this.checks = await ask<RoundChecked>(`${of}/checks`);
    this.requestUpdate();
    try {
      await this.tell(of);
    } catch (error) {
      this.unread = words(error);
    }
  }

  private async tell(of: string): Promise<void> {
    const story = await ask<RoundTold>(of);
    const first = story.lines[0]?.seq ?? 1;
    const last = story.lines.at(-1)?.seq ?? 0;
    const events: TableEvent[] = [];
    for (let after = first - 1; after < last;) {
      const part = (await ask<{ events: TableEvent[] }>(`/tables/${this.table}/events?after=${after}&limit=${AT_ONCE}`)).events;
      if (!part.length) break;
      events.push(...part.filter((event) => event.seq <= last));
      after = part.at(-1)?.seq ?? last;
    }
    this.rulings = events.some((event) => event.type === "wager-ruled") ? await ask<RulingTold[]>(`${of}/rulings`) : [];
    const refused = worksHere() ? await ask<Refused[]>(`${of}/refused`).catch(() => []) : [];
    [this.book, this.wire, this.books] = await Promise.all([
      askOnce<ClauseEntry[]>(`/rulebooks/${story.rulebook}/clauses`), askOnce<WireRuleTold[]>("/wire-rules"), askOnce<Listed[]>("/rulebooks"),
    ]);
    const spots = new Map(this.felt?.spots.map((spot) => [spot.position, spotName(spot)]) ?? []);
    this.rows = rowsOf(story, events, refused, (said) => said.replace(/[a-z0-9-]+:[\w-]+/g, (position) => spots.get(position) ?? position));
    this.story = story;
    this.goTo(this.record);
  }

  private goTo(key: string): void {
    const found = key ? this.rows.findIndex((row) => row.key === key) : -1;
    if (found >= 0) this.step = found;
  }

  private select(step: number): void {
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
    else if (row.offsetTop + row.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = row.offsetTop + row.offsetHeight - list.clientHeight;
  }

  private get link(): string {
    return `#/audit/${this.table}/${this.round}/${this.rows[this.step]?.key ?? ""}`;
  }

  // The arrows step, unless they mean something else where the focus is.
  private onKey = (event: KeyboardEvent): void => {
    const at = event.target as Element | null;
    if (event.altKey || event.ctrlKey || event.metaKey || at?.closest("input, select, textarea, .cloth-sheet, .scrolls")) return;
    if (event.key === "ArrowLeft") this.select(this.step - 1);
    else if (event.key === "ArrowRight") this.select(this.step + 1);
    else if (event.key === "Home") this.select(0);
    else if (event.key === "End") this.select(this.rows.length - 1);
    else return;
    event.preventDefault();
  };

  // What whoever ruled had before them, where the record that is looked at is a ruling.
  private get ruling(): RulingTold | null {
    const event = this.rows[this.step]?.event;
    return event?.type === "wager-ruled" ? this.rulings.find((one) => one.wager === event["wager"]) ?? null : null;
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
    this.again = ref ? await ask<AgainTold>(`/tables/${this.table}/rounds/${this.round}/again/${ref}`) : null;
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
      void act().catch((error: unknown) => { this.failed = words(error); }).finally(() => this.requestUpdate());
    };
  }

  // --- the page ----------------------------------------------------------------------------------------------------

  override render(): TemplateResult {
    if (!this.round) return this.index();
    const story = this.story;
    const table = this.tables.find((one) => one.table === this.table);
    const under = story ? html`${this.table} · ${table?.title ?? story.rulebook} · replayed from ${this.rows.length} records` : this.table;
    return html`${paperTop(`Round ${this.round}`, "audit", under, html`
        <button type="button" @click=${() => window.print()}>Print or save as PDF</button>
        <button type="button" class="ink" ?disabled=${!story} @click=${this.doing(() => this.export())}>${worksHere() ? "Export the packet" : "Save what you see"}</button>`)}
      <main class="paper-page audit ${this.unread ? "unread" : ""}">
        ${failure(this.failed)}
        ${this.unread ? html`<p role="alert" class="card failure"><b>This round cannot be replayed:</b> ${this.unread}</p>` : nothing}
        ${this.unread || this.failed ? nothing : html`<div class="audit-left">${story ? this.replay(story) : html`<p class="quiet">Reading the record…</p>`}</div>`}
        <div class="audit-right">
          ${story ? html`${this.selected(story)}${sawCard(this.ruling, this.felt)}` : nothing}
          ${this.checks ? checksCard(this.checks, this.audited, worksHere() ? this.doing(() => this.judge()) : null) : nothing}
          ${story ? agains(story.rulebook, this.books, this.again, this.felt, (ref) => this.doing(() => this.settleAgain(ref))()) : nothing}
          ${this.around(story, table)}
        </div>
      </main>`;
  }

  private index(): TemplateResult {
    return html`${paperTop(this.table ? `Rounds of ${this.table}` : "Rounds", "audit", "every round is kept, and can be replayed by anybody")}
      <main class="paper-page">${failure(this.failed)}
        ${this.table ? html`<ul class="rounds">${[...this.results].reverse().map((one) => html`<li><a class="card plain" href="#/audit/${this.table}/${one.round}">
            <span>Round ${one.round}</span> ${pocketMark(one.pocket, this.felt)} <span class="quiet">${one.pocket === null ? "void" : ""}</span></a></li>`)}</ul>
            ${this.results.length ? nothing : html`<p class="quiet">No round has ended here yet.</p>`}`
          : html`<ul class="rounds">${this.tables.map((one) => html`<li><a class="card plain" href="#/audit/${one.table}">${one.table} <span class="quiet">${one.title}</span></a></li>`)}</ul>`}
      </main>`;
  }

  private replay(story: RoundTold): TemplateResult {
    const moment = folded(this.rows.slice(0, this.step + 1).flatMap((row) => row.event ? [row.event] : []));
    const row = this.rows[this.step];
    return html`<section aria-label="The cloth at this moment">
        <croupier-cloth .felt=${this.felt} .chips=${moment.chips} .dolly=${moment.dolly} .won=${moment.outcome ? [moment.outcome] : []}
          .me=${service.me?.name ?? ""} .amounts=${true} .locked=${true}></croupier-cloth>
      </section>
      <section class="stepper" aria-label="Steps">
        <button type="button" ?disabled=${this.step === 0} @click=${() => this.select(this.step - 1)}>${sign("back")} Step</button>
        <button type="button" ?disabled=${this.step >= this.rows.length - 1} @click=${() => this.select(this.step + 1)}>Step ${sign("on")}</button>
        <div class="timeline">
          <svg aria-hidden="true" focusable="false">${this.ticks()}</svg>
          <input type="range" min="0" max=${Math.max(0, this.rows.length - 1)} .value=${String(this.step)} aria-label="Record"
            aria-valuetext=${row ? `${this.step + 1} of ${this.rows.length}: ${row.says}` : ""}
            @input=${(event: Event) => this.select(Number((event.target as HTMLInputElement).value))}>
        </div>
        <time>${clock(row?.at ?? "")}</time>
      </section>
      <section class="card records" aria-label="Records"><div class="scrolls" tabindex="0" role="group" aria-label="All records of the round">
        <table><thead><tr><th scope="col">time, UTC</th><th scope="col">who</th><th scope="col">what</th><th scope="col">rule</th><th scope="col">effect</th></tr></thead>
          <tbody>${this.rows.map((one, place) => html`<tr class=${one.tone} aria-current=${place === this.step ? "step" : nothing} @click=${() => this.select(place)}>
            <td><time>${clock(one.at)}</time></td><td>${one.who}</td>
            <td><a class="plain" href="#/audit/${this.table}/${this.round}/${one.key}">${one.says}</a></td>
            <td>${clauseTags(story.rulebook, one.clauses)}</td><td class="quiet">${one.effect}</td></tr>`)}</tbody></table></div></section>`;
  }

  private ticks(): TemplateResult[] {
    const last = Math.max(1, this.rows.length - 1);
    return this.rows.map((row, place) => tick(`${(place / last) * 100}%`, row.tone, place === this.step));
  }

  private selected(story: RoundTold): TemplateResult | typeof nothing {
    const row = this.rows[this.step];
    if (!row) return nothing;
    const before = this.rows.slice(0, this.step).findLast((one) => one.at < row.at);
    const hash = this.checks?.hashes[String(row.seq)];
    const prev = this.checks?.hashes[String(row.seq - 1)];
    return html`<section class="card selected" aria-live="polite">
      <h2 class="kicker">Record ${this.step + 1} of ${this.rows.length}</h2>
      <p class="said">${row.says}</p>
      <p class="quiet">By ${row.who}${row.role ? `, ${row.role.replaceAll("-", " ")}` : ""}, at ${clock(row.at)}${before ? `, ${seconds(before.at, row.at)} after the one before` : ""}.</p>
      ${row.clauses.map((clause) => quoted(story.rulebook, clause, this.book, this.wire))}
      ${row.clauses.length ? nothing : html`<p class="quiet">No clause decided this: it is written down because it happened.</p>`}
      ${row.refused ? facts(row.refused.refused.facts) : row.event ? facts(fieldsOf(row.event)) : nothing}
      <p class="small"><a href=${this.link}>Link to this record</a>${hash ? html` · <span class="mono" title=${hash}>${short(hash)}</span>${prev ? html` follows <span class="mono" title=${prev}>${short(prev)}</span>` : nothing}` : nothing}</p>
    </section>`;
  }

  private around(story: RoundTold | null, table: TableTold | undefined): TemplateResult {
    const number = Number(this.round);
    const last = Number(table?.round ?? 0);
    return html`<nav class="around" aria-label="Other rounds">
      ${number > 1 ? html`<a href="#/audit/${this.table}/${number - 1}">Round ${number - 1}, before</a>` : nothing}
      <a href="#/audit/${this.table}">All rounds</a>
      ${story?.commitment ? html`<a href="#/verify/${this.table}/${this.round}">Verify the draw</a>` : nothing}
      ${number < last ? html`<a href="#/audit/${this.table}/${number + 1}">Round ${number + 1}, after</a>` : nothing}</nav>`;
  }
}

// --- rows ----------------------------------------------------------------------------------------------------------

function rowsOf(story: RoundTold, events: readonly TableEvent[], refused: readonly Refused[], named: (said: string) => string): RecordRow[] {
  const by = new Map(events.map((event) => [event.seq, event]));
  const told: RecordRow[] = story.lines.map((line) => {
    const event = by.get(line.seq) ?? null;
    const tone = TONES.find(([type]) => type.test(line.type))?.[1] ?? "t-called";
    return {
      key: String(line.seq), seq: line.seq, at: line.at, who: line.by, role: event?.by?.role ?? "", says: named(line.says), clauses: line.clauses,
      tone, effect: event ? EFFECTS[line.type]?.(event) ?? "" : "", event, refused: null,
    };
  });
  const no: RecordRow[] = refused.map((one) => ({
    key: `r${one.place}`, seq: one.after, at: one.at, who: one.command.by?.name ?? "", role: "", says: named(asks(one)), clauses: [one.refused.clause].filter(Boolean),
    tone: "t-stopped", effect: "refused, nothing changes", event: null, refused: one,
  }));
  return [...told, ...no].sort((a, b) => a.seq - b.seq || Number(a.refused !== null) - Number(b.refused !== null));
}

function asks(one: Refused): string {
  const what = one.command.do.replaceAll("-", " ");
  const where = one.command.position ? `, ${one.command.stake ? `${money(one.command.stake)} on ` : ""}${one.command.position}` : "";
  return `Asks to ${what}${where}. ${refusalWords(one.refused.code)}`;
}

const AMOUNTS = new Set(["stake", "amount", "winnings", "returned", "collected", "chip_value", "min", "max", "minimum", "maximum"]);
const KNOWN = new Set(["seq", "type", "round", "by", "clauses", "at", "limits"]);

function fieldsOf(event: TableEvent): Record<string, unknown> {
  return Object.fromEntries(Object.entries(event).filter(([name, value]) => !KNOWN.has(name) && value !== null && value !== undefined && typeof value !== "object"));
}

function facts(of: Record<string, unknown>): TemplateResult | typeof nothing {
  const shown = Object.entries(of).filter(([, value]) => typeof value !== "object");
  if (!shown.length) return nothing;
  return html`<details><summary>What was written down</summary><dl class="fields">${shown.map(([name, value]) => html`<div><dt>${name.replaceAll("_", " ")}</dt>
    <dd class=${String(value).length > 24 ? "mono" : ""}>${AMOUNTS.has(name) && typeof value === "number" ? money(value) : String(value)}</dd></div>`)}</dl></details>`;
}

function clock(at: string): string {
  return at.slice(11, 23);
}

function seconds(before: string, after: string): string {
  return `${((Date.parse(after) - Date.parse(before)) / 1000).toFixed(1)} s`;
}

function short(hash: string): string {
  return `${hash.slice(0, 4)}…${hash.slice(-4)}`;
}

function tick(x: string, tone: string, here: boolean): TemplateResult {
  return svg`<circle class="tick ${tone} ${here ? "here" : ""}" cx=${x} cy="50%" r=${here ? 7 : 5}></circle>` as TemplateResult;
}

customElements.define("croupier-audit", AuditView);
