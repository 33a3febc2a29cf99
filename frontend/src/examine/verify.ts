// A round of the random wheel checked in this browser: nothing is asked of the house but the values themselves.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import { pocketMark } from "../parts.ts";
import { ask, failure, paperTop, sign, titled, words } from "./parts.ts";
import { service } from "../wire/service.ts";
import { counted, draw, WHEELS, type Draw, type Given } from "./draw.ts";
import type { Felt, RoundOut } from "../wire/types.ts";

export class VerifyView extends LitElement {
  static override properties = { table: {}, round: {} };

  declare table: string;
  declare round: string;

  private story: RoundOut | null = null;
  private felt: Felt | null = null;
  private given: Given = { table: "", round: "", digest: "", secret: "", pockets: WHEELS["37"] ?? [] };
  private commitment = "";
  private pocket = "";
  private failed = "";
  private asked: string | null = null;

  constructor() {
    super();
    Object.assign(this, { table: "", round: "" });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(): void {
    const wanted = `${this.table}/${this.round}`;
    if (wanted === this.asked) return;
    this.asked = wanted;
    Object.assign(this, { story: null, felt: null, failed: "", commitment: "", pocket: "" });
    this.given = { table: this.table, round: this.round, digest: "", secret: "", pockets: WHEELS["37"] ?? [] };
    if (this.table && this.round)
      void this.load()
        .catch((error: unknown) => {
          this.failed = words(error);
        })
        .finally(() => this.requestUpdate());
    titled(this.round ? `verify round ${this.round} of ${this.table}` : "verify a draw");
  }

  private async load(): Promise<void> {
    const story = await ask<RoundOut>(`/tables/${this.table}/rounds/${this.round}`);
    this.felt = await service.felt(story.rulebook);
    this.given = {
      table: story.table,
      round: story.round,
      digest: story.digest,
      secret: story.secret ?? "",
      pockets: counted(this.felt.wheel),
    };
    this.commitment = story.commitment ?? "";
    this.pocket = story.pocket ?? "";
    this.story = story;
  }

  private take(event: Event): void {
    const field = event.target as HTMLInputElement | HTMLSelectElement;
    const value = field.value.trim();
    if (field.name === "wheel") this.given = { ...this.given, pockets: WHEELS[value] ?? [] };
    else if (field.name === "commitment") this.commitment = value.toLowerCase();
    else if (field.name === "pocket") this.pocket = value;
    else
      this.given = {
        ...this.given,
        [field.name]: field.name === "table" || field.name === "round" ? value : value.toLowerCase(),
      };
    this.requestUpdate();
  }

  private worked(): Draw | null {
    try {
      return this.given.secret ? draw(this.given) : null;
    } catch {
      return null;
    }
  }

  override render(): TemplateResult {
    const found = this.worked();
    const story = this.story;
    const under = story
      ? html`${story.table} · ${story.rulebook} · <a href="#/audit/${story.table}/${story.round}">replay the round</a>`
      : "by hand, or from a round’s own page";
    return html`${paperTop(this.round ? `Verify round ${this.round}` : "Verify a draw", "verify", under)}
      <main class="paper-page verify">
        ${failure(this.failed)}
        ${
          story && !story.commitment
            ? html`<p class="card">
                At this table a dealer spins a real wheel: there is no secret and nothing to draw again. The record is
                what can be <a href="#/audit/${story.table}/${story.round}">examined</a>.
              </p>`
            : nothing
        }
        ${
          story?.commitment && !story.secret
            ? html`<p class="card">
                The round is not over. Its commitment stands below: write it down now, and come back when the secret is
                out.
              </p>`
            : nothing
        }
        <div class="verify-columns">
          <div>${this.form()}${found ? this.steps(found) : nothing}</div>
          ${this.proves()}
        </div>
      </main>`;
  }

  private form(): TemplateResult {
    const wheel =
      Object.entries(WHEELS).find(([, pockets]) => pockets.length === this.given.pockets.length)?.[0] ?? "37";
    const text = (name: string, label: string, value: string, long: boolean): TemplateResult =>
      html`<label class=${long ? "long" : ""}
        >${label} <input name=${name} class=${long ? "mono" : ""} autocomplete="off" spellcheck="false" .value=${value}
      /></label>`;
    return html`<section class="card">
      <h2 class="kicker">What was published</h2>
      <form class="published" @input=${this.take} @submit=${(event: Event) => event.preventDefault()}>
        ${text("table", "Table", this.given.table, false)}${text("round", "Round", this.given.round, false)}
        <label
          >Wheel
          <select name="wheel">
            ${Object.keys(WHEELS).map(
              (size) => html`<option value=${size} ?selected=${size === wheel}>${size} pockets</option>`,
            )}
          </select></label
        >
        ${text("pocket", "Pocket declared", this.pocket, false)}
        ${text("commitment", "Commitment, as you saw it before betting opened", this.commitment, true)}
        ${text("secret", "Secret, revealed when the round ended", this.given.secret, true)}
        ${text("digest", "Digest of the rulebook", this.given.digest, true)}
      </form>
      ${
        this.given.secret && !this.worked()
          ? html`<p role="alert" class="refused">The secret is 64 digits 0–9, a–f.</p>`
          : nothing
      }
    </section>`;
  }

  private steps(found: Draw): TemplateResult {
    const fits = this.commitment === found.commitment;
    const same = this.pocket === found.pocket;
    const size = this.given.pockets.length;
    const holds = (this.commitment ? fits : true) && (this.pocket ? same : true);
    return html`<section class="card working ${holds ? "sound" : "unsound"}" aria-label="Step by step">
      <h2 class="kicker">
        Step by step <span class="verdict" role="status">${holds ? "Verified" : "Not verified"}</span>
      </h2>
      <ol>
        <li class=${this.commitment ? (fits ? "holds" : "fails") : ""} data-step="commitment">
          <h3>The secret is the one committed to</h3>
          <p class="small quiet">SHA-256 of “croupier/commit/1”, the table, the round and the secret.</p>
          <p class="mono wrap">${found.commitment}</p>
          <p>
            ${
              this.commitment
                ? html`${sign(fits ? "holds" : "fails")} ${fits ? "That is" : "That is not"} the commitment that was
                  published.`
                : "Compare it with what you wrote down."
            }
          </p>
        </li>
        ${found.blocks.map(
          (block) =>
            html`<li data-step="block">
              <h3>Block ${block.number}</h3>
              <p class="small quiet">
                HMAC-SHA-256 of “croupier/draw/1”, the table, the round, the digest and ${block.number}, with the secret
                as the key: 32 bytes, looked at from the first. A byte of ${found.limit} (6 × ${size}) or more is passed
                over, so that every pocket is equally likely.
              </p>
              <p class="bytes">
                ${block.bytes.map(
                  (byte) =>
                    html`<span class=${byte.taken ? "taken" : "rejected"}
                      ><span class="unseen">${byte.taken ? "taken" : "passed over"}</span> ${byte.value}</span
                    >`,
                )}${block.rest.map((value) => html`<span>${value}</span>`)}
              </p>
            </li>`,
        )}
        <li class=${this.pocket ? (same ? "holds" : "fails") : ""} data-step="pocket">
          <h3>The pocket</h3>
          ${
            found.byte === null
              ? html`<p>
                  ${sign("fails")} No byte of four blocks was below ${found.limit}: this is a fault and no outcome.
                </p>`
              : html` <p>
                    ${found.byte} mod ${size} = ${found.counted} → pocket ${pocketMark(found.pocket, this.felt)}
                    ${
                      size === 37
                        ? nothing
                        : html`<span class="quiet"
                            >(number ${found.counted} of ${size === 38 ? "00, 0, 1" : "S, 00, 0, 1"} … 36, counted from
                            0)</span
                          >`
                    }
                  </p>
                  <p>
                    ${
                      this.pocket
                        ? html`${sign(same ? "holds" : "fails")} ${this.pocket}
                          ${same ? "is the pocket that was" : "was"} declared.`
                        : this.story?.void
                          ? "The round was void; this is where it would have ended."
                          : ""
                    }
                  </p>`
          }
        </li>
      </ol>
    </section>`;
  }

  private proves(): TemplateResult {
    return html`<aside class="card proves">
      <h2 class="kicker">What this shows</h2>
      <p>
        If you, or anybody outside the house, saw the commitment before betting opened, the pocket was fixed before the
        first chip: nobody could choose it by what was staked.
      </p>
      <h3>What it does not show</h3>
      <ul>
        <li>
          <b>Nothing, if nobody saw the commitment in time.</b> A house that publishes both afterwards can try secrets
          until one suits it.
        </li>
        <li>
          <b>That the house did not know the pocket.</b> Whoever can open the sealed secret knows it while bets are
          open.
        </li>
        <li>
          <b>That a round was not voided because of its pocket.</b> The secret of a void round is revealed too; voids
          can be counted against it.
        </li>
        <li><b>That the secret was random.</b> That is a matter of many rounds, and of tests.</li>
        <li>
          <b>That the bets were settled rightly.</b> That is the
          <a href=${this.table ? `#/audit/${this.table}/${this.round}` : "#/audit"}>record’s</a> to show.
        </li>
        <li>
          <b>That this page is honest.</b> It comes from the same house. The same can be done without it:
          <span class="mono">croupier wheel verify</span>, or <span class="mono">docs/verify-draw.sh</span> with nothing
          but openssl.
        </li>
      </ul>
      <p class="small quiet">All of it is worked out here, in your browser. Nothing that you type leaves it.</p>
    </aside>`;
  }
}

customElements.define("croupier-verify", VerifyView);
