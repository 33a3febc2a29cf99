// The cloth by keys: from spot to spot, and what is done with the one in focus.

import type { Spot } from "../wire/types.ts";
import type { Rect } from "./geometry.ts";
import type { Cloth } from "./cloth.ts";

export function onClothKey(view: Cloth, event: KeyboardEvent): void {
  const spot = view.spots.get(view.focused);
  if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
  const steps: Record<string, [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
  };
  const step = steps[event.key];
  if (step) {
    event.preventDefault();
    walk(view, spot, step, event.shiftKey);
  } else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    view.send("lay", spot);
  } else if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    view.send("takeback", spot);
  } else if (event.key === "p" || event.key === "P") {
    event.stopPropagation();
    event.preventDefault();
    view.send("pick", spot);
  }
}

// Arrows go from box to box; with Shift to the nearest line or crossing on the way.
function walk(view: Cloth, from: Spot, [dx, dy]: [number, number], lines: boolean): void {
  const geometry = view.geometry;
  if (!geometry || !view.felt) return;
  const here = middle(geometry.rect(from.zone));
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of view.felt.spots) {
    if (spot === from || (!lines && !boxed(spot))) continue;
    const zone = geometry.rect(spot.zone);
    const there = middle(zone);
    const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
    if (ahead <= 1) continue;
    // What lies straight ahead wins, however wide it is; of two such, the one whose middle is nearer.
    const aside = dx ? Math.abs(there.y - here.y) : Math.abs(there.x - here.x);
    const gap = Math.max(0, aside - (dx ? zone.height : zone.width) / 2);
    const cost = ahead + gap * 2.5 + aside * 0.01;
    if (cost < least) [best, least] = [spot, cost];
  }
  if (best) view.focusOn(best.name);
}

// A bet with a box of its own, as opposed to one that lies on lines.
export function boxed(spot: Spot): boolean {
  return spot.kind === "straight" || spot.kind.startsWith("series") || !/[-]/.test(spot.position.split(":")[1] ?? "");
}

function middle(rect: Rect): { x: number; y: number } {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}
