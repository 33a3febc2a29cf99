// The page: a lobby, and one view for each thing that people come for. Views other than the player's load on demand.

import { LitElement, html, nothing, svg, type TemplateResult } from "lit";
import "./player.ts";
import { pocketMark } from "./parts.ts";
import { service } from "./service.ts";
import type { Felt, TableTold } from "./wire.ts";
import { count, money } from "./words.ts";

type Loader = () => Promise<unknown>;

const VIEWS: Record<string, { load: Loader; render: (rest: string[]) => TemplateResult; paper?: boolean }> = {
  dealer: { load: () => import("./dealer.ts"), render: ([table = ""]) => html`<croupier-dealer .table=${table}></croupier-dealer>` },
  pit: { load: () => import("./pit.ts"), render: () => html`<croupier-pit></croupier-pit>` },
  display: { load: () => import("./display.ts"), render: ([table = ""]) => html`<croupier-display .table=${table}></croupier-display>` },
  audit: { load: () => import("./audit.ts"), paper: true,
    render: ([table = "", round = "", record = ""]) => html`<croupier-audit .table=${table} .round=${round} .record=${record}></croupier-audit>` },
  rules: { load: () => import("./rules.ts"), paper: true, render: (rest) => {
    const [ref, more] = refOf(rest);
    const other = more[0] === "diff" ? refOf(more.slice(1))[0] : "";
    return html`<croupier-rules .ref=${ref} .clause=${other ? "" : more[0] ?? ""} .other=${other}></croupier-rules>`;
  } },
  odds: { load: () => import("./odds.ts"), paper: true, render: (rest) => {
    const [ref, more] = refOf(rest);
    return html`<croupier-odds .ref=${ref} .stakes=${more[0] === "with" ? more[1] ?? "" : ""}></croupier-odds>`;
  } },
  verify: { load: () => import("./verify.ts"), paper: true,
    render: ([table = "", round = ""]) => html`<croupier-verify .table=${table} .round=${round}></croupier-verify>` },
};

// Where somebody is in the middle of something: a clause is read there, over the table.
const AT_WORK = new Set(["table", "dealer", "pit"]);

// A rulebook's ref has two parts, and our own rules one.
function refOf(parts: string[]): [string, string[]] {
  return parts[0] === "wire" ? ["wire", parts.slice(1)] : [parts.slice(0, 2).join("/"), parts.slice(2)];
}

