// Decisions, as forms: what a ruling asks for is the same at the table and in the pit.

import { html, nothing, type TemplateResult } from "lit";
import type { TableModel } from "./model.ts";
import { clauseTags, pocketMark } from "./parts.ts";
import { actButton, fact, inTheWay, plainTags, positionName, sentence, spaced } from "./staff.ts";
import type { DecisionTold, Felt, ReadingTold } from "./wire.ts";
import { count, money } from "./words.ts";

export type Ask = (act: string, fields: Record<string, unknown>) => Promise<boolean>;

const EQUALLY_NEAR = 0.1;

function told(form: EventTarget | null, name: string): string {
  return String(new FormData(form as HTMLFormElement).get(name) ?? "").trim();
}

function consequence(reading: ReadingTold, stake: number): string {
  if (reading.winnings === null) return "";
  if (reading.winnings) return `wins ${money(reading.winnings)}`;
  return reading.collected ? `loses ${money(reading.collected)}` : `${money(stake)} back`;
}

// Who may decide, and what stands in the way, in words with the clause.
export function whoDecides(model: TableModel, one: DecisionTold, act: string): TemplateResult | typeof nothing {
  const offer = model.offer(act);
  const ref = model.snapshot?.ref ?? "";
  if (offer?.now) return nothing;
  return html`<p class="quiet" data-blocked=${act}>${offer ? sentence(inTheWay(offer.code)) : `For the ${spaced(one.needed)} to decide`}.
    ${clauseTags(ref, offer && offer.clauses.length ? offer.clauses : one.clauses)}</p>`;
}

export function wagerRuling(model: TableModel, felt: Felt | null, one: DecisionTold, ask: Ask, blind: boolean): TemplateResult {
  const near = [...one.readings].sort((a, b) => a.distance - b.distance);
  const [first, second] = near;
  const tied = first && second ? second.distance - first.distance < EQUALLY_NEAR : false;
  const may = model.offer("rule-on-wager")?.now ?? false;
  const decide = (event: Event): void => {
    event.preventDefault();
    const chosen = told(event.target, "reading");
    const reason = told(event.target, "reason");
    if (!chosen || !reason) return;
    const fields = chosen === "return" ? { treatment: "return" }
      : chosen === one.counts ? { treatment: "stand" } : { treatment: "relocate", position: chosen };
    void ask("rule-on-wager", { wager: one.wager, reason, ...fields });
  };
  return html`<form class="ruling" @submit=${decide} data-ruling=${one.wager ?? ""}>
    <p>${money(one.stake ?? 0)} of <b>${one.player}</b>, as it lay at the call.${model.now?.outcome ? html` The ball rests in ${pocketMark(model.now.outcome, felt)}.` : nothing}</p>
    ${tied ? html`<p class="warn">The two nearest readings are equally near: choose one yourself.</p>` : nothing}
    <fieldset ?disabled=${!may}><legend>Readings, the nearest first</legend>
      ${near.map((reading, place) => html`<label class="choice"><input type="radio" name="reading" value=${reading.position} required ?checked=${place === 0 && !tied}>
        <b>${positionName(reading.position, felt)}</b> <span class="quiet">${reading.distance.toFixed(2)} box${reading.position === one.counts ? " · as it stands" : ""}</span>
        <span class="grow"></span>${blind ? nothing : html`<span data-consequence>${consequence(reading, one.stake ?? 0)}</span>`}</label>`)}
      <label class="choice"><input type="radio" name="reading" value="return"> <b>Not honored, returned</b><span class="grow"></span>${money(one.stake ?? 0)} back</label></fieldset>
    ${whoDecides(model, one, "rule-on-wager")}
    <p class="row"><label class="wide">Reason, in your own words <input name="reason" required maxlength="200" ?disabled=${!may}></label>
      <button type="submit" class="primary" data-do="rule-on-wager" ?disabled=${!may}>Decide ${plainTags(one.clauses)}</button></p></form>`;
}

// What a decision about the whole round is about: every wager that it settles or sends back.
function affected(model: TableModel, felt: Felt | null): TemplateResult {
  const chips = [...model.chips.values()];
  if (!chips.length) return html`<p class="quiet">No wager lies on the cloth.</p>`;
  return html`<details open class="affected"><summary>${count(chips.length, "wager")}, ${money(chips.reduce((sum, chip) => sum + chip.stake, 0))}</summary>
    <table><caption class="unseen">Wagers of the round</caption><tbody>${chips.map((chip) => html`<tr data-affected=${chip.position}><th scope="row">${chip.player}</th><td>${positionName(chip.position, felt)}</td><td>${money(chip.stake)}</td></tr>`)}</tbody></table></details>`;
}

// A call whose reason nobody has written down: any of the rulebook's own, or words.
function reasonRuling(model: TableModel, one: DecisionTold, ask: Ask): TemplateResult {
  const offers = model.offers.filter((offer) => offer.do === "report-irregularity" && offer.now);
  const submit = (event: Event): void => {
    event.preventDefault();
    const note = told(event.target, "note");
    void ask("report-irregularity", { kind: told(event.target, "kind"), ...(note ? { note } : {}) });
  };
  return html`<form class="ruling" @submit=${submit} data-ruling="reason"><p>“No spin” was called and nobody has said why. The table waits for it.</p>
    ${offers.length ? html`<p class="row"><label>Why <select name="kind" required>${offers.map((offer) => html`<option value=${offer.choice ?? ""}>${fact(offer.choice ?? "")}</option>`)}</select></label>
      <label class="wide">In your own words <input name="note" maxlength="200"></label>
      <button type="submit" class="primary" data-do="write-reason">Write it down</button></p>` : html`<p class="quiet">For the ${spaced(one.needed)}.</p>`}</form>`;
}

