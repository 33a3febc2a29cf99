// Short notes in the line above the cloth: what was missed while the connection was cut, and that newer pages are
// served. They cover nothing and go by themselves; what was missed can be read at leisure in a sheet.

import * as say from "#words/player/page.ts";
import { html, type TemplateResult } from "lit";
import type { PlayerView } from "./player.ts";
import { optional } from "../parts.ts";
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
    this.view.announce(`${say.back} ${model.missed.map((one) => one.says).join(" ")}`, false);
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
        <span class="says">${say.newer}</span>
        <button type="button" @click=${() => location.reload()}>${say.reload}</button>
      </div>`;
    if (this.shown !== "missed" || !model.missed.length) return null;
    const last = model.missed.slice(-FEW).map((one) => one.says);
    const all = (): TemplateResult =>
      html`<button type="button" @click=${() => this.view.open("missed")}>
        ${say.allMissed(model.missed.length)}
      </button>`;
    return html`<div class="read-out passing" data-missed>
      <span class="says"><b>${say.back}</b> ${last.join(" ")}</span>
      ${optional(model.missed.length > FEW, all)}
      <button type="button" @click=${() => this.close()}>${say.ok}</button>
    </div>`;
  }
}
