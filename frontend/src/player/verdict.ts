// Whether a round was drawn as it was committed to: worked out here from what was revealed, and taken from nobody.

import * as say from "#words/player/verdict.ts";
import { html, nothing, type TemplateResult } from "lit";
import { counted, draw } from "../examine/draw.ts";
import type { PlayerView } from "./player.ts";
import { brief } from "./proof.ts";
import type { Revealed } from "../wire/commitments.ts";

// Null if it holds, or what does not.
export function fault(table: string, wheel: readonly string[], told: Revealed): string | null {
  const { round, digest, secret, commitment, pocket } = told;
  if (!/^[0-9a-f]{64}$/.test(secret)) return say.notRevealed;
  const found = draw({ table, round, digest, secret, pockets: counted(wheel) });
  if (found.commitment !== commitment) return say.otherSecret;
  if (pocket !== null && found.pocket !== pocket) return say.otherPocket(found.pocket, pocket);
  return null;
}

export function line(view: PlayerView): TemplateResult | typeof nothing {
  if (!view.proof.last) return nothing;
  const { told, fault: wrong } = view.proof.last;
  const more = html`<a href="#/verify/${view.table}/${told.round}">${say.seeHow}</a>`;
  if (wrong === undefined) return html`<p class="quiet">${say.checking(told.round)}</p>`;
  if (wrong !== null)
    return html`<p class="verdict broken" data-proof="broken"><b>${say.notVerified}</b> ${wrong} ${more}</p>`;
  return html`<p class="verdict" data-proof=${told.inTime ? "verified" : "late"}>
      <b>${say.verified}</b> ${say.holds(told.round, told.pocket)} ${more}
    </p>
    ${recordEnd(view)}`;
}

// Where the record ended with the last round. Whoever keeps it can show later that nothing before was changed.
function recordEnd(view: PlayerView): TemplateResult | typeof nothing {
  const head = view.model?.connection.head;
  if (!head) return nothing;
  return html`<p class="quiet" data-record-end=${head.hash}>
    ${say.recordUpTo(head.seq)} <code title=${head.hash}>${brief(head.hash)}</code>
    <button type="button" class="copy" @click=${() => void view.proof.copy(head.hash)}>${say.keepIt}</button>
  </p>`;
}

// Loud, on every screen, until somebody has seen it.
export function alarm(view: PlayerView): TemplateResult | typeof nothing {
  const broken = view.proof.broken;
  if (!broken) return nothing;
  return html`<div class="alarm" role="alert" data-proof-alarm>
    <h2>${say.doesNotVerify(broken.told.round)}</h2>
    <p>${broken.fault} ${say.stopPlaying} <code>${broken.told.commitment}</code></p>
    <p>
      <a class="button" href="#/verify/${view.table}/${broken.told.round}">${say.seeHow}</a>
      <button type="button" @click=${() => view.proof.seen()}>${say.close}</button>
    </p>
  </div>`;
}
