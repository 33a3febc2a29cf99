// Whether a round was drawn as it was committed to: worked out here from what was revealed, and taken from nobody.

import { html, nothing, type TemplateResult } from "lit";
import { counted, draw } from "../examine/draw.ts";
import type { PlayerView } from "./player.ts";
import { brief } from "./proof.ts";
import type { Revealed } from "../wire/commitments.ts";

// Null if it holds, or what does not.
export function fault(table: string, wheel: readonly string[], told: Revealed): string | null {
  const { round, digest, secret, commitment, pocket } = told;
  if (!/^[0-9a-f]{64}$/.test(secret)) return "The secret was not revealed.";
  const found = draw({ table, round, digest, secret, pockets: counted(wheel) });
  if (found.commitment !== commitment) return "The revealed secret is not the one committed to.";
  if (pocket !== null && found.pocket !== pocket)
    return `The secret gives ${found.pocket ?? "no pocket"}, but ${pocket} was declared.`;
  return null;
}

export function line(view: PlayerView): TemplateResult | typeof nothing {
  if (!view.proof.last) return nothing;
  const { told, fault: wrong } = view.proof.last;
  const more = html`<a href="#/verify/${view.table}/${told.round}">See how</a>`;
  if (wrong === undefined) return html`<p class="quiet">Checking round ${told.round}…</p>`;
  if (wrong !== null)
    return html`<p class="verdict broken" data-proof="broken"><b>Not verified.</b> ${wrong} ${more}</p>`;
  const ends = told.pocket === null ? "void, its secret fits the seal" : `the secret gives ${told.pocket}`;
  return html`<p class="verdict" data-proof=${told.inTime ? "verified" : "late"}>
      <b>Verified</b> round ${told.round}: ${ends}. ${more}
    </p>
    ${recordEnd(view)}`;
}

// Where the record ended with the last round. Whoever keeps it can show later that nothing before was changed.
function recordEnd(view: PlayerView): TemplateResult | typeof nothing {
  const head = view.model?.connection.head;
  if (!head) return nothing;
  return html`<p class="quiet" data-record-end=${head.hash}>
    Record up to event ${head.seq}: <code title=${head.hash}>${brief(head.hash)}</code>
    <button type="button" class="copy" @click=${() => void view.proof.copy(head.hash)}>Keep it</button>
  </p>`;
}

// Loud, on every screen, until somebody has seen it.
export function alarm(view: PlayerView): TemplateResult | typeof nothing {
  const broken = view.proof.broken;
  if (!broken) return nothing;
  return html`<div class="alarm" role="alert" data-proof-alarm>
    <h2>Round ${broken.told.round} does not verify</h2>
    <p>${broken.fault} Stop playing here, and keep this seal: <code>${broken.told.commitment}</code></p>
    <p>
      <a class="button" href="#/verify/${view.table}/${broken.told.round}">See how</a>
      <button type="button" @click=${() => view.proof.seen()}>Close</button>
    </p>
  </div>`;
}
