// One table as the pit sees it: its cloth now, what happened last, and what one's position may do there.

import { html, nothing, type TemplateResult } from "lit";
import { log } from "../dealer/stage.ts";
import type { StaffModel } from "../staff/model.ts";
import type { Owners } from "../cloth/owners.ts";
import type { Ask } from "../staff/rulings.ts";
import { changesHands } from "../staff/corrected.ts";
import { holdButton } from "../staff/hold.ts";
import { actButton, clock, plainTags, unknownActs, type Detail, type Rulebook } from "../staff/staff.ts";
import type { Felt, Ground, Now } from "../wire/types.ts";
import { clauseTags } from "../parts.ts";
import { count, money } from "../words/words.ts";
import { inTheWay } from "#words/staff.ts";
import { NO_MORE_BETS, phaseName, roleName, sentence } from "../words/said.ts";

export interface Place {
  model: StaffModel;
  felt: Felt;
  book: Rulebook;
  owners: Owners;
}

export type PitSheet = "early" | "limits" | "correct" | "enter" | "open" | "close";

const LOGGED = 7;
// Events that change the winning number, or confirm it.
const ENTERS = new Set<string>([
  "betting-opened",
  "outcome-declared",
  "outcome-disputed",
  "outcome-corrected",
  "outcome-confirmed",
]);

export function tablePanel(
  { model, felt, book, owners }: Place,
  named: string,
  detail: Detail | null,
  ask: Ask,
  open: (sheet: PitSheet) => void,
): TemplateResult {
  const now = model.now;
  return html`<section class="card table-panel" aria-label="Table ${named}" data-panel=${model.table}>
    <h2>
      Table ${named} <span class="quiet">${book.title} · ${now ? phaseNow(now) : ""}</span><span class="grow"></span> ${
        model.offers.length ? html`<a class="button" href="#/dealer/${model.table}">Deal here</a>` : nothing
      }<a class="button" href="#/display/${model.table}">Display</a
      >${now?.round ? html`<a class="button" href="#/audit/${model.table}">Rounds</a>` : nothing}
    </h2>
    <div class="acts-row">${buttons(model, book, ask, open)}</div>
    ${redemptions(model, detail, ask)}
    <div class="table-live">
      <div inert>
        <croupier-cloth
          .felt=${felt}
          .chips=${[...model.chips.values()]}
          .owners=${owners.map}
          .amounts=${true}
          .dolly=${now?.dolly ?? null}
          .won=${now?.outcome ? [now.outcome] : []}
          .locked=${!model.betting}
        ></croupier-cloth>
      </div>
      <div>
        ${changesHands(model)}
        <h3>What happened</h3>
        ${model.log.length ? log(model, LOGGED) : html`<p class="quiet">Nothing since you came.</p>`}
        ${
          detail?.tray !== undefined
            ? html`<p class="quiet">
                Tray ${money(detail.tray)} · ${count(Object.keys(detail.purses ?? {}).length, "player")} with chips
              </p>`
            : nothing
        }
      </div>
    </div>
    ${model.offers.length ? unknownActs(book, model.offers) : html`<p class="quiet">Read-only.</p>`}
  </section>`;
}

// A table that is open has its phase, and between two rounds none.
function phaseNow({ open, phase }: Now): string {
  if (!open) return "Closed";
  return phase === "closed" ? "Open, between rounds" : sentence(phaseName(phase));
}

