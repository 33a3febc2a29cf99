// The display of a hall: read from five meters, touched by nobody. It says how old it is, and dims when it may be
// wrong.

import { html, nothing, type TemplateResult } from "lit";
import * as say from "#words/display.ts";
import { TableModel } from "../wire/model.ts";
import { FALL } from "../wire/reveal.ts";
import { banner, decided, pocketMark } from "../parts.ts";
import { service } from "../wire/service.ts";
import { limitLines } from "../staff/plate.ts";
import { rulebook, type Rulebook } from "../staff/staff.ts";
import type { Felt, ResultsOut } from "../wire/types.ts";
import { TableView } from "../view.ts";
import { gameFacts, gameName, wheelWords } from "#words/games.ts";
import { fraction, kindName, pocketTitle } from "../words/words.ts";

const DIM_AFTER = 30_000;
const SHOWN = 20;
const RANKED = 4;
// Of fewer rounds the most and the least seen say nothing.
const ENOUGH = 10;
const SLIM = 8;
// Each pays what its twin pays.
const TWINS = new Set(["high", "even", "black"]);
const CLOSED = new Set<string>(["dolly-down", "paid"]);
const OVER = new Set<string>(["closed", "paid", "void"]);

export class DisplayView extends TableView {
  static override properties = { table: {} };

  declare table: string;
  private named = "";
  private model: TableModel | null = null;
  private felt: Felt | null = null;
  private book: Rulebook | null = null;
  private told: ResultsOut | null = null;
  private contact = 0;
  private lastContact = "";
  private heard = "";

  constructor() {
    super();
    this.table = "";
  }

  protected override async begin(): Promise<void> {
    const found = await service.table(this.table);
    this.named = found.name ?? this.table;
    [this.felt, this.book] = await Promise.all([service.felt(found.rulebook), rulebook(found.rulebook)]);
    const model = new TableModel(this.table, null, null, FALL);
    this.model = model;
    this.follow(model, () => this.changed(model));
    this.every(1000, () => this.requestUpdate());
  }

  // A display is switched on before the house is: it tries until somebody is there.
  protected override triesAgain(): boolean {
    return true;
  }

  private changed(model: TableModel): void {
    if (model.connectionState === "live" || model.connectionState === "slow") {
      this.contact = Date.now();
      this.lastContact = new Date().toTimeString().slice(0, 5);
    }
    const key = `${model.now?.round ?? ""}/${model.now?.phase ?? ""}/${model.now?.outcome ?? ""}`;
    if (key !== this.heard) {
      this.heard = key;
      const shown = banner(model, this.felt);
      this.announce(shown.aloud ?? shown.title, false);
      void this.count();
    }
    this.requestUpdate();
  }

  private async count(): Promise<void> {
    this.told = await service
      .call<ResultsOut>("GET", `/tables/${this.table}/results?last=${SHOWN + 1}`)
      .catch(() => this.told);
    this.requestUpdate();
  }

  override render(): TemplateResult {
    const model = this.model;
    if (!model?.snapshot || !this.felt || !this.book) return this.waiting();
    const now = model.now;
    const shown = banner(model, this.felt);
    const stale = Date.now() - this.contact > DIM_AFTER;
    const fresh = now && CLOSED.has(now.phase) ? now.outcome : null;
    const past = (this.told?.results ?? []).toReversed();
    // While a round is on, the large number is the last one that was announced; it says which round it was.
    const large = fresh ?? past[0]?.pocket ?? null;
    // A round that is void is over: the next one is not shown beside it.
    const running = now !== null && !OVER.has(now.phase);
    const isVoid = now?.phase === "void" || (!running && past[0]?.pocket === null);
    const shownRound = fresh || now?.phase === "void" || (running && !large) ? now?.round : past[0]?.round;
    const before = fresh && past[0]?.round === now?.round ? past.slice(1) : fresh ? past : past.slice(1);
    return html`<main class="display ${stale ? "stale" : ""}" data-stale=${stale}>
      <section class="display-now" aria-label=${say.result}>
        ${this.aloud()}
        <p class="caps">${say.round(shownRound ?? now?.round ?? "–")}</p>
        <div class="display-number" data-number=${large ?? ""}>
          ${
            isVoid
              ? html`<span class="mark void">×</span>`
              : large
                ? pocketMark(large, this.felt)
                : html`<span class="mark none">–</span>`
          }
        </div>
        <p class="words">${isVoid ? say.voided : large ? pocketTitle(large, this.felt, false) : ""}</p>
        ${isVoid ? html`<p>${decided(this.book.ref, past[0]?.clauses ?? [])}</p>` : nothing}
        <p class="tag tone-tag ${shown.tone}" data-phase=${now?.phase ?? "closed"}>${this.phaseWords(model)}</p>
      </section>
      <section class="display-past" aria-label=${say.table}>
        <div class="row">
          <div>
            <h1>${gameName(model.snapshot.game)}</h1>
            <p class="where">${gameFacts(model.snapshot.game)}</p>
            <p class="where">${say.atTable(wheelWords(model.snapshot.automatic), this.named)}</p>
          </div>
          <span class="grow"></span>${this.limits(model)}
        </div>
        <h2 class="caps">${say.lastNumbers}</h2>
        <p class="marks" data-results>
          ${before
            .slice(0, SHOWN)
            .map((one) =>
              pocketMark(one.pocket, this.felt),
            )}${before.length ? nothing : html`<span class="quiet">${say.noNumbers}</span>`}
        </p>
        ${this.counts()}${(this.told?.counted ?? 0) < ENOUGH ? this.prices() : nothing}<span class="grow"></span>
        <footer>
          ${this.note(this.book)}
          <p class="quiet" data-updated>${say.updated(this.lastContact || "–", stale)}</p>
        </footer>
      </section>
    </main>`;
  }

