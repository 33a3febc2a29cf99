// The wheel in its slot, which lies beside the cloth where there is room, and over it for the spin where there is none.

import { html, type TemplateResult } from "lit";
import "../wheel/wheel.ts";
import type { PlayerView } from "./player.ts";
import type { BallEvent } from "../wheel/wheel.ts";
import type { TableModel } from "../wire/model.ts";

// One and the same, so that the wheel is not drawn anew for it.
const NONE: string[] = [];

export function wheelSlot(view: PlayerView, model: TableModel): TemplateResult {
  const now = model.now;
  const arc = view.aimed?.kind.startsWith("series") && view.felt?.verified ? view.aimed.pockets : NONE;
  return html`<div class="wheel-slot ${view.ending.wheel}" @click=${() => view.ending.sendAway()}>
    <croupier-wheel
      .felt=${view.felt}
      .phase=${now?.phase ?? "closed"}
      .spun=${now?.spun ?? false}
      .seed=${`${view.table}/${now?.round ?? ""}`}
      .pocket=${model.reveal.pocket ?? now?.outcome ?? null}
      .arc=${arc}
      .real=${!model.snapshot?.automatic}
      @ball=${(event: CustomEvent<BallEvent>) => view.ending.ball(model, event.detail)}
    ></croupier-wheel>
  </div>`;
}
