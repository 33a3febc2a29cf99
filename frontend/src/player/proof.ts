// Proof in view: what this round is committed to, before a chip is laid, and after the round whether it was kept. The
// page works it out itself, from what it saw. A dealt table has a real wheel and nothing to prove.

import * as say from "#words/player/page.ts";
import { html, nothing, type TemplateResult } from "lit";
import type { PlayerView } from "./player.ts";
import { lazily } from "../wire/lazily.ts";
import type { TableModel } from "../wire/model.ts";
import { service } from "../wire/service.ts";
import type { RoundOut } from "../wire/types.ts";
import type { Revealed } from "../wire/commitments.ts";
import type * as verdict from "./verdict.ts";

const COPIED_FOR = 2000;

export interface Checked {
  told: Revealed;
  // Null if it holds; undefined while it is being worked out.
  fault: string | null | undefined;
}

export class Proof {
  last: Checked | null = null;
  // A round that does not hold stays in view until somebody has seen it.
  broken: Checked | null = null;
  copied = false;
  // What is made of a secret is loaded with the first that is revealed.
  told: typeof verdict | null = null;
  private asked = "";

  constructor(private readonly view: PlayerView) {}

  look(model: TableModel): void {
    if (!model.snapshot?.automatic) return;
    const { current, revealed } = model.commitments;
    const round = model.now?.round ?? null;
    if (round !== null && current?.round !== round && this.asked !== round) void this.ask(model, round);
    if (revealed && revealed !== this.last?.told) void this.check(model, revealed);
  }

  // Whoever comes in the middle of a round asks for its commitment; whether that was in time is kept with it.
  private async ask(model: TableModel, round: string): Promise<void> {
    this.asked = round;
    const inTime = model.betting;
    const told = await service.call<RoundOut>("GET", `/tables/${this.view.table}/rounds/${round}`).catch(() => null);
    const known = model.commitments.current?.round === round;
    if (!told?.commitment || known || model.now?.round !== round) return;
    model.commitments.current = { round, commitment: told.commitment, digest: told.digest, inTime };
    this.view.requestUpdate();
  }

  private async check(model: TableModel, told: Revealed): Promise<void> {
    const checked: Checked = { told, fault: undefined };
    this.last = checked;
    this.told ??= await lazily(() => import("./verdict.ts")).catch(() => null);
    // Without it nothing is said; it is asked for again with whatever happens next.
    if (!this.told) return void (this.last = null);
    checked.fault = this.told.fault(model.table, this.view.felt?.wheel ?? [], told);
    if (checked.fault !== null) {
      this.broken = checked;
      this.view.announce(say.doesNotVerify(told.round, checked.fault), true);
    }
    this.view.requestUpdate();
  }

  async copy(text: string): Promise<void> {
    const { copyOut } = await lazily(() => import("./copy.ts"));
    await copyOut(text);
    this.copied = true;
    this.view.announce(say.copied, false);
    window.setTimeout(() => {
      this.copied = false;
      this.view.requestUpdate();
    }, COPIED_FOR);
  }

  seen(): void {
    this.broken = null;
    this.view.requestUpdate();
  }
}

export function brief(commitment: string): string {
  return `${commitment.slice(0, 4)} ${commitment.slice(4, 8)} … ${commitment.slice(-4)}`;
}

// In one line, on every screen: it is there before the first chip.
export function proofMark(view: PlayerView, model: TableModel): TemplateResult | typeof nothing {
  const current = model.commitments.current;
  if (!model.snapshot?.automatic || !current || current.round !== model.now?.round) return nothing;
  const holds = view.proof.last?.told.round === current.round && view.proof.last.fault === null;
  return html`<button
    type="button"
    class="proof-mark ${holds ? "holds" : ""}"
    data-commitment=${current.commitment}
    title=${holds ? say.byThisPage : say.sealedAs(current.commitment)}
    @click=${() => view.lookBeside(true)}
  >
    <i class="seal" aria-hidden="true"></i><span class="unseen">${holds ? say.verifiedFor : say.sealedFor}</span>
    <span class="digits">${holds ? say.verified : current.commitment.slice(0, 6)}</span>
  </button>`;
}

export function proofCard(view: PlayerView, model: TableModel): TemplateResult | typeof nothing {
  if (!model.snapshot?.automatic) return nothing;
  const current = model.commitments.current;
  const round = current?.round ?? model.now?.round;
  // Before the seal has come its place is kept: nothing moves when it does.
  return html`<section class="proof card" aria-label=${say.fairDraw}>
    <h2>${say.fairDraw}</h2>
    <p>${say.sealed(round, current?.inTime !== false)}</p>
    <p class="seal-line">
      <code title=${current?.commitment ?? ""}>${current ? brief(current.commitment) : "…"}</code>
      <button
        type="button"
        class="copy"
        ?disabled=${!current}
        @click=${() => current && void view.proof.copy(current.commitment)}
      >
        ${view.proof.copied ? say.copied : say.copy}
      </button>
    </p>
    ${view.proof.told?.line(view) ?? nothing}
  </section>`;
}

export function proofAlarm(view: PlayerView): TemplateResult | typeof nothing {
  return view.proof.told?.alarm(view) ?? nothing;
}
