// A page of their own for somebody who walked up: a code that works once, as a picture for their phone.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import { joinLink } from "./join-link.ts";
import { service } from "../wire/service.ts";

export class JoinCode extends LitElement {
  static override properties = { table: {}, player: {} };

  declare table: string;
  declare player: string;
  private shown: { player: string; picture: TemplateResult | typeof nothing; link: string } | null = null;
  private failed = "";

  constructor() {
    super();
    this.table = this.player = "";
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private async make(): Promise<void> {
    const { table, player } = this;
    try {
      const path = `/tables/${table}/seats/${encodeURIComponent(player)}/code`;
      const link = joinLink(await service.call<{ link: string; code: string }>("POST", path));
      const drawn = await import("./qr.ts").catch(() => null);
      this.shown = { player, link, picture: drawn?.picture(link, `Page of ${player}`) ?? nothing };
      this.failed = "";
    } catch (error) {
      this.failed = error instanceof Error ? error.message : String(error);
    }
    this.requestUpdate();
  }

  override render(): TemplateResult {
    const shown = this.shown?.player === this.player ? this.shown : null;
    return html`<p class="row">
        <button type="button" data-do="seat-code" @click=${() => void this.make()}>
          A page of their own for ${this.player}
        </button>
        ${this.failed ? html`<span class="refused" role="alert">${this.failed}</span>` : nothing}
      </p>
      ${
        shown
          ? html`<div class="once" role="status">
              <p>For ${shown.player}: it works once, within ten minutes.</p>
              ${shown.picture}
              <input name="link" readonly aria-label="Link for ${shown.player}" .value=${shown.link} />
            </div>`
          : nothing
      }`;
  }
}

customElements.define("croupier-seat-code", JoinCode);
