// The limits of a table in as few lines as they need: kinds with the same limits stand together.

import type { Felt, Limits } from "../wire/types.ts";
import { kindName, money } from "../words/words.ts";

const INSIDE = new Set([
  "straight",
  "split",
  "street",
  "corner",
  "six-line",
  "first-five",
  "top-line",
  "series-3",
  "series-4",
  "series-6",
]);

export function limitLines(of: Limits | null | undefined, felt: Felt | null): { kinds: string; amount: string }[] {
  const limits = Object.entries(of?.limits ?? {});
  const groups = new Map<string, string[]>();
  for (const [kind, one] of limits) {
    const amount = `${money(one.min)}–${money(one.max)}`;
    groups.set(amount, [...(groups.get(amount) ?? []), kind]);
  }
  const inside = limits.filter(([kind]) => INSIDE.has(kind)).length;
  const named = (kinds: string[]): string => {
    const within = kinds.filter((kind) => INSIDE.has(kind)).length;
    if (kinds.length === limits.length) return "All bets";
    if (within === kinds.length && within === inside) return "Inside";
    if (within === 0 && kinds.length === limits.length - inside) return "Outside";
    return kinds.length > 2
      ? `${kindName(kinds[0] ?? "", felt)} and ${kinds.length - 1} more`
      : kinds.map((kind) => kindName(kind, felt)).join(", ");
  };
  return [...groups].map(([amount, kinds]) => ({ kinds: named(kinds), amount }));
}
