// What dealer, pit and display share: the rulebook's procedure as the service tells it, sheets, and words for acts.

import { html, nothing, type TemplateResult } from "lit";
import type { Receipt } from "../wire/connection.ts";
import type { TableModel } from "../wire/model.ts";
import { clauseTags } from "../parts.ts";
import { service } from "../wire/service.ts";
import type { CommandName, Felt, Ground, Limits, Offer, Purse } from "../wire/types.ts";
import { clauseNumber, spotName } from "../words/words.ts";
import { aboutPlayer, inTheWay } from "#words/staff.ts";
import { roleName, tellsFacts } from "../words/said.ts";

// Roles that watch and do nothing at a table.
export const WATCHING: readonly string[] = ["surveillance", "auditor"];

export interface Procedure {
  roles: { ladder: Ground & { value: string[] }; acting_upwards?: Ground };
  closing: { bell: Ground; wave: Ground; before_spin: Ground; before_spin_by?: Ground; ball_at_rest: Ground };
  outcome: { wrong_display: Ground; dolly: Ground };
  wagers: { placed_by_staff: Ground; unclear: Ground; unclear_by?: Ground; withdrawal: Ground; late: Ground };
  irregularities: Record<string, Ground & { act: CommandName }>;
  no_spin: { callers?: Record<string, Ground & { value: string[] }>; suspicion: Ground; until: Ground };
  power: { failure: Ground; ball_dropped: Ground };
  rulings: { unlisted_by: Ground; correction_by: Ground };
  limits: { under_minimum: Ground; over_maximum: Ground };
  spin: { direction: Ground; revolutions_min: Ground };
}

export interface Rulebook {
  ref: string;
  title: string;
  procedure: Procedure;
}

export interface WagerSeen {
  wager: string;
  player: string;
  lies: string;
  counts: string;
  stake: number;
  held: boolean;
  done: boolean;
  winnings: number;
  returned: number;
  collected: number;
}

// A table as staff see it over HTTP: what the socket does not repeat with every tick.
export interface Detail {
  // The last event that it knows of.
  seq: number;
  wagers?: WagerSeen[];
  purses?: Record<string, Purse>;
  seats: string[];
  tray?: number;
  spin?: { ball: string | null; wheel: string | null; power_failed: boolean };
  limits: Limits | null;
}

const books = new Map<string, Promise<Rulebook>>();

export function rulebook(ref: string): Promise<Rulebook> {
  let book = books.get(ref);
  if (!book) books.set(ref, (book = service.call<Rulebook>("GET", `/rulebooks/${ref}`)));
  return book;
}

export function positionName(position: string, felt: Felt | null): string {
  const spot = felt?.spots.find((one) => one.position === position);
  return spot ? spotName(spot) : position;
}

// What was answered to a command, in words; empty where it was done.
export function answered(receipt: Receipt, player = ""): { says: string; clauses: string[] } | null {
  if ("events" in receipt) return null;
  if ("refused" in receipt) {
    const { code, clause, facts } = receipt.refused;
    const further = facts["why"] ?? (tellsFacts(code) ? undefined : facts["needed"]);
    return {
      says: aboutPlayer({ code, facts }, player) + (further ? ` (${roleName(String(further))})` : ""),
      clauses: [clause],
    };
  }
  return { says: receipt.error.message, clauses: [] };
}

// An act that is in the offers is a button; one that is not, is none.
export function actButton(
  offer: Offer | undefined,
  label: string,
  press: () => void,
  kind = "",
): TemplateResult | typeof nothing {
  if (!offer) return nothing;
  return html`<button
    type="button"
    class="act ${kind}"
    data-do=${offer.do}
    ?disabled=${!offer.now}
    title=${offer.now ? "" : inTheWay(offer.code)}
    @click=${press}
  >
    <span>${label}</span
    >${offer.now ? nothing : html`<small>${inTheWay(offer.code)}</small>`}${plainTags(offer.clauses)}
  </button>`;
}

