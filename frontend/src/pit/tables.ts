// The owner's tables: a new one by a rulebook, a name and limits; names, out of service and back, and out of the lobby.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import { Rest } from "../staff/rest.ts";
import { focusSheet, sheet } from "../staff/staff.ts";
import { service } from "../wire/service.ts";
import type { PresetOut, TableOut } from "../wire/types.ts";

interface Listed {
  ref: string;
  title: string;
}

type Act = "name" | "set-aside" | "remove";

// A record's name is of plain letters; what people call the table may be anything.
function recordName(name: string, taken: readonly string[]): string {
  const stem =
    name
      .toLowerCase()
      .normalize("NFKD")
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 28) || "table";
  let found = stem;
  for (let number = 2; taken.includes(found); number += 1) found = `${stem}-${number}`;
  return found;
}

export class TableListPanel extends LitElement {
  static override properties = { tables: { attribute: false } };

  declare tables: TableOut[];
  private books: Listed[] = [];
  private presets: PresetOut[] = [];
  private ref = "";
  private made = "";
  private failed = "";
  private asked: { act: Act; table: string } | null = null;
  private readonly rest = new Rest(this);

  constructor() {
    super();
    this.tables = [];
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.act(async () => {
      this.books = await service.call<Listed[]>("GET", "/rulebooks");
      await this.choose(this.books[0]?.ref ?? "");
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.rest.end();
  }

  protected override updated(): void {
    this.rest.look(`${this.asked?.act ?? ""}/${this.asked?.table ?? ""}`);
  }

  private async act(what: () => Promise<void>): Promise<void> {
    try {
      this.failed = "";
      await what();
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
    this.requestUpdate();
  }

  private async choose(ref: string): Promise<void> {
    this.ref = ref;
    this.presets = await service.call<PresetOut[]>("GET", `/rulebooks/${ref}/presets`);
  }

  // Whoever shows this panel reads the tables again.
  private changed(): void {
    this.dispatchEvent(new Event("changed"));
  }

  private async setUp(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    const name = String(data.get("name")).trim();
    const table = recordName(
      name,
      this.tables.map((one) => one.table),
    );
    const preset = data.get("preset");
    await service.call("POST", "/tables", {
      table,
      rulebook: this.ref,
      automatic: data.get("dealt") === "automatic",
      ...(preset ? { preset } : {}),
    });
    if (name !== table) await service.call("POST", `/tables/${table}/name`, { name });
    this.made = table;
    form.reset();
    this.changed();
  }

  private ask(act: Act, table: string): void {
    this.asked = { act, table };
    this.failed = "";
    this.requestUpdate();
    void this.updateComplete.then(() => focusSheet(this));
  }

  private close(): void {
    this.asked = null;
    this.requestUpdate();
  }

  private async done(form: HTMLFormElement): Promise<void> {
    if (!this.asked) return;
    const { act, table } = this.asked;
    const said = String(new FormData(form).get("said") ?? "").trim();
    if (act === "remove") await service.call("DELETE", `/tables/${table}`);
    else await service.call("POST", `/tables/${table}/${act}`, act === "name" ? { name: said } : { reason: said });
    this.asked = null;
    this.changed();
  }

  private async putBack(table: string): Promise<void> {
    await service.call("POST", `/tables/${table}/put-back`);
    this.changed();
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.asked) return;
    event.stopPropagation();
    this.close();
  };

  override render(): TemplateResult {
    return html`<section class="card" aria-label="Your tables" @keydown=${this.onKey}>
      <h2>Your tables</h2>
      ${this.form()}
      ${
        this.made
          ? html`<p role="status">Table ${this.made} is set up. <a href="#/table/${this.made}">Go there</a></p>`
          : nothing
      }
      <table>
        <caption class="unseen">
          Tables
        </caption>
        <tbody>
          ${this.tables.map((one) => this.row(one))}
        </tbody>
      </table>
      ${this.failed && !this.asked ? html`<p class="refused" role="alert">${this.failed}</p>` : nothing}
      ${this.asked ? this.question(this.asked.act, this.asked.table) : nothing}
    </section>`;
  }

  private form(): TemplateResult {
    return html`<form
      class="ruling"
      @submit=${(event: Event) => {
        event.preventDefault();
        void this.act(() => this.setUp(event.target as HTMLFormElement));
      }}
    >
      <h3>Set up a table</h3>
      <p class="row">
        <label>Name of the table <input name="name" required maxlength="40" autocomplete="off" /></label>
        <label
          >Rulebook
          <select
            name="rulebook"
            @change=${(event: Event) => void this.act(() => this.choose((event.target as HTMLSelectElement).value))}
          >
            ${this.books.map((one) => html`<option value=${one.ref}>${one.ref} · ${one.title}</option>`)}
          </select></label
        >
        <label
          >Played
          <select name="dealt">
            <option value="dealt">by a dealer</option>
            <option value="automatic">automatically</option>
          </select></label
        >
        <label
          >Limits
          <select name="preset">
            <option value="">as usual here</option>
            ${this.presets.map((one) => html`<option value=${one.name}>${one.name}</option>`)}
          </select></label
        >
        <button type="submit" class="primary" data-do="set-up">Set up</button>
      </p>
    </form>`;
  }

  private row(one: TableOut): TemplateResult {
    const button = (act: Act, words: string, kind = ""): TemplateResult =>
      html`<button
        type="button"
        class=${kind}
        data-do=${act}
        aria-label="${words} ${one.name ?? one.table}"
        @click=${() => this.ask(act, one.table)}
      >
        ${words}
      </button>`;
    return html`<tr data-own-table=${one.table}>
      <th scope="row">${one.name ?? one.table}</th>
      <td>${one.title}${one.name ? html` <span class="quiet">${one.table}</span>` : nothing}</td>
      <td>${one.aside === null ? (one.open ? "open" : "closed") : `out of service: ${one.aside}`}</td>
      <td>
        ${button("name", "Rename")}
        ${
          one.aside === null
            ? button("set-aside", "Take out of service")
            : html`<button
                type="button"
                data-do="put-back"
                @click=${() => void this.act(() => this.putBack(one.table))}
              >
                Put back
              </button>`
        }
        ${button("remove", "Remove", "danger")}
      </td>
    </tr>`;
  }

  private question(act: Act, table: string): TemplateResult {
    const words: Record<Act, [string, string, string]> = {
      name: ["Rename", "Its record keeps its own name.", "Name"],
      "set-aside": ["Take out of service", "It has to be closed, and nobody may hold chips there.", "Reason"],
      remove: ["Remove", "It leaves the lobby. Its record stays, and its rounds can still be examined.", ""],
    };
    const [verb, note, field] = words[act];
    return sheet(
      `${verb} ${table}`,
      html`<h2>${verb}: table ${table}</h2>
        <p>${note}</p>
        <form
          class="ruling"
          @submit=${(event: Event) => {
            event.preventDefault();
            void this.act(() => this.done(event.target as HTMLFormElement));
          }}
        >
          ${
            field
              ? html`<label>${field} <input name="said" required maxlength=${act === "name" ? 40 : 200} /></label>`
              : nothing
          }
          <p class="row">
            <button type="submit" class=${act === "remove" ? "danger" : "primary"} data-confirm=${act}>${verb}</button>
          </p>
        </form>
        ${this.failed ? html`<p class="refused" role="alert">${this.failed}</p>` : nothing}`,
      () => this.close(),
    );
  }
}

customElements.define("croupier-tables", TableListPanel);
