// The first half minute at a table, in the line above the cloth: choose a chip, lay it, wait for the ball. Each step is
// over when it is done, or by its button; nothing waits for it, and it is shown once.

import * as say from "#words/player/page.ts";
import { html, type TemplateResult } from "lit";
import type { PlayerView } from "./player.ts";
import { optional } from "../parts.ts";
import { forGood } from "../wire/kept.ts";
import type { TableModel } from "../wire/model.ts";
import type { Spot } from "../wire/types.ts";

const STEPS = ["chip", "bet", "ball"] as const;
export type FirstStep = (typeof STEPS)[number];

const OVER = new Set(["paid", "void"]);

export class FirstSteps {
  private readonly kept = forGood<string>("croupier-first-steps");
  private place = this.kept.read() ? STEPS.length : 0;
  private pick: number;
  private said = "";
  private laidAt: Spot | null = null;

  constructor(private readonly view: PlayerView) {
    this.pick = view.pick;
    view.addEventListener("click", (event) => {
      if (this.step === "chip" && (event.target as Element).closest(".chip-button")) this.go(1);
    });
  }

  get step(): FirstStep | null {
    return STEPS[this.place] ?? null;
  }

  begin(): void {
    this.pick = this.view.pick;
    this.go(0);
  }

  // What the player does by themselves needs no telling.
  look(model: TableModel): void {
    if (this.step === "chip" && this.view.pick !== this.pick) this.go(1);
    if (this.step === "ball" && OVER.has(model.now?.phase ?? "") && model.returns.length) this.go(STEPS.length);
    else if (this.step && this.step !== "ball" && model.staked) {
      this.laidAt = this.view.aimed;
      this.go(STEPS.indexOf("ball"));
    }
    const said = this.step ? words(this.step, model) : "";
    if (said && said !== this.said) this.view.announce(`${say.step(this.place + 1, STEPS.length)}. ${said}`, false);
    this.said = said;
  }

  private go(place: number): void {
    this.place = place;
    if (!this.step) this.kept.write("done");
    if (this.view.model) this.look(this.view.model);
    this.view.requestUpdate();
  }

  // Whoever points at a bet is told of that bet; only what they have just done is answered first.
  line(model: TableModel, pointedAt: Spot | null): TemplateResult | null {
    const step = this.step;
    if (!step || (pointedAt && pointedAt !== this.laidAt)) return null;
    const further = (): TemplateResult =>
      html`<button type="button" class="next" @click=${() => this.go(this.place + 1)}>${say.next}</button>`;
    const last = this.place === STEPS.length - 1;
    return html`<div class="read-out passing" role="group" aria-label=${say.firstSteps} data-first-step=${step}>
      <b class="tag">${say.step(this.place + 1, STEPS.length)}</b>
      <span class="says">${words(step, model)}</span>
      <button type="button" @click=${() => this.go(STEPS.length)}>${last ? say.gotIt : say.skip}</button>
      ${optional(!last, further)}
    </div>`;
  }
}

function words(step: FirstStep, model: TableModel): string {
  const coarse = matchMedia("(pointer: coarse)").matches;
  if (step === "chip") return say.chooseAChip;
  if (step === "bet") return model.betting ? say.layOne(coarse) : say.layLater(coarse);
  if (!model.betting) return say.ballDecides;
  return model.snapshot?.automatic ? say.untilTheRing : say.untilTheCall;
}
