// What a key means at a dealer's table. A key that something else is waiting for is not the table's.

import type { Felt } from "../wire/types.ts";

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  );
}

function isControl(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLButtonElement ||
    target instanceof HTMLAnchorElement ||
    (target instanceof HTMLElement && target.tagName === "SUMMARY")
  );
}

export function isForTable(event: KeyboardEvent): boolean {
  const held = event.ctrlKey || event.metaKey || event.altKey;
  return !(isTyping(event.target) || event.defaultPrevented || held || event.repeat);
}

export function pressesWalk(event: KeyboardEvent): boolean {
  return event.key === "Enter" && !isControl(event.target);
}

export function pressesCount(event: KeyboardEvent): boolean {
  if (event.key !== " ") return false;
  return !isControl(event.target) || (event.target as HTMLElement).matches(".count, .primary, .spot");
}

const SEQUENCE = 1500;

// N and then S, within a moment: no single key voids anything.
export class NoSpinKeys {
  private first = -Infinity;

  pressed(event: KeyboardEvent): boolean {
    const key = event.key.toLowerCase();
    const second = key === "s" && performance.now() - this.first < SEQUENCE;
    this.first = key === "n" ? performance.now() : -Infinity;
    return second;
  }
}

// Whether a key begins the number of a pocket, as this wheel numbers them.
export function beginsNumber(key: string, felt: Felt): boolean {
  return key.length === 1 && felt.wheel.some((pocket) => pocket.startsWith(key.toUpperCase()));
}
