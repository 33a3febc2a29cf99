// The chips of the tray: what they are worth, and in which color they lie.

import type { PlayerView } from "./player.ts";
import { denominations, faceOf } from "../cloth/faces.ts";
import { hues } from "../words/words.ts";

// What one chip is worth where the player has a color, or is to get one with the first bet; the tray then counts chips,
// not money.
export function chipValue({ model, chips }: PlayerView): number | null {
  const purse = model?.purse;
  if (purse?.color && purse.chip_value && (purse.chips > 0 || !purse.cash)) return purse.chip_value;
  return purse?.color || purse?.cash ? null : (chips?.told?.bought.value ?? null);
}

export function sorts(view: PlayerView): number[] {
  const limits = Object.values(view.model?.lasting.limits?.limits ?? {});
  return denominations(Math.max(...limits.map((one) => one.max), 0), chipValue(view));
}

export function tone(view: PlayerView): string {
  if (!view.chipValue) return faceOf(view.chip, view.denominations);
  const owned = view.chips?.map.get(view.model?.me ?? "");
  return owned?.chipValue ? owned.tone : hues(view.chips?.told?.bought.color ?? "");
}
