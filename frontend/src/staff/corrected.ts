// What a correction changes for each player: before it is approved, and after.

import { html, nothing, type TemplateResult } from "lit";
import type { Adjusted, StaffModel } from "./model.ts";
import { money } from "../words/words.ts";

export function changesHands(model: StaffModel): TemplateResult | typeof nothing {
  const corrected = model.lasting.corrected;
  if (!corrected?.changes.length) return nothing;
  const { before, pocket, round } = corrected;
  return handsOver(corrected.changes, `Round ${round} corrected from ${before} to ${pocket}`, true);
}

// Before it is approved nothing has changed hands: that is marked apart.
export function handsOver(changes: readonly Adjusted[], title: string, done = false): TemplateResult {
  const sums = new Map<string, { amount: number; owed: number }>();
  for (const { player, winnings, returned, owed } of changes) {
    const one = sums.get(player) ?? { amount: 0, owed: 0 };
    sums.set(player, { amount: one.amount + winnings + returned, owed: one.owed + owed });
  }
  const words = (player: string, amount: number): TemplateResult =>
    amount < 0
      ? html`Take back <b>${money(-amount)}</b> from ${player}`
      : html`Give <b>${money(amount)}</b> more to ${player}`;
  return html`<section class="corrected" aria-label=${title}>
    <h3>${title}</h3>
    ${sums.size ? nothing : html`<p>No money changes hands.</p>`}
    <ul>
      ${[...sums].map(
        ([player, { amount, owed }]) =>
          html`<li data-changes=${done ? player : nothing} data-would-change=${done ? nothing : player}>
            ${words(player, amount)}${owed > 0 ? html`; ${money(owed)} of it is no longer here and is owed` : nothing}.
          </li>`,
      )}
    </ul>
  </section>`;
}
