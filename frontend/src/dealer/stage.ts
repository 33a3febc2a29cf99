// The right side of a dealer's table: where the round stands, what is to be seen to now, and the one button below it.

import { html, nothing, type TemplateResult } from "lit";
import { CLOCKWISE, COUNTER, type Turning } from "./turning.ts";
import { swatch } from "./swatch.ts";
import { standing, type Step } from "./walk.ts";
import type { Owners } from "../cloth/owners.ts";
import type { TableModel } from "../wire/model.ts";
import { clauseTags, pocketMark } from "../parts.ts";
import { clock, plainTags, type Rulebook } from "../staff/staff.ts";
import type { Felt } from "../wire/types.ts";
import { count, money, pocketTitle } from "../words/words.ts";
import { NO_MORE_BETS, sentence } from "../words/said.ts";

// Drawn, because not every font has these signs.
const drawn = (path: string): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${path}></path></svg>`;
const TICK = drawn("M4 12l6 6L20 6");
const RIGHT = drawn("M20 12a8 8 0 1 1-3-6.2M17 2v4h-4");
const LEFT = drawn("M4 12a8 8 0 1 0 3-6.2M7 2v4h4");
const LOGGED = 3;

export function steps(model: TableModel, book: Rulebook, now: Step): TemplateResult {
  return html`<section class="card steps" aria-label="The round">
    <ol>
      ${standing(model, book, now).map(({ step, words, state }, place) => {
        return html`<li class=${state} aria-current=${state === "now" ? "step" : "false"}>
          <span class="number">${state === "done" ? TICK : place + 1}</span>
          ${step === "call-no-more-bets" && book.procedure.closing.bell.value ? `Bell, “${NO_MORE_BETS}”` : words}
        </li>`;
      })}
    </ol>
    ${log(model, LOGGED)}
  </section>`;
}

export function log(model: TableModel, last: number): TemplateResult {
  return html`<ol class="staff-log">
    ${model.log
      .slice(-last)
      .map(
        (one) =>
          html`<li>
            <time>${clock(one.at)}</time
            ><span>${one.says}${one.by ? html` <span class="quiet">${one.by}</span>` : nothing}</span
            >${clauseTags(model.snapshot?.ref ?? "", one.clauses.slice(0, 1))}
          </li>`,
      )}
  </ol>`;
}

export function directions(book: Rulebook, turning: Turning, changed: () => void): TemplateResult {
  const set = (name: "ball" | "wheel", way: string): void => {
    if (name === "ball") turning.setBall(way);
    else turning.wheel = way;
    changed();
  };
  const choose = (name: "ball" | "wheel", options: [string, TemplateResult][]): TemplateResult =>
    html`<div role="group" aria-label=${sentence(name)} class="ways">
      <span>${sentence(name)}</span>
      ${options.map(
        ([way, words]) =>
          html`<button
            type="button"
            data-way="${name}-${way}"
            aria-pressed=${turning[name] === way}
            aria-label="${name} ${way}"
            @click=${() => set(name, way)}
          >
            ${words}
          </button>`,
      )}
    </div>`;
  const { wrong } = turning;
  const rule = book.procedure.irregularities[wrong];
  return html`${choose("ball", [
    [CLOCKWISE, RIGHT],
    [COUNTER, LEFT],
  ])}${choose("wheel", [
    [CLOCKWISE, RIGHT],
    [COUNTER, LEFT],
    ["still", html`still`],
  ])}
  ${
    wrong
      ? html`<p class="warn" data-warn=${wrong}>${rule?.says} ${clauseTags(book.ref, rule?.clauses ?? [])}</p>`
      : nothing
  }`;
}

// One tap says that the ball made as many as it has to; whoever counts them one by one can do that too.
export function counter(
  model: TableModel,
  counted: number,
  tap: (to?: number) => void,
  putRight: () => void,
): TemplateResult {
  const least = model.now?.revolutions_min ?? 0;
  const offer = model.offer("count-revolutions");
  const enough = counted >= least;
  return html`<div class="counting" role="group" aria-label="Revolutions">
    <button
      type="button"
      class="count ${enough ? "enough" : ""}"
      data-do="count-revolutions"
      ?disabled=${!offer?.now}
      @click=${() => tap()}
    >
      <span class="unseen">Count a revolution, now</span><b data-count>${counted}</b>
      <span>of ${least} revolutions</span> ${plainTags(offer?.clauses.slice(0, 1) ?? [])}<kbd>Space</kbd>
    </button>
    <button
      type="button"
      class="seen-all"
      data-do="all-seen"
      ?disabled=${!offer?.now || enough}
      @click=${() => tap(least)}
    >
      ${least} or more seen
    </button>
    ${
      model.offer("undo-spin")
        ? html`<button
            type="button"
            class="entered"
            data-do="entered"
            ?disabled=${!model.offer("count-revolutions", "corrects")?.now}
            @click=${putRight}
          >
            Entered wrongly…
          </button>`
        : nothing
    }
  </div>`;
}

export function typed(pick: (pocket: string) => void): TemplateResult {
  const submit = (event: Event): void => {
    event.preventDefault();
    const input = (event.target as HTMLFormElement).elements.namedItem("number") as HTMLInputElement;
    pick(input.value.trim().toUpperCase());
    input.value = "";
  };
  return html`<form class="typed" @submit=${submit}>
    <label>Or type it <input name="number" size="3" maxlength="2" autocomplete="off" inputmode="text" /></label>
  </form>`;
}

export function outcome(model: TableModel, felt: Felt, picked: string | null): TemplateResult | typeof nothing {
  const now = model.now;
  if (now?.phase === "void") {
    return html`<div class="outcome void-mark">
      <span class="mark void">×</span>
      <p>Round void</p>
      <p class="quiet">
        Every stake went back.
        ${clauseTags(
          model.snapshot?.ref ?? "",
          model.log.findLast((one) => one.type === "round-voided")?.clauses ?? [],
        )}
      </p>
    </div>`;
  }
  const pocket = now?.outcome ?? picked;
  if (!pocket || !now || !["no-more-bets", "at-rest", "dolly-down", "paid"].includes(now.phase)) return nothing;
  return html`<div class="outcome ${now.phase === "paid" ? "small" : ""}" data-outcome=${pocket}>
    ${pocketMark(pocket, felt)}
    <p>${pocketTitle(pocket, felt, false)}</p>
    ${now.outcome ? nothing : html`<p class="quiet">not announced yet</p>`}
  </div>`;
}

// Who has how much on the cloth: what a dealer looks over before the spin.
export function laid(model: TableModel, owners: Owners | null): TemplateResult | typeof nothing {
  const by = new Map<string, { wagers: number; stake: number }>();
  for (const chip of model.chips.values()) {
    const one = by.get(chip.player) ?? { wagers: 0, stake: 0 };
    by.set(chip.player, { wagers: one.wagers + 1, stake: one.stake + chip.stake });
  }
  const sum = [...by.values()].reduce((total, one) => total + one.stake, 0);
  return html`<section class="laid" aria-label="On the cloth">
    <h2><span>On the cloth</span><b>${money(sum)}</b></h2>
    ${
      by.size
        ? html`<ul>
            ${[...by].map(
              ([player, one]) =>
                html`<li data-laid=${player}>
                  ${swatch(owners, player)}<b>${player}</b> <span class="quiet">${count(one.wagers, "wager")}</span
                  ><b>${money(one.stake)}</b>
                </li>`,
            )}
          </ul>`
        : html`<p class="quiet">${model.now?.open ? "No bets yet." : "The table is closed."}</p>`
    }
  </section>`;
}
