// The lab: what lies on the cloth, worked out as far as one likes; systems, targets, and spins of one's own.

import { LitElement, html, nothing, type PropertyValues, type TemplateResult } from "lit";
import "../cloth/cloth.ts";
import { copyOut } from "../player/copy.ts";
import { ask, askOnce, failure, paperTop, titled, words, type Listed } from "../examine/parts.ts";
import { CHIP, MINE } from "../examine/gains.ts";
import { service } from "../wire/service.ts";
import type { Chip } from "../wire/fold.ts";
import type { Felt, LabOut, Spot } from "../wire/types.ts";
import { manySpins, oneSpin } from "./after.ts";
import { fields } from "./fields.ts";
import { Questions } from "./questions.ts";
import { ruin } from "./ruin.ts";
import { spinsForm, verdict } from "./spins.ts";
import { chosen, fan, sideBySide } from "./systems.ts";
import { target } from "./target.ts";
import { addressOf, read, type Terms } from "./terms.ts";

export class LabView extends LitElement {
  static override properties = { ref: {}, with: {} };

  declare ref: string;
  declare with: string;

  books: Listed[] = [];
  felt: Felt | null = null;
  terms: Terms = read("");
  systems: LabOut["systems"] = [];
  text = "";
  readonly asks = new Questions(
    () => ({ ref: this.ref, terms: this.terms, bet: this.bet }),
    () => this.requestUpdate(),
  );
  private missing: string | null = null;
  private asked = "";
  private failed = "";
  private copying = "";

