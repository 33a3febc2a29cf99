// One table as the pit sees it: its cloth now, what happened last, and what one's position may do there.

import { html, nothing, type TemplateResult } from "lit";
import { log } from "./dealer-stage.ts";
import type { TableModel } from "./model.ts";
import type { Owners } from "./owners.ts";
import type { Ask } from "./staff-rulings.ts";
import { actButton, inTheWay, plainTags, sentence, spaced, unknownActs, type Detail, type Rulebook } from "./staff.ts";
import type { Felt, Ground } from "./wire.ts";
import { clauseTags } from "./parts.ts";
import { count, money } from "./words.ts";

export interface Place { model: TableModel; felt: Felt; book: Rulebook; owners: Owners }

const LOGGED = 7;

export function tablePanel({ model, felt, book, owners }: Place, detail: Detail | null, ask: Ask, open: (sheet: "early" | "limits" | "correct") => void): TemplateResult {
  const now = model.now;
  return html`<section class="card table-panel" aria-label="Table ${model.table}" data-panel=${model.table}><h2>Table ${model.table} <span class="quiet">${book.title} · ${sentence(now?.phase ?? "")}</span><span class="grow"></span>
      <a class="button" href="#/dealer/${model.table}">Deal here</a><a class="button" href="#/display/${model.table}">Display</a>${now?.round ? html`<a class="button" href="#/audit/${model.table}">Rounds</a>` : nothing}</h2>
    <div class="acts-row">${buttons(model, book, ask, open)}</div>
    ${redemptions(model, detail, ask)}
    <div class="table-live"><div inert><croupier-cloth .felt=${felt} .chips=${[...model.chips.values()]} .owners=${owners.map} .amounts=${true} .dolly=${now?.dolly ?? null} .won=${now?.outcome ? [now.outcome] : []} .locked=${!model.betting}></croupier-cloth></div>
      <div><h3>What happened</h3>${model.log.length ? log(model, LOGGED) : html`<p class="quiet">Nothing since you came.</p>`}
        ${detail?.tray !== undefined ? html`<p class="quiet">Tray ${money(detail.tray)} · ${count(Object.keys(detail.purses ?? {}).length, "player")} with chips</p>` : nothing}</div></div>
    ${model.offers.length ? unknownActs(book, model.offers) : html`<p class="quiet">You look on at this table.</p>`}</section>`;
}

function buttons(model: TableModel, book: Rulebook, ask: Ask, open: (sheet: "early" | "limits" | "correct") => void): unknown[] {
  const rules = book.procedure;
  const now = model.now;
  const early = model.offer("authorize-early-close");
  const call = model.offer("call-no-more-bets");
  const noSpin = model.offer("call-no-spin");
  const correct = model.offer("correct-outcome");
  const limits = model.offer("set-limits");
  const confirm = model.offer("confirm-outcome");
  return [
    early ? actButton({ ...early, do: "early" }, "Close bets early", () => open("early"))
      : rules.closing.before_spin_by ? above("authorize-early-close", "Close bets early", rules.closing.before_spin_by) : nothing,
    early && call?.now && now?.phase === "betting-open" ? actButton(call, "Call “No more bets”", () => void ask("call-no-more-bets", { bell: rules.closing.bell.value, wave: rules.closing.wave.value }), "primary") : nothing,
    actButton(noSpin?.code === "reason-missing" ? undefined : noSpin, "No spin", () => void ask("call-no-spin", {}), "danger"),
    limits ? html`<button type="button" class="act" data-do="limits" @click=${() => open("limits")}><span>Limits</span>${plainTags(limits.clauses)}</button>` : nothing,
    correct ? html`<button type="button" class="act" data-do="correct" ?disabled=${!correct.now} @click=${() => open("correct")}><span>Correct the result</span>${plainTags(correct.clauses.slice(-1))}</button>`
      : now?.outcome ? above("correct-outcome", "Correct the result", rules.rulings.correction_by) : nothing,
    actButton(confirm?.now ? confirm : undefined, `I saw ${now?.outcome ?? ""} too`, () => void ask("confirm-outcome", { pocket: now?.outcome })),
    now?.open ? actButton(model.offer("close-table"), "Close the table", () => void ask("close-table", {})) : actButton(model.offer("open-table"), "Open the table", () => void ask("open-table", {})),
  ];
}

// What the rulebook gives to a higher position is shown with whose it is, and cannot be pressed.
function above(act: string, words: string, by: Ground): TemplateResult {
  return html`<span class="blocked" data-blocked=${act}><button type="button" class="act" disabled><span>${words}</span><small>${spaced(String(by.value))} or higher${by.basis ? ", our reading" : ""}</small>${plainTags(by.clauses)}</button></span>`;
}

function redemptions(model: TableModel, detail: Detail | null, ask: Ask): TemplateResult | typeof nothing {
  const offer = model.offer("approve-redemption");
  if (!offer) return nothing;
  const players = Object.entries(detail?.purses ?? {}).filter(([, purse]) => purse.color);
  return html`<p class="row">${offer.now ? players.map(([player]) => html`<button type="button" class="act" @click=${() => void ask("approve-redemption", { player })}>Approve redemption of ${player} ${plainTags(offer.clauses)}</button>`)
    : html`<span class="quiet">Redemptions of chips that were off the table: ${inTheWay(offer.code)} ${clauseTags(model.snapshot?.ref ?? "", offer.clauses)}</span>`}</p>`;
}

export function earlyForm({ model, book }: Place, ask: Ask): TemplateResult {
  const rule = book.procedure.closing.before_spin;
  return html`<h2>Close bets before the spin?</h2><p>${rule.says} ${clauseTags(book.ref, rule.clauses)}</p>
    <p class="quiet">Your authority is written down. Bets are taken until the dealer announces it; whoever deals here may announce it too.</p>
    <button type="button" class="primary" data-do="authorize-early-close" ?disabled=${!model.offer("authorize-early-close")?.now} @click=${() => void ask("authorize-early-close", {})}>Authorize ${plainTags(model.offer("authorize-early-close")?.clauses ?? [])}</button>`;
}