// Inside a button there can be no link: the tag is only printed there.
export function plainTags(clauses: readonly string[]): TemplateResult[] {
  return [...new Set(clauses)]
    .slice(0, 2)
    .map(
      (clause) => html`<span class="clause">${clause.startsWith("wire") ? "our " : ""}§ ${clauseNumber(clause)}</span>`,
    );
}

export function groundTags(ref: string, ground: Ground | undefined): TemplateResult {
  if (!ground) return html``;
  return html`${clauseTags(ref, ground.clauses)}${
    ground.basis ? html` <span class="reading">our reading</span>` : nothing
  }`;
}

// Whether a rulebook has nothing to be done about something.
export function silent(ground: Ground): boolean {
  return (
    ["never", "unaddressed", "players-risk"].includes(String(ground.value)) ||
    (Array.isArray(ground.value) && !ground.value.length)
  );
}

// What this rulebook does not know, in words: the buttons that are not there.
export function unknownActs(book: Rulebook, offers: readonly Offer[]): TemplateResult | typeof nothing {
  const rules = book.procedure;
  const acts: [string, string, Ground][] = [
    ["call-no-spin", "No spin", rules.no_spin.until],
    ["authorize-early-close", "Early close", rules.closing.before_spin],
    ["mark-unclear", "Unclear wagers", rules.wagers.unclear],
    ["place-wager", "Placing for a player", rules.wagers.placed_by_staff],
    ["fail-power", "Power failure", rules.power.failure],
  ];
  const absent = acts.filter(
    ([act, , ground]) => silent(ground) && !offers.some((offer) => offer.do === act && offer.now),
  );
  if (!absent.length) return nothing;
  return html`<details class="card drawer">
    <summary>What these rules do not have (${absent.length})</summary>
    <ul>
      ${absent.map(
        ([act, name, ground]) =>
          html`<li data-absent=${act}><b>${name}.</b> ${ground.says} ${groundTags(book.ref, ground)}</li>`,
      )}
    </ul>
    <p class="quiet">
      No clause, no button: anything else goes the way of what is not listed. ${book.procedure.rulings.unlisted_by.says}
      ${groundTags(book.ref, book.procedure.rulings.unlisted_by)}
    </p>
  </details>`;
}

export function sheet(
  name: string,
  body: TemplateResult,
  close: () => void,
  foot: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  return html`<div class="backdrop" @click=${close}></div>
    <div class="sheet staff-sheet" role="dialog" aria-modal="true" aria-label=${name} tabindex="-1">
      ${body}
      <p class="foot">
        ${foot}<button type="button" class="close" @click=${close}>Close <kbd>Esc</kbd></button>
      </p>
    </div>`;
}

// Into what is to be filled in, and otherwise on the sheet itself: never on a button that does something. On a screen
// that is touched a field would bring up a keyboard over half of it: only one that everything begins with may.
export function focusSheet(page: HTMLElement): void {
  const fields = matchMedia("(hover: hover)").matches ? "[autofocus], input, select, textarea" : "[autofocus]";
  const into = `.sheet :is(${fields}):not([disabled])`;
  (page.querySelector<HTMLElement>(into) ?? page.querySelector<HTMLElement>(".sheet"))?.focus();
}

export function connectionMark(model: TableModel): TemplateResult {
  const words = {
    connecting: "connecting",
    live: `${model.lag ?? "–"} ms`,
    slow: `slow ${model.lag ?? ""} ms`,
    reconnecting: "Reconnecting",
  };
  return html`<span class="connection ${model.connectionState}" data-connection=${model.connectionState}
    >${words[model.connectionState]}</span
  >`;
}

export const DENOMINATIONS = [100_000, 50_000, 10_000, 2_500, 1_000, 500, 100, 50, 25, 5, 1];

// An amount cut into chips, the large ones first.
export function cut(amount: number, values: readonly number[] = DENOMINATIONS): [number, number][] {
  const parts: [number, number][] = [];
  let left = amount;
  for (const value of values) {
    const count = Math.floor(left / value);
    if (count) parts.push([count, value]);
    left -= count * value;
  }
  return parts;
}

export function clock(at: string): string {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? at.slice(11, 19) : moment.toTimeString().slice(0, 8);
}
