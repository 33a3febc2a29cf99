// The owner's desk: who works here, one-time links for those who are to, and the way out.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import { service } from "./service.ts";
import { rulebook, spaced } from "./staff.ts";
import type { StaffTold, TableTold } from "./wire.ts";

const WATCHING = ["surveillance", "auditor"];

export class PeoplePanel extends LitElement {
  static override properties = { tables: { attribute: false } };

  declare tables: TableTold[];
  private people: StaffTold[] = [];
  private table = "";
  private roles: string[] = [];
  private link = "";
  private invited = "";
  private copied = false;
  private failed = "";

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
    void this.choose(this.tables.find((one) => !one.automatic)?.table ?? this.tables[0]?.table ?? "");
  }

  private async read(): Promise<void> {
    this.people = await service.call<StaffTold[]>("GET", "/people").catch(() => []);
    this.requestUpdate();
  }

  // Which roles there are is the rulebook's to say.
  private async choose(table: string): Promise<void> {
    this.table = table;
    const told = this.tables.find((one) => one.table === table);
    const books = await Promise.all((told ? [told.rulebook] : [...new Set(this.tables.map((one) => one.rulebook))]).map(rulebook));
    this.roles = [...new Set(books.flatMap((book) => book.procedure.roles.ladder.value)), ...WATCHING];
    this.requestUpdate();
  }

  private async invite(event: Event): Promise<void> {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    this.link = "";
    this.copied = false;
    try {
      const told = await service.call<{ link: string; name: string; role: string; code: string }>("POST", "/invitations", {
        name: String(data.get("name")).trim(), role: data.get("role"), table: data.get("table") || null,
      });
      this.link = `${location.origin}/#join=${told.code}`;
      this.invited = `${told.name}, ${spaced(told.role)}`;
      this.failed = "";
      (event.target as HTMLFormElement).reset();
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
    await this.read();
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

  private async dismiss(name: string): Promise<void> {
    try {
      await service.call("DELETE", `/people/${encodeURIComponent(name)}`);
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
    await this.read();
  }

  override render(): TemplateResult {
    return html`<section class="card" aria-label="Staff"><h2>Staff</h2>
      <form class="ruling" @submit=${(event: Event) => void this.invite(event)}><h3>Invite somebody</h3>
        <p class="row"><label>Name <input name="name" required maxlength="24" autocomplete="off"></label>
          <label>Table <select name="table" @change=${(event: Event) => void this.choose((event.target as HTMLSelectElement).value)}>
            ${this.tables.map((one) => html`<option value=${one.table} ?selected=${one.table === this.table}>${one.table}</option>`)}<option value="">every table</option></select></label>
          <label>Position <select name="role">${this.roles.map((role) => html`<option value=${role}>${spaced(role)}</option>`)}</select></label>
          <button type="submit" class="primary" data-do="invite">Make a link</button></p></form>
      ${this.link ? html`<div class="once" role="status"><p><b>For ${this.invited}.</b> It works once and is shown once: hand it over now.</p>
        <p class="row"><input name="link" readonly aria-label="One-time link" .value=${this.link}><button type="button" data-do="copy" @click=${() => void this.copy()}>${this.copied ? "Copied" : "Copy"}</button></p></div>` : nothing}
      <table><caption class="unseen">Who works here</caption><tbody>${this.people.map((one) => html`<tr data-person=${one.name}><th scope="row">${one.name}</th><td>${spaced(one.role)}</td><td>${one.table ?? "every table"}</td>
        <td><button type="button" class="danger" aria-label="Dismiss ${one.name}" @click=${() => void this.dismiss(one.name)}>Dismiss</button></td></tr>`)}</tbody></table>
      ${this.people.length ? nothing : html`<p class="quiet">Nobody yet.</p>`}
      ${this.failed ? html`<p class="refused" role="alert">${this.failed}</p>` : nothing}</section>`;
  }
}

customElements.define("croupier-people", PeoplePanel);
