// Whose chips are whose, beside a name: the letter and the color that they have on the cloth.

import { html, type TemplateResult } from "lit";
import type { Owners } from "../cloth/owners.ts";

export function swatch(owners: Owners | null, player: string): TemplateResult {
  const owner = owners?.map.get(player);
  return html`<i class="dot ${owner?.tone ?? ""}" aria-hidden="true">${owner?.letter ?? ""}</i>`;
}
