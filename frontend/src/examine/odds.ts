// The odds, exactly: of every bet, of all rulebooks side by side, and of chips laid on the cloth together.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import "../cloth/cloth.ts";
import { askOnce, ask, download, failure, paperTop, percent, titled, words, type Listed } from "./parts.ts";
import { service } from "../wire/service.ts";
import type { Felt, Spot } from "../wire/types.ts";
import { UNIT, money, spotName } from "../words/words.ts";
import { oneSpot, sideBySide } from "./odds-tables.ts";
import { CHIP, distribution, type Odds, type Together, type Side } from "./gains.ts";

export class OddsView extends LitElement {
  static override properties = { ref: {}, stakes: {} };

  declare ref: string;
  declare stakes: string;

  books: Listed[] = [];
  private felt: Felt | null = null;
  odds: Odds[] = [];
  private all: Side | null = null;
  private together: Together | null = null;
  laid = new Map<string, number>();
  lit: string[] = [];
  private failed = "";
  private wrong = "";
  private asked = "";
  private computed = "";

  constructor() {
    super();
    Object.assign(this, { ref: "", stakes: "" });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    if (this.ref !== this.asked || !this.books.length) {
      const first = this.asked === "" && !this.books.length;
      if (this.ref === this.asked && !first) return;
      this.asked = this.ref;
      Object.assign(this, { felt: null, odds: [], together: null, computed: "", failed: "", wrong: "" });
      void this.load()
        .catch((error: unknown) => {
          this.failed = words(error);
        })
        .finally(() => this.requestUpdate());
    } else if (this.felt && this.stakes !== this.computed) {
      void this.compute();
    }
  }

  private async load(): Promise<void> {
    [this.books, this.all] = await Promise.all([askOnce<Listed[]>("/rulebooks"), askOnce<Side>("/odds")]);
    titled("odds");
    if (!this.ref) return;
    [this.felt, this.odds] = await Promise.all([
      service.felt(this.ref),
      askOnce<Odds[]>(`/rulebooks/${this.ref}/odds`),
    ]);
    titled(`odds of ${this.book?.title ?? this.ref}`);
    await this.compute();
  }

  private async compute(): Promise<void> {
    this.computed = this.stakes;
    this.wrong = "";
    try {
      this.together = this.stakes
        ? await ask<Together>(`/rulebooks/${this.ref}/odds?stakes=${encodeURIComponent(this.stakes)}`)
        : null;
      this.laid = new Map(this.together?.stakes.map((one) => [one.position, one.stake]) ?? []);
    } catch (error) {
      this.wrong = words(error);
    }
    this.requestUpdate();
  }

  private get book(): Listed | undefined {
    return this.books.find((one) => one.ref === this.ref);
  }

  // Chips on the cloth are part of the address, so that a question can be passed on.
  lay(spot: Spot | null, change: number): void {
    if (!spot) return;
    const stake = Math.max(0, (this.laid.get(spot.position) ?? 0) + change);
    if (stake) this.laid.set(spot.position, stake);
    else this.laid.delete(spot.position);
    this.set([...this.laid].map(([position, amount]) => `${position}=${amount}`).join(","));
  }

  private set(stakes: string): void {
    this.stakes = stakes;
    history.replaceState(
      null,
      "",
      stakes ? `#/odds/${this.ref}/with/${encodeURIComponent(stakes)}` : `#/odds/${this.ref}`,
    );
  }

  example(kind: string): Spot | undefined {
    const found = this.felt?.spots.filter((spot) => spot.kind === kind) ?? [];
    return found[Math.floor(found.length / 2)];
  }

  light(kind: string | null): void {
    this.lit = kind ? (this.example(kind)?.pockets ?? []) : [];
    this.requestUpdate();
  }