export function roundRuling(model: TableModel, felt: Felt | null, one: DecisionTold, ask: Ask): TemplateResult {
  const may = model.offer("rule-on-irregularity")?.now ?? false;
  const decide = (event: SubmitEvent): void => {
    event.preventDefault();
    const ruling = (event.submitter as HTMLButtonElement).value;
    void ask("rule-on-irregularity", { ruling, reason: told(event.target, "reason") });
  };
  return html`<form class="ruling" @submit=${decide} data-ruling="round">
    <p>${one.reason ? html`<b>${one.player}</b> reports: <q>${one.reason}</q>` : html`Reported: ${(model.now?.irregularities ?? []).map(fact).join(", ") || "–"}.`}</p>
    <p class="quiet">The rules do not say what follows. The round waits.</p>
    ${affected(model, felt)}
    ${whoDecides(model, one, "rule-on-irregularity")}
    <label>Reason, in your own words <input name="reason" required maxlength="200" ?disabled=${!may}></label>
    <p class="row"><button type="submit" value="stand" data-do="rule-stand" ?disabled=${!may}>The round stands ${plainTags(one.clauses)}</button>
      <button type="submit" value="void" class="danger" data-do="rule-void" ?disabled=${!may}>The round is void ${plainTags(one.clauses)}</button></p></form>`;
}

export function floorRuling(model: TableModel, one: DecisionTold, ask: Ask): TemplateResult {
  const offer = model.offer("call-no-spin", one.position);
  const ref = model.snapshot?.ref ?? "";
  return html`<div class="ruling" data-ruling="floor"><p>The dealer called the floor: <b>${fact(one.position ?? "")}</b>.
      If the ball falls before a call of no spin, the spin counts. ${clauseTags(ref, one.clauses)}</p>
    ${offer ? actButton(offer, "Call “no spin”", () => void ask("call-no-spin", { reason: one.position }), "danger")
      : html`<p class="quiet" data-blocked="call-no-spin">For the ${spaced(one.needed)} to call.</p>`}</div>`;
}

export function correctionRuling(model: TableModel, felt: Felt | null, one: DecisionTold, ask: Ask): TemplateResult {
  const offer = model.offer("approve-correction");
  const ref = model.snapshot?.ref ?? "";
  return html`<div class="ruling" data-ruling="correction"><p><b>${one.player}</b> proposes ${pocketMark(one.position, felt)} instead of ${pocketMark(model.now?.outcome ?? null, felt)}: ${one.reason}.
      What was paid wrongly is made good; the record keeps both.</p>
    ${offer && !offer.now ? html`<p class="warn" data-blocked="approve-correction">${offer.code === "same-person" ? one.player === model.me ? "You proposed it: a second person approves." : "You declared what it corrects, or one of you two appointed the other today: somebody else approves." : sentence(inTheWay(offer.code))} ${clauseTags(ref, offer.clauses)}</p>` : nothing}
    ${offer ? html`<p class="row">${actButton(offer, `Approve ${one.position ?? ""}`, () => void ask("approve-correction", { round: one.round, pocket: one.position, reason: "approved" }), "primary")}</p>`
      : html`<p class="quiet" data-blocked="approve-correction">For staff of this table to approve.</p>`}</div>`;
}

export function correctionForm(model: TableModel, felt: Felt | null, ask: Ask): TemplateResult {
  const propose = (event: Event): void => {
    event.preventDefault();
    void ask("correct-outcome", { round: model.now?.round, pocket: told(event.target, "pocket"), reason: told(event.target, "reason") });
  };
  return html`<h2>Correct the result</h2><p class="quiet">The number in which the ball rested decides, whatever was shown. Before anything is settled the correction holds at once; afterwards a second person approves it. The record keeps both numbers.</p>
    <form class="ruling" @submit=${propose}><label>The ball rested in <select name="pocket" required>${felt?.wheel.map((pocket) => html`<option value=${pocket}>${pocket}</option>`)}</select></label>
      <label>Reason, in your own words <input name="reason" required maxlength="200"></label>
      <p class="row"><button type="submit" class="primary" data-do="correct-outcome">Correct ${plainTags(model.offer("correct-outcome")?.clauses ?? [])}</button></p></form>`;
}

export function ruling(model: TableModel, felt: Felt | null, one: DecisionTold, ask: Ask, blind = false): TemplateResult {
  switch (one.kind) {
    case "wager": return wagerRuling(model, felt, one, ask, blind);
    case "irregularity": return roundRuling(model, felt, one, ask);
    case "reason": return reasonRuling(model, one, ask);
    case "call-floor": return floorRuling(model, one, ask);
    default: return correctionRuling(model, felt, one, ask);
  }
}
