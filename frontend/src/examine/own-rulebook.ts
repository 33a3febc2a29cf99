// The owner's page for rulebooks: a text goes in, what the linter says comes out, and a table can be set up by it.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import { failure, forget, printed, words, type Listed } from "./parts.ts";
import { service } from "../wire/service.ts";
import type { LintedOut, TableOut } from "../wire/types.ts";

// As the service has it: what is longer is no rulebook.
const BYTES_MAX = 64 * 1024;

export class OwnRulebook extends LitElement {
  static override properties = { books: { attribute: false } };

  declare books: Listed[];
  private text = "";
  private told: LintedOut | null = null;
  private accepted = false;
  private table: TableOut | null = null;
  private busy = false;
  private failed = "";

  constructor() {
    super();
    this.books = [];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private async act(what: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.failed = "";
    this.requestUpdate();
    await what().catch((error: unknown) => {
      this.failed = words(error);
    });
    this.busy = false;
    this.requestUpdate();
  }

  private write(text: string): void {
    this.text = text;
    this.told = null;
    this.table = null;
    this.accepted = false;
    this.requestUpdate();
  }

  private async startFrom(ref: string): Promise<void> {
    const told = await service.call<{ text: string }>("GET", `/rulebooks/${ref}/text`);
    this.write(told.text);
  }

  private async readFile(file: File): Promise<void> {
    if (file.size > BYTES_MAX) throw new Error(`${file.name} has more than 64 KiB; a rulebook has less.`);
    this.write(await file.text());
  }

  private async bring(keep: boolean): Promise<void> {
    const body = { text: this.text, keep, accept_unexpressed: this.accepted };
    this.told = await service.call<LintedOut>("POST", "/rulebooks", body);
    if (this.told.kept) forget();
  }

  private async setUp(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    this.table = await service.call<TableOut>("POST", "/tables", {
      table: String(data.get("table")).trim(),
      rulebook: this.told?.ref,
      automatic: data.get("automatic") !== null,
    });
  }

  override render(): TemplateResult {
    if (!service.me?.owner) return html`<p class="card">The owner of the house brings in its rulebooks.</p>`;
    return html`${failure(this.failed)}${this.source()}${this.told ? this.findings(this.told) : nothing}
    ${this.told?.kept ? this.newTable(this.told) : nothing}`;
  }

  private source(): TemplateResult {
    return html`<section class="card">
      <h2 class="kicker">The text</h2>
      <p class="row">
        <label
          >Start from
          <select
            @change=${(event: Event) => {
              const ref = (event.target as HTMLSelectElement).value;
              if (ref) void this.act(() => this.startFrom(ref));
            }}
          >
            <option value="">nothing</option>
            ${this.books.map((one) => html`<option value=${one.ref}>${one.title}</option>`)}
          </select></label
        >
        <label
          >or a file
          <input
            type="file"
            accept=".toml"
            @change=${(event: Event) => {
              const file = (event.target as HTMLInputElement).files?.[0];
              if (file) void this.act(() => this.readFile(file));
            }}
        /></label>
      </p>
      <label
        >Rulebook, in TOML
        <textarea
          class="mono rulebook-text"
          rows="16"
          spellcheck="false"
          .value=${this.text}
          @input=${(event: Event) => this.write((event.target as HTMLTextAreaElement).value)}
        ></textarea>
      </label>
      <p>
        <button
          type="button"
          class="primary"
          data-do="check"
          ?disabled=${this.busy || !this.text.trim()}
          @click=${() => void this.act(() => this.bring(false))}
        >
          Check it
        </button>
      </p>
    </section>`;
  }

  private findings(told: LintedOut): TemplateResult {
    const bad = told.problems.filter((one) => one.malformed).length;
    return html`<section class="card" role="status" data-linted=${told.kept ? "kept" : "checked"}>
      <h2 class="kicker">${told.title ?? "It cannot be used yet"}</h2>
      ${
        told.ref
          ? html`<p>
              <span class="mono">${told.ref}</span> · ${told.pockets} pockets, ${told.positions} places to bet
            </p>`
          : nothing
      }
      ${
        told.problems.length
          ? html`<p>${told.problems.length} found${bad ? `, ${bad} of which must be put right` : ""}.</p>
              <ul class="grounds" data-problems>
                ${told.problems.map(
                  (one) =>
                    html`<li>
                      <span class="mono">${one.key}</span> ${printed(one.message)}
                      <span class="nature">${one.malformed ? "wrong" : "doubtful"}</span>
                    </li>`,
                )}
              </ul>`
          : html`<p>Nothing found.</p>`
      }
      ${this.missing(told)}${told.kept ? this.kept(told) : this.offer(told)}
    </section>`;
  }

  private missing(told: LintedOut): TemplateResult | typeof nothing {
    if (!told.unexpressed.length) return nothing;
    return html`<h3>What this program does not do of it</h3>
      <ul class="grounds">
        ${told.unexpressed.map((one) => html`<li>${printed(one.what)} (§ ${one.clauses.join(", § ")})</li>`)}
      </ul>`;
  }

  private offer(told: LintedOut): TemplateResult | typeof nothing {
    if (!told.ref) return nothing;
    return html`${
        told.affects_money
          ? html`<p>
              <label
                ><input
                  type="checkbox"
                  name="accept"
                  .checked=${this.accepted}
                  @change=${(event: Event) => {
                    this.accepted = (event.target as HTMLInputElement).checked;
                    this.requestUpdate();
                  }}
                />
                Bets will be settled otherwise than the document says, and I want it all the same.</label
              >
            </p>`
          : nothing
      }${
        told.tables.length
          ? html`<p>Plays by an earlier text until its next opening: ${told.tables.join(", ")}.</p>`
          : nothing
      }
      <p>
        <button
          type="button"
          class="primary"
          data-do="keep"
          ?disabled=${this.busy || (told.affects_money && !this.accepted)}
          @click=${() => void this.act(() => this.bring(true))}
        >
          Bring it into the house
        </button>
      </p>`;
  }

  private kept(told: LintedOut): TemplateResult {
    return html`<p>
      The house has it, under the digest <span class="mono">${told.digest?.slice(0, 16)}…</span>
      <a href="#/rules/${told.ref}">Read it</a>
      ${told.tables.length ? `These tables take it at their next opening: ${told.tables.join(", ")}.` : ""}
    </p>`;
  }

  private newTable(told: LintedOut): TemplateResult {
    return html`<section class="card">
      <h2 class="kicker">A table that plays by it</h2>
      ${
        this.table
          ? html`<p role="status">
              Table ${this.table.table} plays by ${told.ref}.
              <a href="#/table/${this.table.table}" data-do="play">Go there</a>
            </p>`
          : html`<form
              class="row"
              @submit=${(event: Event) => {
                event.preventDefault();
                void this.act(() => this.setUp(event.target as HTMLFormElement));
              }}
            >
              <label>Name <input name="table" required pattern="[a-z0-9][a-z0-9\\-]*" maxlength="32" /></label>
              <label><input type="checkbox" name="automatic" /> automatic, with the house's random wheel</label>
              <button type="submit" class="primary" data-do="set-up" ?disabled=${this.busy}>Set up the table</button>
            </form>`
      }
    </section>`;
  }
}

customElements.define("croupier-own-rulebook", OwnRulebook);
