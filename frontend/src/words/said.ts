// From a key of the service to a sentence of the catalogue. A service that is newer than this page may have keys that
// the page does not know yet: those are said as they are written.

import type { OpeningCall, Phase, TableEvent } from "../wire/types.ts";
import {
  ERRORS,
  EVENTS,
  IRREGULARITIES,
  OPENINGS,
  PHASES,
  REFUSALS,
  ROLES,
  type Facts,
  type Refusing,
} from "#words/keys.ts";

export { EVENTS, NO_MORE_BETS } from "#words/keys.ts";

export function spaced(text: string): string {
  return text.replaceAll("-", " ");
}

export function sentence(text: string): string {
  const said = spaced(text);
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export function known<T>(catalogue: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(catalogue, key) ? catalogue[key] : undefined;
}

export function openingCall(opening: OpeningCall | null | undefined): string {
  return opening ? (known(OPENINGS, opening) ?? sentence(opening)) : "";
}

export function roleName(role: string): string {
  return known(ROLES, role) ?? spaced(role);
}

export function phaseName(phase: Phase): string {
  return known(PHASES, phase) ?? spaced(phase);
}

export function irregularityName(kind: string): string {
  return known(IRREGULARITIES, kind) ?? sentence(kind);
}

// Every refusal that this page has words for.
const refusals: Record<string, Refusing> = { ...REFUSALS };

export function learn(more: Readonly<Record<string, Refusing>>): void {
  Object.assign(refusals, more);
}

export function refusalWords(code: string, facts: Facts = {}): string {
  const said = known(refusals, code);
  return typeof said === "function" ? said(facts) : (said ?? `${sentence(code)}.`);
}

export function isRefusal(code: string): boolean {
  return Object.hasOwn(refusals, code);
}

// A service may be gone, or say what only a programmer understands.
export function errorWords(code: string): string {
  return known(ERRORS, code) ?? known(ERRORS, "internal-error") ?? "";
}

// Whether the sentence of a refusal takes its facts itself.
export function tellsFacts(code: string): boolean {
  return typeof known(refusals, code) === "function";
}

export function eventWords(event: TableEvent, opening: OpeningCall): string {
  return known(EVENTS, event.type)?.(event, opening) ?? "";
}
