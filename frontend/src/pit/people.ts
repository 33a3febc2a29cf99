// The owner's page: who works here, one-time links for those who are to, and the way out.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import { service } from "../wire/service.ts";
import { Rest } from "../staff/rest.ts";
import { joinLink } from "../staff/join-link.ts";
import { WATCHING, focusSheet, rulebook, sheet } from "../staff/staff.ts";
import type { StaffOut, TableOut } from "../wire/types.ts";
import { roleName } from "../words/said.ts";

export class PeoplePanel extends LitElement {
  static override properties = { tables: { attribute: false } };

  declare tables: TableOut[];
  private people: StaffOut[] = [];
  private table = "";
  private roles: string[] = [];
  // The ladder of each table whose rulebook lets a person act in a higher position.
  private ladders: [string, string[]][] = [];
  private link = "";
  private invited = "";
  private copied = false;
  private picture: TemplateResult | typeof nothing = nothing;
  private failed = "";
  private leaving = "";
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
    void this.read();
    void this.climb();
    void this.choose(this.tables.find((one) => !one.automatic)?.table ?? this.tables[0]?.table ?? "");
  }

  private async read(): Promise<void> {
    this.people = await service.call<StaffOut[]>("GET", "/people").catch(() => []);
    this.requestUpdate();
  }

  private async climb(): Promise<void> {
    const books = await Promise.all(this.tables.map((one) => rulebook(one.rulebook)));
    this.ladders = this.tables.flatMap((one, place): [string, string[]][] => {
      const roles = books[place]?.procedure.roles;
      return roles?.acting_upwards?.value ? [[one.table, roles.ladder.value]] : [];
    });
    this.requestUpdate();
  }

  // Which roles there are is the rulebook's to say.
  private async choose(table: string): Promise<void> {
    this.table = table;
    const told = this.tables.find((one) => one.table === table);
    const books = await Promise.all(
      (told ? [told.rulebook] : [...new Set(this.tables.map((one) => one.rulebook))]).map(rulebook),
    );
    this.roles = [...new Set(books.flatMap((book) => book.procedure.roles.ladder.value)), ...WATCHING];
    this.requestUpdate();
  }

  private async invite(event: Event): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    this.link = "";
    this.copied = false;
    try {
      const told = await service.call<{ link: string; name: string; role: string; code: string }>(
        "POST",
        "/invitations",
        {
          name: String(data.get("name")).trim(),
          role: data.get("role"),
          table: data.get("table") || null,
        },
      );
      this.link = joinLink(told);
      this.invited = `${told.name}, ${roleName(told.role)}`;
      this.failed = "";
      void this.draw(told.name);
      // The next one is mostly for the same table: only the name is another.
      const named = (event.target as HTMLFormElement).elements.namedItem("name") as HTMLInputElement;
      named.value = "";
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
    await this.read();
  }

  // Whoever is invited holds a phone over the screen. Without the picture the link does as well.
  private async draw(name: string): Promise<void> {
    this.picture = nothing;
    const drawn = await import("../staff/qr.ts").catch(() => null);
    if (drawn) this.picture = drawn.picture(this.link, `Link for ${name}`);
    this.requestUpdate();
  }

  private async copy(): Promise<void> {
    const field = this.querySelector<HTMLInputElement>("input[name=link]");
    field?.select();
    try {
      await navigator.clipboard.writeText(this.link);
      this.copied = true;
    } catch {
      // A page that is not served over https has no clipboard: the link is selected, to be copied by hand.
      this.copied = false;
    }
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.rest.end();
  }

  protected override updated(): void {
    this.rest.look(this.leaving);
  }

  private asks(name: string): void {
    this.leaving = name;
    this.requestUpdate();
    if (name) void this.updateComplete.then(() => focusSheet(this));
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.leaving) return;
    event.stopPropagation();
    this.asks("");
  };

  private async dismiss(name: string): Promise<void> {
    this.asks("");
    try {
      await service.call("DELETE", `/people/${encodeURIComponent(name)}`);
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
    await this.read();
  }

  // An appointment to act in a higher position: what is done by it names the position, and the rulebook's clause.
  private async act(name: string, position: string): Promise<void> {
    const path = `/people/${encodeURIComponent(name)}/acting`;
    try {
      if (position) await service.call("PUT", path, { position });
      else await service.call("DELETE", path);
      this.failed = "";
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
    await this.read();
  }

  // The positions above somebody's own, at the tables at which they work.
  private above(one: StaffOut): string[] {
    const found = this.ladders.filter(([table]) => one.table === null || table === one.table);
    return [...new Set(found.flatMap(([, ladder]) => ladder.slice(ladder.indexOf(one.role) + 1 || ladder.length)))];
  }

  private acting(one: StaffOut): TemplateResult | typeof nothing {
    const above = this.above(one);
    if (!above.length && !one.acting) return nothing;
    return html`<label
      >Acts as
      <select
        name="acting"
        aria-label="Position in which ${one.name} acts"
        @change=${(event: Event) => void this.act(one.name, (event.target as HTMLSelectElement).value)}
      >
        <option value="" ?selected=${!one.acting}>nothing else</option>
        ${above.map((role) => html`<option value=${role} ?selected=${role === one.acting}>${roleName(role)}</option>`)}
      </select></label
    >`;
  }

  override render(): TemplateResult {
    return html`<section class="card" aria-label="Staff" @keydown=${this.onKey}>
      <h2>Staff</h2>
      <form class="ruling" @submit=${(event: Event) => void this.invite(event)}>
        <h3>Invite somebody</h3>
        <p class="row">
          <label>Name <input name="name" required maxlength="24" autocomplete="off" /></label>
          <label
            >Table
            <select
              name="table"
              @change=${(event: Event) => void this.choose((event.target as HTMLSelectElement).value)}
            >
              ${this.tables.map(
                (one) => html`<option value=${one.table} ?selected=${one.table === this.table}>${one.table}</option>`,
              )}
              <option value="">every table</option>
            </select></label
          >
          <label
            >Position
            <select name="role">
              ${this.roles.map((role) => html`<option value=${role}>${roleName(role)}</option>`)}
            </select></label
          >
          <button type="submit" class="primary" data-do="invite">Make a link</button>
        </p>
      </form>
      ${
        this.link
          ? html`<div class="once" role="status">
              <p><b>For ${this.invited}.</b> It works once and is shown once: hand it over now.</p>
              <p class="row">
                <input name="link" readonly aria-label="One-time link" .value=${this.link} /><button
                  type="button"
                  data-do="copy"
                  @click=${() => void this.copy()}
                >
                  ${this.copied ? "Copied" : "Copy"}
                </button>
              </p>
              ${this.picture}
            </div>`
          : nothing
      }
      <table>
        <caption class="unseen">
          Who works here
        </caption>
        <tbody>
          ${this.people.map(
            (one) =>
              html`<tr data-person=${one.name}>
                <th scope="row">${one.name}</th>
                <td>${roleName(one.role)}</td>
                <td>${one.table ?? "every table"}</td>
                <td>${this.acting(one)}</td>
                <td>
                  <button
                    type="button"
                    class="danger"
                    aria-label="Dismiss ${one.name}"
                    @click=${() => this.asks(one.name)}
                  >
                    Dismiss
                  </button>
                </td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${this.people.length ? nothing : html`<p class="quiet">Nobody yet.</p>`}
      <p><a href="#/rules/new">Rulebooks of your own, and new tables</a></p>
      ${this.failed ? html`<p class="refused" role="alert">${this.failed}</p>` : nothing}
      ${
        this.leaving
          ? sheet(
              "Dismiss",
              html`<h2>Dismiss ${this.leaving}?</h2>
                <p>They are signed out everywhere at once. The record keeps what they did.</p>
                <button
                  type="button"
                  class="danger"
                  data-confirm="dismiss"
                  @click=${() => void this.dismiss(this.leaving)}
                >
                  Dismiss ${this.leaving}
                </button>`,
              () => this.asks(""),
            )
          : nothing
      }
    </section>`;
  }
}

customElements.define("croupier-people", PeoplePanel);
