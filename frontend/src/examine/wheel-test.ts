// Whether a table's wheel is biased, from the house's own record: by dealer, direction and time.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import { count } from "../words/words.ts";
import { ask, words } from "./parts.ts";

interface Tested {
  spins: number;
  verdict: string[];
  alarms: string[];
  tests: { test: string; found?: string; skipped?: string; adjusted?: number }[];
  left_out: string[];
}

export class WheelTest extends LitElement {
  static override properties = { table: {} };

  declare table: string;

  private made: Tested | "under way" | null = null;
  private wrong = "";

  constructor() {
    super();
    this.table = "";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private async test(form: HTMLFormElement): Promise<void> {
    const given = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string" && value) given.set(name, value);
    Object.assign(this, { made: "under way", wrong: "" });
    this.requestUpdate();
    try {
      this.made = await ask<Tested>(`/tables/${this.table}/wheel-test?${given}`);
    } catch (error) {
      Object.assign(this, { made: null, wrong: words(error) });
    }
    this.requestUpdate();
  }

  override render(): TemplateResult {
    const made = this.made;
    return html`<section class="card wheel-test" aria-label="The wheel of this table">
      <h2 class="kicker">Is this wheel biased?</h2>
      <form
        class="row"
        @submit=${(event: Event) => {
          event.preventDefault();
          void this.test(event.target as HTMLFormElement);
        }}
      >
        <label class="small">Dealer <input name="dealer" maxlength="64" placeholder="anybody" /></label>
        <label class="small"
          >Direction
          <select name="direction">
            <option value="">both</option>
            <option value="clockwise">clockwise</option>
            <option value="counterclockwise">counterclockwise</option>
          </select></label
        >
        <label class="small">From (UTC) <input type="datetime-local" name="since" /></label>
        <label class="small">Until (UTC) <input type="datetime-local" name="until" /></label>
        <button type="submit" ?disabled=${made === "under way"}>Test the record</button>
      </form>
      ${this.wrong ? html`<p role="alert" class="refused">${this.wrong}</p>` : nothing}
      ${made === "under way" ? html`<p role="status" class="quiet">Testing every outcome on record…</p>` : nothing}
      ${made && made !== "under way" ? answer(made) : nothing}
    </section>`;
  }
}

function answer(made: Tested): TemplateResult {
  return html`${made.verdict.map((line, place) => html`<p class=${place ? "" : "lead"} data-verdict>${line}</p>`)}
    ${made.left_out.map((line) => html`<p class="small quiet">${line}</p>`)}
    <details>
      <summary>Every test of these ${count(made.spins, "spin")}</summary>
      <table class="exact">
        <thead>
          <tr>
            <th scope="col">test</th>
            <th scope="col">found</th>
            <th scope="col">corrected p</th>
          </tr>
        </thead>
        <tbody>
          ${made.tests.map(
            (one) =>
              html`<tr class=${made.alarms.includes(one.test) ? "differs" : ""}>
                <th scope="row">${one.test}</th>
                <td>${one.found ?? `not made: ${one.skipped ?? ""}`}</td>
                <td>${one.adjusted === undefined ? "–" : one.adjusted.toPrecision(3)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>`;
}

customElements.define("croupier-wheel-test", WheelTest);
