// The page: a lobby, and one view for each thing that people come for. Views other than the player's load on demand.

import { LitElement, html } from "lit";
import { keyed } from "lit/directives/keyed.js";
import "./player/player.ts";
import * as say from "#words/connection.ts";
import { partsOf, refOf } from "./address.ts";
import { comeTo, watchHistory } from "./back.ts";
import { isReachable, isStale, keepPage, styles } from "./build.ts";
import { Hall } from "./lobby/hall.ts";
import type { lobby } from "./lobby/lobby.ts";
import { PAGES, type View } from "./pages.ts";
import { service } from "./wire/service.ts";

// How long a view that could not be loaded is waited for.
const RETRY = 3000;

export class App extends LitElement {
  private readonly hall = new Hall(() => this.requestUpdate());
  private failed = "";
  private loaded = new Set<string>();
  private lobby: typeof lobby | null = null;
  // Where an address leads that names no view. What it shows is asked for while it is loaded itself.
  private readonly entrance: View = {
    load: async () => {
      this.lobby = (await import("./lobby/lobby.ts")).lobby;
    },
    styles: "lobby",
    render: () => this.lobby?.(this.hall, this.failed),
  };

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("hashchange", () => void this.route());
    document.addEventListener("click", (event) => this.onClause(event));
    watchHistory();
    keepPage();
    void this.route();
  }

  private get parts(): string[] {
    return partsOf(location.hash);
  }

  private onClause(event: MouseEvent): void {
    const tag = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a.clause") : null;
    if (
      !tag ||
      !(this.parts[0] === "table" || PAGES[this.parts[0] ?? ""]?.atWork) ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey
    )
      return;
    event.preventDefault();
    const [ref, [clause = ""]] = refOf(partsOf(tag.hash).slice(1));
    const also = tag.dataset["also"]?.split("|") ?? [];
    void Promise.all([import("./examine/clause-card.ts"), styles("sheets")]).then(([{ ClauseCard }]) =>
      document.body.append(new ClauseCard(ref, clause, also)),
    );
  }

  private async route(): Promise<void> {
    this.hall.stop();
    this.failed = "";
    document.title = "croupier";
    const joined = /^#join=(.+)$/.exec(location.hash);
    if (joined?.[1]) return this.join(joined[1]);
    const [name = "", table] = this.parts;
    const view = this.view(name, table);
    if (view === this.entrance) this.hall.start();
    if (view && !this.loaded.has(name) && !(await this.load(name, view))) return;
    document.documentElement.classList.toggle("paper", view?.styles === "paper");
    if (!view && table) comeTo(table);
    this.requestUpdate();
  }

  // Of the player's table there is no more to load.
  private view(name: string, table: string | undefined): View | null {
    return name === "table" && table ? null : (PAGES[name] ?? this.entrance);
  }

  private async join(code: string): Promise<void> {
    try {
      const me = await service.redeem(code);
      if (me.role === "player") location.hash = `#/table/${me.table ?? ""}`;
      else location.hash = me.owner || me.role !== "dealer" ? "#/pit" : `#/dealer/${me.table ?? ""}`;
    } catch (error) {
      this.hall.start();
      if (await this.load("", this.entrance)) this.failed = error instanceof Error ? error.message : String(error);
      this.requestUpdate();
    }
  }

  // Gives whether the view is there and still wanted. A browser may remember that a file did not load: whoever comes
  // back to the network, or to a house with newer pages, begins anew.
  private async load(name: string, view: View): Promise<boolean> {
    const wanted = location.hash;
    try {
      await Promise.all([view.load(), styles(view.styles)]);
      this.loaded.add(name);
    } catch {
      if (await isStale()) location.reload();
      this.failed = say.noConnection;
      this.requestUpdate();
      this.reloadFor(wanted);
    }
    return this.loaded.has(name) && location.hash === wanted;
  }

  private reloadFor(wanted: string): void {
    window.setTimeout(async () => {
      if (location.hash !== wanted) return;
      if (await isReachable()) location.reload();
      else this.reloadFor(wanted);
    }, RETRY);
  }

  protected override updated(): void {
    if (this.querySelector(":scope > .lobby")) document.title = `croupier · ${this.querySelector("h1")?.textContent}`;
  }

  override render(): unknown {
    const [name = "", ...rest] = this.parts;
    const view = this.view(name, rest[0]);
    if (!view) return keyed(rest[0], html`<croupier-player .table=${rest[0]}></croupier-player>`);
    if (this.loaded.has(name)) return view.render(rest);
    if (this.lobby) return this.lobby(this.hall, this.failed);
    return html`<main class="waiting" aria-busy=${!this.failed}><h1>${this.failed || say.oneMoment}</h1></main>`;
  }
}

customElements.define("croupier-app", App);
