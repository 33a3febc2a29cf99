// What every page at a table is: it begins when it is shown, listens to keys and to its tables, says what happens, and
// leaves nothing behind when it goes. Dealer, pit, display and player are each one of these; what differs is theirs.

import * as say from "#words/connection.ts";
import { LitElement, html, type TemplateResult } from "lit";
import type { TableModel } from "./wire/model.ts";
import { live } from "./parts.ts";
import { OfflineError, service } from "./wire/service.ts";
import type { TableEvent } from "./wire/types.ts";

const RECALLED = 60;
const RETRY = 2000;

export abstract class TableView extends LitElement {
  // Why there is nothing to see, in words.
  protected failed = "";
  private polite = "";
  private assertive = "";
  private readonly ends: (() => void)[] = [];
  private readonly recalled = new WeakSet<TableModel>();

  // Light DOM: one style sheet, and one document for whoever reads it with more than eyes.
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  // What is read and followed from the start; what it throws is shown.
  protected abstract begin(): Promise<void>;

  // Keys of the whole page.
  protected onKey(_event: KeyboardEvent): void {}

  override connectedCallback(): void {
    super.connectedCallback();
    const listen = (event: KeyboardEvent): void => this.onKey(event);
    window.addEventListener("keydown", listen);
    this.atEnd(() => window.removeEventListener("keydown", listen));
    void this.start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const end of this.ends.splice(0)) end();
  }

  protected async start(): Promise<void> {
    const before = this.ends.length;
    try {
      await this.begin();
      this.failed = "";
    } catch (error) {
      for (const end of this.ends.splice(before)) end();
      this.failed = error instanceof Error ? error.message : String(error);
      if (this.triesAgain(error)) this.startAgain();
    }
    this.requestUpdate();
  }

  // Whether what stopped the page from beginning may pass.
  protected triesAgain(error: unknown): boolean {
    return error instanceof OfflineError;
  }

  private startAgain(): void {
    const again = (): void => {
      stop();
      void this.start();
    };
    const timer = window.setTimeout(again, RETRY);
    const stop = (): void => {
      window.clearTimeout(timer);
      window.removeEventListener("online", again);
    };
    window.addEventListener("online", again);
    this.atEnd(stop);
  }

  // What the browser's tab says.
  protected get tabTitle(): string {
    return `croupier · ${this.querySelector("h1")?.textContent?.trim() ?? ""}`;
  }

  protected override updated(): void {
    const waits = this.querySelector("main.waiting") !== null;
    const title = waits && !this.failed ? "croupier" : this.tabTitle;
    if (document.title !== title) document.title = title;
  }

  // A page may be gone before what it began is there: then that ends at once.
  protected atEnd(end: () => void): void {
    if (this.isConnected) this.ends.push(end);
    else end();
  }

  protected every(milliseconds: number, act: () => void): void {
    const timer = window.setInterval(act, milliseconds);
    this.atEnd(() => window.clearInterval(timer));
  }

  // Take part in a table: hear of every change, until the page goes.
  protected follow(model: TableModel, changed: () => void): void {
    model.addEventListener("change", changed);
    model.connection.open();
    this.atEnd(() => model.connection.close());
  }

  // A player who joins in mid-round sees how it got there; asked once, when the table is known.
  protected recall(model: TableModel): void {
    const seq = model.snapshot?.seq;
    if (seq === undefined || this.recalled.has(model)) return;
    this.recalled.add(model);
    service
      .call<{ events: TableEvent[] }>(
        "GET",
        `/tables/${model.table}/events?after=${Math.max(0, seq - RECALLED)}&limit=${RECALLED}`,
      )
      .then((told) => model.recall(told.events))
      .catch(() => this.recalled.delete(model));
  }

  // A repeated message is made distinct, or a screen reader would not read it again.
  announce(words: string, urgent: boolean): void {
    if (urgent) this.assertive = words === this.assertive ? `${words}\u00a0` : words;
    else this.polite = words === this.polite ? `${words}\u00a0` : words;
    this.requestUpdate();
  }

  protected aloud(): TemplateResult {
    return live(this.polite, this.assertive);
  }

  // While there is nothing to show: why, or that it comes.
  protected waiting(why = this.failed, further: unknown = ""): TemplateResult {
    return html`<main class="waiting" aria-busy=${why ? "false" : "true"}>
        <h1>${why || say.oneMoment}</h1>
        ${further}
      </main>
      ${this.aloud()}`;
  }
}