function buttons(model: StaffModel, book: Rulebook, ask: Ask, open: (sheet: PitSheet) => void): unknown[] {
  const rules = book.procedure;
  const now = model.now;
  const early = model.offer("authorize-early-close");
  const call = model.offer("call-no-more-bets");
  const noSpin = model.offer("call-no-spin");
  const correct = model.offer("correct-outcome");
  const limits = model.offer("set-limits");
  const confirm = model.offer("confirm-outcome");
  return [
    early
      ? actButton({ ...early, do: "early" }, "Close bets early", () => open("early"))
      : rules.closing.before_spin_by
        ? above("authorize-early-close", "Close bets early", rules.closing.before_spin_by)
        : nothing,
    early && call?.now && now?.phase === "betting-open"
      ? actButton(
          call,
          `Call “${NO_MORE_BETS}”`,
          () => void ask("call-no-more-bets", { bell: rules.closing.bell.value, wave: rules.closing.wave.value }),
          "primary",
        )
      : nothing,
    noSpin && noSpin.code !== "reason-missing"
      ? holdButton({
          act: "call-no-spin",
          label: "No spin",
          can: noSpin.now,
          clauses: noSpin.clauses,
          about: `${now?.round ?? ""}/${now?.phase ?? ""}`,
          done: () => void ask("call-no-spin", {}),
        })
      : nothing,
    limits
      ? html`<button type="button" class="act" data-do="limits" @click=${() => open("limits")}>
          <span>Limits</span>${plainTags(limits.clauses)}
        </button>`
      : nothing,
    correct
      ? html`<button
          type="button"
          class="act"
          data-do="correct"
          ?disabled=${!correct.now}
          @click=${() => open("correct")}
        >
          <span>Correct the result</span>${plainTags(correct.clauses.slice(-1))}
        </button>`
      : now?.outcome
        ? above("correct-outcome", "Correct the result", rules.rulings.correction_by)
        : nothing,
    ...(confirmed(model) ?? [
      actButton(
        confirm?.now ? confirm : undefined,
        `Confirm ${now?.outcome ?? ""}`,
        () => void ask("confirm-outcome", { pocket: now?.outcome }),
      ),
      confirm?.now
        ? html`<button type="button" class="act" data-do="enter" @click=${() => open("enter")}>
            <span>I see another number</span>
          </button>`
        : nothing,
    ]),
    now?.open
      ? actButton(model.offer("close-table"), "Close the table", () => open("close"))
      : actButton(model.offer("open-table"), "Open the table", () => open("open")),
  ];
}

// Once somebody has confirmed the number, who did is all that is left to say about it.
function confirmed(model: StaffModel): TemplateResult[] | null {
  const last = model.log.findLast(({ type }) => ENTERS.has(type));
  if (last?.type !== "outcome-confirmed" || !model.now?.outcome) return null;
  return [
    html`<span class="quiet" data-confirmed
      >${model.now.outcome} confirmed by ${last.by ?? ""} at ${clock(last.at)}</span
    >`,
  ];
}

// What the rulebook gives to a higher position is shown with whose it is, and cannot be pressed.
function above(act: string, words: string, by: Ground): TemplateResult {
  return html`<span class="blocked" data-blocked=${act}
    ><button type="button" class="act" disabled>
      <span>${words}</span
      ><small>${roleName(String(by.value))} or higher${by.basis ? ", our reading" : ""}</small>${plainTags(by.clauses)}
    </button></span
  >`;
}

function redemptions(model: StaffModel, detail: Detail | null, ask: Ask): TemplateResult | typeof nothing {
  const offer = model.offer("approve-redemption");
  if (!offer) return nothing;
  const players = Object.entries(detail?.purses ?? {}).filter(([, purse]) => purse.color);
  return html`<p class="row">
    ${
      offer.now
        ? players.map(
            ([player]) =>
              html`<button type="button" class="act" @click=${() => void ask("approve-redemption", { player })}>
                Approve redemption of ${player} ${plainTags(offer.clauses)}
              </button>`,
          )
        : html`<span class="quiet"
            >Redemptions of chips that were off the table: ${inTheWay(offer.code)}
            ${clauseTags(model.snapshot?.ref ?? "", offer.clauses)}</span
          >`
    }
  </p>`;
}

export function earlyForm({ model, book }: Place, ask: Ask): TemplateResult {
  const rule = book.procedure.closing.before_spin;
  return html`<h2>Close bets before the spin?</h2>
    <p>${rule.says} ${clauseTags(book.ref, rule.clauses)}</p>
    <p class="quiet">
      Your authority is written down. Bets are taken until the dealer announces it; whoever deals here may announce it
      too.
    </p>
    <button
      type="button"
      class="primary"
      data-do="authorize-early-close"
      ?disabled=${!model.offer("authorize-early-close")?.now}
      @click=${() => void ask("authorize-early-close", {})}
    >
      Authorize ${plainTags(model.offer("authorize-early-close")?.clauses ?? [])}
    </button>`;
}
