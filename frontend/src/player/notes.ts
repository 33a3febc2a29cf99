// Short notes in the line above the cloth: what was missed while the connection was cut, and that newer pages are
// served. They cover nothing and go by themselves; what was missed can be read at leisure in a sheet.

import { html, type TemplateResult } from "lit";
import type { PlayerView } from "./player.ts";
import { decided, optional } from "../parts.ts";
import type { TableModel } from "../wire/model.ts";

const SHOWN_FOR = 8000;
const FEW = 3;

export class Notes {
  private shown: "" | "missed" | "stale" = "";
  private seen = 0;
  private timer = 0;

  constructor(private readonly view: PlayerView) {}

  look(model: TableModel): void {
    const fresh = model.missed.length > this.seen;
    this.seen = model.missed.length;
    if (!fresh) return;
    this.show("missed");
    this.view.announce(`You are back. ${model.missed.map((one) => one.says).join(" ")}`, false);
  }

  show(kind: "missed" | "stale"): void {
    this.shown = kind;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.close(), SHOWN_FOR);
    this.view.requestUpdate();
  }

  private close(): void {
    this.shown = "";
    this.view.requestUpdate();
  }

  line(model: TableModel): TemplateResult | null {
    if (this.shown === "stale")
      return html`<div class="read-out passing" data-stale>
        <span class="says">A newer version is ready. It loads when the round is over.</span>
        <button type="button" @click=${() => location.reload()}>Reload now</button>
      </div>`;
    if (this.shown !== "missed" || !model.missed.length) return null;
    const last = model.missed.slice(-FEW).map((one) => one.says);
    const all = (): TemplateResult =>
      html`<button type="button" @click=${() => this.view.open("missed")}>All ${model.missed.length}</button>`;
    return html`<div class="read-out passing" data-missed>
      <span class="says"><b>You are back.</b> ${last.join(" ")}</span>
      ${optional(model.missed.length > FEW, all)}
      <button type="button" @click=${() => this.close()}>OK</button>
    </div>`;
  }
}

export function missedSheet(_: PlayerView, model: TableModel): TemplateResult {
  const ref = model.snapshot?.ref ?? "";
  return html`<h2>While you were away</h2>
    <ol>
      ${model.missed.map((one) => html`<li>${one.says} ${decided(ref, one.clauses)}</li>`)}
    </ol>`;
}