  constructor() {
    super();
    Object.assign(this, { ref: "", with: "" });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.asks.stop();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has("ref") && !changed.has("with")) return;
    this.terms = read(this.with);
    if (this.ref && this.ref === this.asked) return this.recompute(true);
    this.asked = this.ref;
    void this.load()
      .catch((error: unknown) => {
        this.failed = words(error);
      })
      .finally(() => this.requestUpdate());
  }

  private async load(): Promise<void> {
    titled("lab");
    const lab = ask<LabOut>("/lab");
    this.books = await askOnce<Listed[]>("/rulebooks");
    if (!this.ref) {
      this.asked = this.ref = this.books[0]?.ref ?? "";
      history.replaceState(null, "", addressOf(this.ref, this.terms));
    }
    this.felt = await service.felt(this.ref, matchMedia("(pointer: coarse)").matches);
    if (!this.with) this.terms = { ...this.terms, stakes: `${this.bet}=${CHIP}` };
    this.asks.fanned = this.terms.systems[1] ?? this.terms.systems[0] ?? "";
    this.recompute(true);
    this.requestUpdate();
    // The cloth is there before the lab, which may have to be woken.
    const { missing, systems } = await lab;
    Object.assign(this, { missing, systems });
    if (missing) this.asks.wrong.clear();
  }

  // The bet that a page begins with, and that is played for a target where several lie on the cloth.
  private get bet(): string {
    const of = (kind: string): string | undefined => this.felt?.spots.find((spot) => spot.kind === kind)?.position;
    return of("red") ?? of("odd") ?? "17";
  }

  // Without the lab there are still the odds of one spin, which the service itself knows.
  private recompute(laid: boolean): void {
    this.asks.changed(laid, this.missing !== null);
  }

  private get laid(): Map<string, number> {
    return new Map(
      this.terms.stakes
        .split(",")
        .filter(Boolean)
        .map((one) => {
          const [position = "", stake = "0"] = one.split("=");
          return [position, Number(stake)];
        }),
    );
  }

  private lay(spot: Spot | null, change: number): void {
    if (!spot) return;
    const laid = this.laid;
    const stake = Math.max(0, (laid.get(spot.position) ?? 0) + change);
    if (stake) laid.set(spot.position, stake);
    else laid.delete(spot.position);
    this.change({ stakes: [...laid].map(([position, amount]) => `${position}=${amount}`).join(",") });
  }

  // Terms are part of the address, so that a question can be passed on.
  change(some: Partial<Terms>): void {
    this.terms = { ...this.terms, ...some };
    history.replaceState(null, "", addressOf(this.ref, this.terms));
    if (!("after" in some) || Object.keys(some).length > 1) this.recompute("stakes" in some);
    this.requestUpdate();
  }

  override render(): TemplateResult {
    const book = this.books.find((one) => one.ref === this.ref);
    const choose = html`<label class="small"
      >Rules
      <select
        @change=${(event: Event) => {
          location.hash = addressOf((event.target as HTMLSelectElement).value, { ...this.terms, stakes: "" });
        }}
      >
        ${this.books.map(
          (one) => html`<option value=${one.ref} ?selected=${one.ref === this.ref}>${one.title}</option>`,
        )}
      </select></label
    >`;
    return html`${paperTop("Lab", "lab", book?.title ?? "", choose)}
      <main class="paper-page lab">
        ${failure(this.failed)}
        ${
          this.missing
            ? html`<p class="card" data-missing>
                The lab is not installed here: it needs ${this.missing}, and whoever runs this house gets it with
                <code>pip install 'croupier[lab]'</code>.
              </p>`
            : nothing
        }
        ${this.felt ? this.page(this.felt) : this.failed ? nothing : html`<p aria-busy="true">One moment…</p>`}
      </main>`;
  }

  private page(felt: Felt): TemplateResult {
    const { found } = this.asks;
    return html`<div class="lab-columns">
        ${this.clothCard(felt)}
        ${this.card(
          "After many spins",
          "after",
          found.after
            ? manySpins(this, found.after)
            : html`<p class="quiet">${this.terms.stakes ? "…" : "Lay a chip."}</p>`,
          `odds ${this.ref} --stakes "${this.terms.stakes}" --spins ${this.terms.after}`,
        )}
      </div>
      ${this.missing || !this.terms.stakes ? nothing : this.longer(felt)}`;
  }

  private clothCard(felt: Felt): TemplateResult {
    const { found } = this.asks;
    const chips: Chip[] = [...this.laid].map(([position, stake]) => ({
      wager: position,
      player: MINE,
      position,
      stake,
      state: "live",
      byStaff: false,
    }));
    return html`<section class="card" aria-label="Cloth">
      <croupier-cloth
        .felt=${felt}
        .chips=${chips}
        .me=${MINE}
        .ghost=${CHIP}
        @lay=${(event: CustomEvent<{ spot: Spot }>) => this.lay(event.detail.spot, CHIP)}
        @takeback=${(event: CustomEvent<{ spot: Spot }>) => this.lay(event.detail.spot, -CHIP)}
      ></croupier-cloth>
      ${found.together ? oneSpin(this, found.together) : html`<p class="quiet">Lay chips on the cloth.</p>`}
      ${this.said("together")}
      <p class="row controls">
        <button type="button" @click=${() => this.change({ stakes: "" })}>Clear</button>
        <button type="button" @click=${() => void this.copy()}>${this.copying || "Copy the address"}</button>
        <button type="button" @click=${() => window.print()}>Print</button>
      </p>
    </section>`;
  }

  private longer(felt: Felt): TemplateResult {
    const { found } = this.asks;
    const { bankroll, spins, minimum, maximum } = this.terms;
    const limits = `--minimum ${minimum} --maximum ${maximum}`;
    const goal = this.terms.target > bankroll;
    return html`<section class="card" aria-label="Terms">
        <h2 class="kicker">Terms</h2>
        ${fields(this)}
        <p class="small quiet">
          Every pocket is equally likely on every spin, and no spin depends on those before it. What lies on the cloth
          is one unit.
        </p>
      </section>
      <div class="lab-columns">
        ${this.card(
          "Ruin and bankroll",
          "within",
          ruin(this, found.within, found.before),
          `ruin ${this.ref} --stakes "${this.terms.stakes}" --bankroll ${bankroll} --spins ${spins}`,
        )}
        ${this.card(
          "For a target",
          "reach",
          goal ? target(this, found.reach) : html`<p class="quiet">Name a target above the bankroll.</p>`,
          `reach ${this.ref} --from ${bankroll} --to ${this.terms.target} ${limits}`,
        )}
      </div>
      <section class="card" aria-label="Betting systems">
        <h2 class="kicker">Betting systems side by side</h2>
        ${chosen(this)} ${sideBySide(this, this.asks.results)}
        <p class="small quiet">
          Worked out without sampling; a system marked * was simulated. Whatever the system, the house keeps its edge of
          what is staked. “Cannot go on” means that the bankroll does not cover the next stake.
        </p>
        ${fan(this, found.fan)} ${this.said("fan")}
        ${this.command(
          `compare ${this.ref} --systems ${this.terms.systems.join(",")} --bet "${this.terms.stakes}" ` +
            `--bankroll ${bankroll} --spins ${spins} ${limits}`,
        )}
      </section>
      <section class="card" aria-label="Your own spins">
        <h2 class="kicker">Is a wheel biased? Your own spins</h2>
        ${spinsForm(this)} ${this.said("wheel")} ${found.wheel ? verdict(felt, found.wheel) : nothing}
        ${this.command(`wheel test spins.csv --rules ${this.ref}`)}
      </section>`;
  }

  private card(title: string, name: string, body: TemplateResult, command: string): TemplateResult {
    return html`<section class="card" aria-label=${title}>
      <h2 class="kicker">${title}</h2>
      ${this.said(name)} ${this.asks.wrong.has(name) ? nothing : body} ${this.command(command)}
    </section>`;
  }

  private said(name: string): TemplateResult | typeof nothing {
    const wrong = this.asks.wrong.get(name);
    return wrong ? html`<p role="alert" class="refused">${wrong}</p>` : nothing;
  }

  private command(text: string): TemplateResult {
    return html`<p class="small quiet command">In the terminal: <code class="mono">croupier ${text}</code></p>`;
  }

  private async copy(): Promise<void> {
    await copyOut(location.href);
    this.copying = "Copied";
    this.requestUpdate();
  }
}

customElements.define("croupier-lab", LabView);
