// A link as a picture that a phone reads, drawn here: the link is a key, and goes to nobody else. Loaded on demand.

import { html, type TemplateResult } from "lit";
import { encode } from "uqr";

// As wide as the standard wants the margin to be.
const MARGIN = 4;

export function picture(link: string, label: string): TemplateResult {
  const { data, size } = encode(link, { ecc: "M", border: MARGIN });
  const dark = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return html`<svg class="qr" role="img" aria-label=${label} viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
    <path fill="#fff" d="M0 0h${size}v${size}H0z"></path>
    <path fill="#000" d=${dark}></path>
  </svg>`;
}