export class App extends LitElement {
  private tables: TableTold[] = [];
  private felts = new Map<string, Felt>();
  private failed = "";
  private loaded = new Set<string>();
  private timer = 0;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("hashchange", () => void this.route());
    document.addEventListener("click", (event) => this.onClause(event));
    void this.route();
  }

  private get parts(): string[] {
    return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
  }

  private onClause(event: MouseEvent): void {
    const tag = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a.clause") : null;
    if (!tag || !AT_WORK.has(this.parts[0] ?? "") || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const [ref, [clause = ""]] = refOf(tag.hash.replace("#/rules/", "").split("/").map(decodeURIComponent));
    void import("./clause-card.ts").then(({ ClauseCard }) => document.body.append(new ClauseCard(ref, clause)));
  }

  private async route(): Promise<void> {
    window.clearInterval(this.timer);
    const joined = /^#join=(.+)$/.exec(location.hash);
    try {
      if (joined?.[1]) {
        const me = await service.redeem(joined[1]);
        location.hash = me.owner || me.role !== "dealer" ? "#/pit" : `#/dealer/${me.table ?? ""}`;
        return;
      }
      const [name = ""] = this.parts;
      const view = VIEWS[name];
      if (view && !this.loaded.has(name)) {
        await view.load();
        this.loaded.add(name);
        if (this.parts[0] !== name) return;
      }
      document.documentElement.classList.toggle("paper", view?.paper ?? false);
      if (!name) {
        await this.look();
        this.timer = window.setInterval(() => void this.look(), 3000);
      }
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
    this.requestUpdate();
    void this.updateComplete.then(() => { document.title = `croupier · ${this.querySelector("h1")?.textContent ?? "lobby"}`; });
  }

  private async look(): Promise<void> {
    this.tables = await service.tables();
    for (const ref of new Set(this.tables.map((one) => one.rulebook))) {
      if (!this.felts.has(ref)) this.felts.set(ref, await service.felt(ref));
    }
    this.failed = "";
    this.requestUpdate();
  }

  override render(): TemplateResult {
    const [name = "", ...rest] = this.parts;
    if (name === "table" && rest[0]) return html`<croupier-player .table=${rest[0]}></croupier-player>`;
    const view = VIEWS[name];
    if (view && this.loaded.has(name)) return view.render(rest);
    return this.lobby();
  }

  private lobby(): TemplateResult {
    const me = service.me;
    const staff = me && (me.owner || (me.role && me.role !== "player"));
    return html`<header class="top"><span class="brand">croupier</span><h1>Roulette, run by the book</h1><span class="grow"></span>
        ${staff ? html`<a class="button" href=${me.role === "dealer" && me.table ? `#/dealer/${me.table}` : "#/pit"}>${me.owner ? "Your house" : "Your place"}</a>` : nothing}
        <a class="button" href="#/rules">Rules</a><a class="button" href="#/odds">Odds</a></header>
      <main class="lobby">
        ${this.failed ? html`<p role="alert" class="refused">${this.failed}</p>` : nothing}
        <p class="lead">Take a seat: play money, no account. Every chip accepted or refused, every void and every payout names the clause that decided it.</p>
        <ul class="tables">${this.tables.map((one) => this.card(one))}</ul>
      </main>`;
  }

  private card(one: TableTold): TemplateResult {
    const felt = this.felts.get(one.rulebook) ?? null;
    const betting = one.phase === "betting-open" || one.phase === "ball-in-play";
    const waits = one.automatic && (!one.open || (one.phase === "closed" && !one.seats));
    const state = waits ? "opens for you" : one.open ? one.phase.replaceAll("-", " ") : "closed";
    const limits = Object.values(one.limits?.limits ?? {});
    const least = Math.min(...limits.map((limit) => limit.min));
    const most = Math.max(...limits.map((limit) => limit.max));
    return html`<li class="card"><a href="#/table/${one.table}">
      ${felt ? ring(felt) : nothing}<h2>${one.title}</h2>
      <p class="quiet">Table ${one.table} · ${one.automatic ? "random wheel" : "dealt on a wheel"} · ${felt ? count(felt.wheel.length, "pocket") : ""}</p>
      <p class="marks">${one.last.length ? [...one.last].reverse().map((pocket) => pocketMark(pocket, felt)) : html`<span class="quiet">no rounds yet</span>`}</p>
      <p class="facts"><span class="tag ${betting ? "open" : ""}">${state}</span><span class="quiet">${one.seats} seated${limits.length ? ` · ${money(least)} to ${money(most)}` : ""}</span></p></a></li>`;
  }
}

// The wheel of a table, small: how many pockets there are, and how many of them are zeros.
function ring(felt: Felt): TemplateResult {
  const step = (2 * Math.PI) / felt.wheel.length;
  const at = (turn: number): string => `${(26 * Math.sin(turn)).toFixed(2)} ${(-26 * Math.cos(turn)).toFixed(2)}`;
  return html`<svg class="ring-picture" viewBox="-36 -36 72 72" aria-hidden="true" focusable="false">
    ${felt.wheel.map((pocket, place) => svg`<path class=${felt.colors[pocket] ?? "green"} d="M ${at((place - 0.5) * step)} A 26 26 0 0 1 ${at((place + 0.5) * step)}"></path>`)}
    <circle r="33" stroke-width="3"></circle><circle r="20" stroke-width="1"></circle><circle r="4" stroke-width="2"></circle></svg>`;
}

customElements.define("croupier-app", App);