  csv(): void {
    const cell = (value: unknown): string =>
      /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value);
    const rows = [
      ["position", "kind", "pockets", "pays", "probability", "edge", "edge_percent", "variance", "sd"],
      ...this.odds.map((one) => [
        one.position,
        one.kind,
        this.felt?.spots.find((spot) => spot.position === one.position)?.pockets.join(" ") ?? "",
        one.pays,
        one.probability,
        one.edge,
        percent(one.edge, 4).replace("−", "-").replace("\u00a0%", ""),
        one.variance,
        one.sd,
      ]),
    ];
    download(
      `odds-${this.ref.replace("/", "-")}.csv`,
      rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n",
      "text/csv",
    );
  }

  override render(): TemplateResult {
    const choose = html`<label class="small"
      >Rules
      <select
        @change=${(event: Event) => {
          location.hash = `#/odds/${(event.target as HTMLSelectElement).value}`;
        }}
      >
        <option value="">side by side</option>
        ${this.books.map(
          (one) => html`<option value=${one.ref} ?selected=${one.ref === this.ref}>${one.title}</option>`,
        )}
      </select></label
    >`;
    return html`${paperTop("Odds", "odds", this.book?.title ?? "every rulebook, side by side", choose)}
      <main class="paper-page odds">
        ${failure(this.failed)}
        ${
          this.ref
            ? this.felt
              ? oneSpot(this, this.felt)
              : this.failed
                ? nothing
                : html`<p class="quiet">Counting pockets…</p>`
            : nothing
        }
        ${this.all ? sideBySide(this, this.all) : nothing}
      </main>`;
  }

  // --- one rulebook ------------------------------------------------------------------------------------------------

  chips(felt: Felt): TemplateResult {
    const together = this.together;
    const named = (position: string): string => {
      const spot = felt.spots.find((one) => one.position === position);
      return spot ? spotName(spot) : position;
    };
    return html`<form
        class="row"
        @submit=${(event: Event) => {
          event.preventDefault();
          this.set(inUnits(String(new FormData(event.target as HTMLFormElement).get("stakes") ?? "")));
        }}
      >
        <label class="grow"
          >Your bets, such as <span class="mono">17=5, red=10</span>
          <input name="stakes" autocomplete="off" spellcheck="false" .value=${asTyped(this.stakes)}
        /></label>
        <button type="submit">Calculate</button
        >${this.stakes ? html`<button type="button" @click=${() => this.set("")}>Clear</button>` : nothing}
      </form>
      ${this.wrong ? html`<p role="alert" class="refused">${this.wrong}</p>` : nothing}
      ${
        together
          ? html`<p class="said">
                ${together.stakes.map((one) => `${money(one.stake)} on ${named(one.position)}`).join(", ")}
              </p>
              <dl class="figures">
                <div>
                  <dt>staked</dt>
                  <dd>${money(together.total)}</dd>
                </div>
                <div>
                  <dt>chance to gain</dt>
                  <dd>${percent(together.probability)}</dd>
                </div>
                <div>
                  <dt>the house keeps</dt>
                  <dd>${percent(together.edge)}</dd>
                </div>
                <div>
                  <dt>spread</dt>
                  <dd>± ${money(Math.round(together.sd))}</dd>
                </div>
              </dl>
              ${distribution(together)} ${together.notes.map((note) => html`<p class="small quiet">${note}</p>`)}`
          : html`<p class="quiet">
              Lay chips on the cloth: click to add ${money(CHIP)}, right-click or Delete to take back. What they come to
              together, on one spin, is worked out exactly.
            </p>`
      }`;
  }
}

// The service counts in the smallest unit, and people do not. What is no amount goes as it is, for the service to say
// so.
function inUnits(typed: string): string {
  return typed.replaceAll(" ", "").replace(/=(\d+(?:\.\d{1,2})?)(?=,|$)/g, (_, amount: string) => {
    return `=${Math.round(Number(amount) * UNIT)}`;
  });
}

function asTyped(stakes: string): string {
  return stakes.replace(/=(\d+)(?=,|$)/g, (_, amount: string) => `=${Number(amount) / UNIT}`).replaceAll(",", ", ");
}

customElements.define("croupier-odds", OddsView);
