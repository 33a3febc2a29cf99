// How often what was seen, once there were enough spins to count: for information. Loaded when there were.

import * as say from "#words/player/seen.ts";
import { html, svg, type TemplateResult } from "lit";
import { pocketMark } from "../parts.ts";
import type { Counts, Felt } from "../wire/types.ts";
import { capital, count, fraction } from "../words/words.ts";

const SEEN_SHOWN = 3;
const COLORS = ["red", "black", "green"];

export function seen(told: Counts, felt: Felt | null): TemplateResult {
  const ranked = told.counts.toSorted((a, b) => b.seen - a.seen);
  const expected = ranked[0] ? fraction(ranked[0].expected) : 0;
  const most = ranked.filter((one) => one.seen > expected).slice(0, SEEN_SHOWN);
  const least = ranked
    .filter((one) => one.seen < expected)
    .toReversed()
    .slice(0, SEEN_SHOWN);
  const mark = (one: Counts["counts"][number]): TemplateResult =>
    html`<span class="seen">${pocketMark(one.pocket, felt)} ${one.seen}</span>`;
  return html`<div data-counts>
    ${shares(told)}
    <p class="quiet hot"><span>${say.most}</span> ${most.map(mark)} <span>${say.least}</span> ${least.map(mark)}</p>
    <p class="quiet hot">${count(told.counted, "spin")}. ${say.odds}</p>
  </div>`;
}

// One bar for all colors; what it shows is said beside it, so that color is never alone.
function shares(told: Counts): TemplateResult {
  let from = 0;
  const parts = COLORS.map((color) => {
    const times = told.counts.filter((one) => one.color === color).reduce((sum, one) => sum + one.seen, 0);
    const part = { color, from, share: (times / told.counted) * 100 };
    from += part.share;
    return part;
  });
  return html`<svg
      class="colors-bar"
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      ${parts.map((one) => svg`<rect class=${one.color} x=${one.from} width=${one.share} height="6"></rect>`)}
    </svg>
    <p class="legend">
      ${parts.map(
        (one) =>
          html`<span
            ><i class="mark ${one.color}" aria-hidden="true"></i> ${capital(one.color)}
            <b>${Math.round(one.share)} %</b></span
          >`,
      )}
    </p>`;
}