  private phaseWords(model: TableModel): string {
    const shown = banner(model, this.felt);
    if (model.now?.phase === "no-more-bets" && model.now.early_close && !model.now.spun)
      return say.closedEarly(shown.title);
    if (model.now?.phase === "void") return say.returned;
    if (model.now?.phase === "ball-in-play") return say.inPlay;
    if (model.now && CLOSED.has(model.now.phase)) return shown.text;
    return shown.title;
  }

  private limits(model: TableModel): TemplateResult | typeof nothing {
    const lines = limitLines(model.lasting.limits, this.felt).slice(0, 4);
    if (!lines.length) return nothing;
    return html`<div class="plate" aria-label=${say.limits} role="group">
      <h2>${say.limits}</h2>
      ${lines.map((one) => html`<p><span>${one.kinds}</span> <b>${one.amount}</b></p>`)}
      ${
        model.lasting.coming
          ? html`<p data-coming>
              ${say.fromNextRound}
              ${limitLines(model.lasting.coming, this.felt)
                .slice(0, 4)
                .map((one) => `${one.kinds} ${one.amount}`)
                .join(", ")}
            </p>`
          : nothing
      }
    </div>`;
  }

  // While there is little to count, what the bets pay is worth more.
  private prices(): TemplateResult {
    const kinds = new Map(this.felt?.spots.map((spot) => [spot.kind, spot]) ?? []);
    return html`<h2 class="caps">${say.prices}</h2>
      <dl class="prices">
        ${[...kinds.values()]
          .filter((spot) => !TWINS.has(spot.kind))
          .map(
            (spot) =>
              html`<div>
                <dt>
                  ${
                    spot.kind.startsWith("series-")
                      ? say.series(kindName(spot.kind, this.felt), spot.kind.slice(7))
                      : kindName(spot.kind, this.felt)
                  }
                </dt>
                <dd>${say.toOne(spot.pays)}</dd>
              </div>`,
          )}
      </dl>`;
  }

  private counts(): TemplateResult | typeof nothing {
    const told = this.told;
    if (!told?.counted) return nothing;
    const ranked = told.counts.toSorted((a, b) => b.seen - a.seen);
    const expected = fraction(ranked[0]?.expected ?? "0");
    const by = (color: string): number =>
      told.counts.filter((one) => one.color === color).reduce((sum, one) => sum + one.seen, 0);
    const column = (name: string, list: typeof ranked): TemplateResult =>
      html`<div>
        <h2 class="caps">${say.ofTheLast(name, told.counted)}</h2>
        <p class="counted">
          ${list.map((one) => html`<span>${pocketMark(one.pocket, this.felt)}<b>${one.seen}</b></span>`)}
        </p>
      </div>`;
    return html`${
        told.counted >= ENOUGH
          ? html`<div class="display-counts">
                ${column(say.most, ranked.slice(0, RANKED))}${column(say.least, ranked.slice(-RANKED).toReversed())}
              </div>
              <p class="where">${say.onAverage(expected.toFixed(expected < 1 ? 2 : 1))}</p>`
          : nothing
      }
      <p class="shares" role="img" aria-label=${say.shares(by("red"), by("green"), by("black"), told.counted)}>
        ${["red", "green", "black"].map(
          (color) =>
            html`<span class="share-${color}" data-share=${by(color)}
              >${by(color) * SLIM < told.counted ? by(color) || "" : `${kindName(color)} ${by(color)}`}</span
            >`,
        )}
      </p>`;
  }

  protected override updated(): void {
    super.updated();
    for (const part of this.querySelectorAll<HTMLElement>("[data-share]"))
      part.style.flexGrow = part.dataset["share"] ?? "0";
  }

  private note(book: Rulebook): TemplateResult {
    const rule = book.procedure.outcome.wrong_display;
    return html`<p data-note>
      ${decided(book.ref, rule.clauses.toReversed())} ${say.note(Boolean(rule.basis))}
      ${this.felt?.unexpressed.map((one) => html`<span data-unexpressed>${say.notCarriedOut(one.what)}</span>`)}
    </p>`;
  }
}

customElements.define("croupier-display", DisplayView);
