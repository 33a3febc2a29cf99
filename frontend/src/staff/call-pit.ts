// Calling the pit from a table: what for, in one tap more, and who came after how long.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import { service } from "../wire/service.ts";
import type { AlertOut, Concern } from "../wire/types.ts";
import { CONCERNS } from "#words/staff.ts";
import { focusSheet, sheet } from "./staff.ts";

const EVERY = 2000;
// For so long, in milliseconds, an answer is still shown.
const ANSWERED_FOR = 60_000;

export function answeredWords(one: AlertOut): string {
  return `answered by ${one.acknowledged_by ?? ""} after ${passed(one.answered_after ?? 0)}`;
}

export function passed(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

export class CallPit extends LitElement {
  static override properties = { table: {} };

  declare table: string;
  private calls: AlertOut[] = [];
  private asking = false;
  private failed = "";
  private timer = 0;

  constructor() {
    super();
    this.table = "";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener("keydown", this.onKey, { capture: true });
    this.timer = window.setInterval(() => void this.read(), EVERY);
    void this.read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener("keydown", this.onKey, { capture: true });
    window.clearInterval(this.timer);
  }

  private async read(): Promise<void> {
    const all = await service.call<AlertOut[]>("GET", "/alerts").catch(() => null);
    if (!all) return;
    this.calls = all.filter((one) => one.kind === "pit-called" && one.table === this.table && this.isNew(one));
    this.requestUpdate();
  }

  private isNew(one: AlertOut): boolean {
    return !one.acknowledged_at || Date.now() - Date.parse(one.acknowledged_at) < ANSWERED_FOR;
  }

  // As long as the question is open no key means anything to the table behind it.
  private readonly onKey = (event: KeyboardEvent): void => {
    if (!this.asking) return;
    const inside = event.target instanceof Node && this.contains(event.target);
    if (event.key === "Escape") this.ask(false);
    else if (inside) return;
    else event.preventDefault();
    event.stopImmediatePropagation();
  };

  private ask(asking: boolean): void {
    this.asking = asking;
    this.failed = "";
    this.requestUpdate();
    void this.updateComplete.then(() =>
      asking ? focusSheet(this) : this.querySelector<HTMLElement>("[data-do=call-pit]")?.focus(),
    );
  }

  private async call(kind: Concern): Promise<void> {
    const note = this.querySelector<HTMLInputElement>("input[name=note]")?.value.trim();
    try {
      await service.call("POST", `/tables/${this.table}/call`, { kind, ...(note ? { note } : {}) });
      this.ask(false);
      await this.read();
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
      this.requestUpdate();
    }
  }

  override render(): TemplateResult {
    const [latest] = this.calls;
    return html`<span class="call-pit" @keydown=${(event: Event) => (this.asking ? event.stopPropagation() : undefined)}
      >${
        latest
          ? html`<span class="quiet" role="status" data-called=${latest.acknowledged_by ? "answered" : "waits"}
              >${latest.concern ? CONCERNS[latest.concern] : ""}:
              ${latest.acknowledged_by ? answeredWords(latest) : "the pit is called"}</span
            >`
          : nothing
      }
      <button type="button" data-do="call-pit" @click=${() => this.ask(true)}>Call the pit</button>
      ${this.asking ? sheet("Call the pit", this.question(), () => this.ask(false)) : nothing}</span
    >`;
  }

  private question(): TemplateResult {
    return html`<h2>Call the pit for</h2>
      <p class="row">
        ${(Object.keys(CONCERNS) as Concern[]).map(
          (kind) =>
            html`<button type="button" class="act" data-concern=${kind} @click=${() => void this.call(kind)}>
              ${CONCERNS[kind]}
            </button>`,
        )}
      </p>
      <p>
        <label>Note, if you like <input name="note" maxlength="400" autocomplete="off" /></label>
      </p>
      ${this.failed ? html`<p class="refused" role="alert">${this.failed}</p>` : nothing}`;
  }
}

customElements.define("croupier-call-pit", CallPit);
