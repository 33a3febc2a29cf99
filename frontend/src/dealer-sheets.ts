// The sheets of the dealer: reasons for a void, power failure, what is not listed, chips. Each lists what the rulebook has.

import { html, nothing, type TemplateResult } from "lit";
import type { TableModel } from "./model.ts";
import { clauseTags } from "./parts.ts";
import type { Ask } from "./staff-rulings.ts";
export { correctionForm, ruling } from "./staff-rulings.ts";
import { fact, groundTags, inTheWay, plainTags, positionName, sentence, spaced, type Detail, type Rulebook } from "./staff.ts";
import type { ChipsTold, ClauseTold, Felt } from "./wire.ts";
import { money } from "./words.ts";

interface Reason { kind: string; act: string; now: boolean; why: string; clauses: string[]; treatment: string; needs: string | null; basis: boolean }

// A reason is called where the rulebook ties the call to it, and reported where the fact decides by itself.
export function reasons(model: TableModel, book: Rulebook): Reason[] {
  const found: Reason[] = [];
  for (const [kind, ground] of Object.entries(book.procedure.irregularities)) {
    if (kind === "unlisted") continue;
    const call = model.offer("call-no-spin", kind);
    const report = model.offer("report-irregularity", kind);
    const treatment = String(ground.value);
    const tied = treatment === "no-spin" || treatment === "call-floor";
    const calls = tied && model.now?.phase !== "void" ? call : undefined;
    const callers = Object.entries(book.procedure.no_spin.callers ?? {}).filter(([, one]) => one.value.includes(kind));
    const needs = treatment === "call-floor" && !call?.now ? callers[0]?.[0] ?? null : null;
    const offer = calls?.now || treatment === "call-floor" ? calls : report;
    if (!offer && !needs) continue;
    found.push({
      kind, act: offer?.do ?? "", now: (offer?.now ?? false) && !needs, why: inTheWay(offer?.code ?? null), clauses: ground.clauses,
      treatment, needs, basis: ground.basis !== null,
    });
  }
  return found;
}

const FOLLOWS: Record<string, string> = { void: "the round is void", "no-spin": "no spin is called, the round is void", "call-floor": "the floor is called", referred: "referred for a decision" };

export function voidSheet(model: TableModel, book: Rulebook, called: boolean, chosen: string, ask: Ask, other: () => void): TemplateResult {
  const all = reasons(model, book);
  const direct = all.filter((one) => one.treatment !== "referred");
  const referred = all.filter((one) => one.treatment === "referred");
  const press = (one: Reason): void => void ask(one.act, one.act === "call-no-spin" ? { reason: one.kind } : { kind: one.kind });
  const button = (one: Reason): TemplateResult => html`<li><button type="button" class="reason ${one.kind === chosen ? "chosen" : ""}" data-reason=${one.kind} ?autofocus=${one.kind === chosen}
      aria-disabled=${one.now ? "false" : "true"} ?disabled=${!one.now} @click=${() => press(one)}>
      <span><b>${fact(one.kind)}</b><span class="quiet">${one.needs ? `${spaced(one.needs)} only` : called ? "" : one.now ? FOLLOWS[one.treatment] : one.why}</span></span><span class="grow"></span>${plainTags(one.clauses)}${one.clauses.length ? nothing : html`<span class="reading">our reading</span>`}</button>
      ${one.needs && model.offer("report-irregularity", one.kind)?.now ? html`<button type="button" class="act" data-do="call-floor" @click=${() => void ask("report-irregularity", { kind: one.kind })}>Call floor</button>` : nothing}</li>`;
  return html`<h2>${called ? "“No spin” is called. Why?" : chosen ? "This spin does not count" : "Why is the round void?"}</h2>
    <p class="quiet">${called ? "Every stake went back. The reason is written beside the call." : "Nothing goes on until you choose or close."}</p>
    ${chosen === "too-few-revolutions" && !called ? html`<p class="warn">${model.now?.revolutions ?? 0} of ${model.now?.revolutions_min} revolutions are counted.</p>` : nothing}
    <ul class="reasons">${direct.map(button)}</ul>
    ${referred.length ? html`<h3>Without a consequence in these rules</h3><ul class="reasons">${referred.map(button)}</ul>` : nothing}
    <p class="row"><button type="button" class="act" data-do="unlisted" @click=${other}>Something else…</button>
      ${chosen === "too-few-revolutions" && model.offer("count-revolutions")?.now ? html`<button type="button" class="act" data-do="recount" @click=${() => void ask("count-revolutions", { completed: model.now?.revolutions_min })}>Miscounted: it completed ${model.now?.revolutions_min}</button>` : nothing}</p>`;
}

export function powerSheet(model: TableModel, book: Rulebook, answers: { dropped: boolean | null; called: boolean | null }, set: (name: "dropped" | "called", value: boolean) => void, ask: Ask): TemplateResult {
  const rules = book.procedure.power;
  const ready = answers.dropped !== null && (answers.dropped || answers.called !== null);
  const question = (name: "dropped" | "called", words: string): TemplateResult => html`<fieldset class="question"><legend>${words}</legend>
    <button type="button" data-answer="${name}-yes" aria-pressed=${answers[name] === true} @click=${() => set(name, true)}>Yes</button>
    <button type="button" data-answer="${name}-no" aria-pressed=${answers[name] === false} @click=${() => set(name, false)}>No</button></fieldset>`;
  const follows = answers.dropped ? html`${rules.ball_dropped.says} ${groundTags(book.ref, rules.ball_dropped)}`
    : answers.called ? html`“No spin” stands: the round is void and every stake goes back. ${clauseTags(book.ref, rules.failure.clauses.slice(0, 1))}`
    : html`Play goes on as if the power had not failed, until the round is over. ${clauseTags(book.ref, rules.failure.clauses.slice(1))}`;
  const confirm = async (): Promise<void> => {
    if (!(await ask("fail-power", { ball_dropped: answers.dropped }))) return;
    if (!answers.dropped && answers.called) await ask("call-no-spin", {});
  };
  return html`<h2>The power failed</h2>${question("dropped", "Had the ball dropped into a compartment?")}
    ${answers.dropped === false ? question("called", "Was “no spin” announced?") : nothing}
    ${ready ? html`<p data-consequence>${follows}</p>` : nothing}
    <button type="button" class="primary" data-do="fail-power" ?disabled=${!ready || !model.offer("fail-power")?.now} @click=${() => void confirm()}>Write it down ${plainTags(model.offer("fail-power")?.clauses ?? [])}</button>`;
}

export function unlistedSheet(model: TableModel, book: Rulebook, clauses: readonly ClauseTold[], words: string, type: (words: string) => void, ask: Ask): TemplateResult {
  const near = nearest(words, clauses, book).filter((one) => model.offer("report-irregularity", one.kind));
  const who = book.procedure.rulings.unlisted_by;
  const refer = model.offer("report-irregularity", "unlisted");
  const said = words.trim().length > 7;
  return html`<h2>Not covered by these rules?</h2>
    <label>What happened, in your own words <textarea name="words" rows="2" maxlength="200" autofocus .value=${words} @input=${(event: Event) => type((event.target as HTMLTextAreaElement).value)}></textarea></label>
    ${said ? html`<h3>${near.length ? "The nearest clauses" : "No clause is near to that"}</h3>
      <ul class="reasons rows" data-nearest>${near.map((one) => html`<li><p><b>${fact(one.kind)}</b> ${clauseTags(book.ref, one.clause ? [one.clause] : [])}<br><span class="quiet">${one.summary}</span></p>
        <button type="button" data-applies=${one.kind} ?disabled=${!model.offer("report-irregularity", one.kind)?.now} @click=${() => void ask("report-irregularity", { kind: one.kind, note: words.trim() })}>This one applies</button></li>`)}</ul>
      <p class="quiet">${who.says} ${groundTags(book.ref, who)} The round waits until then.</p>
      <button type="button" class="primary" data-do="refer" ?disabled=${!refer?.now} @click=${() => void ask("report-irregularity", { kind: "unlisted", note: words.trim() })}>None of these: refer to the ${spaced(String(who.value))} ${plainTags(who.clauses)}</button>` : nothing}`;
}

export function chooseSheet(candidates: { wager: string; player: string; position: string; stake: number }[], felt: Felt | null, choose: (wager: string) => void): TemplateResult {
  return html`<h2>Which wager is unclear?</h2>
    ${candidates.length ? html`<ul class="reasons">${candidates.map((one) => html`<li><button type="button" data-choose=${one.wager} @click=${() => choose(one.wager)}><b>${one.player}</b> ${money(one.stake)} on ${positionName(one.position, felt)}</button></li>`)}</ul>`
      : html`<p>No chip lies near there.</p>`}`;
}

export function movedSheet(model: TableModel, felt: Felt | null, ask: Ask): TemplateResult {
  const chips = [...model.chips.values()];
  const submit = (event: Event): void => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    void ask("move-wager", { wager: data.get("wager"), position: String(data.get("position")), accident: true });
  };
  return html`<h2>A chip was moved by accident</h2><form class="ruling" @submit=${submit}>
    <label>Wager <select name="wager" required>${chips.map((chip) => html`<option value=${chip.wager}>${chip.player}: ${money(chip.stake)} on ${positionName(chip.position, felt)}</option>`)}</select></label>
    <label>Where it lies now <input name="position" required placeholder="17 · 8/11 · red"></label>
    <p class="row"><button type="submit" class="primary" ?disabled=${!chips.length}>Write it down ${plainTags(model.offer("move-wager")?.clauses ?? [])}</button></p></form>`;
}

export function chipsSheet(model: TableModel, detail: Detail | null, told: ChipsTold | null, player: string, choose: (player: string) => void, ask: Ask): TemplateResult {
  const players = [...new Set([...(detail?.seats ?? []), ...Object.keys(detail?.purses ?? {})])].sort();
  const name = player || players[0] || "";
  const purse = detail?.purses?.[name];
  const sorts = ["cash", "color"].filter((sort) => model.offer("buy-in", sort));
  const least = detail?.limits?.chip_value_min ?? 100;
  const colors = told?.colors ?? [];
  const own = purse?.color ?? colors.find((one) => one.player === null)?.color;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const data = new FormData(event.target as HTMLFormElement);
    const amount = Math.round(Number(data.get("amount")) * 100);
    const chips = String(data.get("chips"));
    const act = (event.submitter as HTMLButtonElement).value;
    const color = String(data.get("color") ?? "").trim();
    const value = Math.round(Number(data.get("value")) * 100);
    const colored = chips === "color" && act === "buy-in" ? { color, chip_value: value, marker: value > least } : {};
    void ask(act, { player: name, amount, chips, ...colored });
  };
  const others = ["permit-value-chips", "remove-chips", "bring-back-chips", "approve-redemption"].filter((act) => model.offer(act));
  return html`<h2>Chips</h2>${players.length ? html`<form class="ruling" @submit=${submit}>
    <label>Player <select name="player" @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>${players.map((one) => html`<option ?selected=${one === name}>${one}</option>`)}</select></label>
    <p class="quiet" data-purse>${purse ? html`${money(purse.cash)} in cash chips${purse.color ? html` · ${purse.chips} ${purse.color} chips of ${money(purse.chip_value ?? 0)} = ${money(purse.worth)}` : nothing}${purse.owed ? html` · owes ${money(purse.owed)}` : nothing}` : "no chips yet"}</p>
    <p class="row"><label>Amount <input name="amount" inputmode="decimal" type="number" min="0.01" step="0.01" required value="100"></label>
      <label>Sort of chips <select name="chips">${sorts.map((sort) => html`<option value=${sort}>${sort}</option>`)}</select></label></p>
    ${sorts.includes("color") ? html`<p class="row"><label>Color <select name="color">${colors.map((one) => html`<option .selected=${one.color === own} ?disabled=${one.player !== null && one.player !== name} value=${one.color}>${one.color}${one.player !== null && one.player !== name ? " (taken)" : ""}</option>`)}</select></label>
      <label>Value of one color chip <input name="value" type="number" min="0.01" step="0.01" value=${(purse?.chip_value ?? least) / 100}></label></p>` : nothing}
    <p class="row"><button type="submit" class="primary" value="buy-in" data-do="buy-in">Issue ${plainTags(model.offer("buy-in", sorts[0] ?? null)?.clauses ?? [])}</button>
      <button type="submit" value="cash-out" data-do="cash-out">Cash out ${plainTags(model.offer("cash-out", "cash")?.clauses ?? [])}</button></p>
    ${others.length ? html`<p class="row">${others.map((act) => html`<button type="button" data-do=${act} @click=${(event: Event) => {
      const form = (event.target as HTMLElement).closest("form");
      const amount = Math.round(Number(form ? new FormData(form).get("amount") : 0) * 100);
      void ask(act, act === "permit-value-chips" ? { player: name } : { player: name, amount });
    }}>${sentence(act)} ${plainTags(model.offer(act)?.clauses ?? [])}</button>`)}</p>` : nothing}</form>` : html`<p>Nobody sits here yet.</p>`}`;
}

const NEAR = 3;

// The clauses whose words are nearest to what somebody describes, among those that name a fact of ball and wheel.
export function nearest(words: string, clauses: readonly ClauseTold[], book: Rulebook): { kind: string; clause: string; summary: string }[] {
  const asked = stems(words);
  const found: { kind: string; clause: string; summary: string; score: number }[] = [];
  for (const [kind, ground] of Object.entries(book.procedure.irregularities)) {
    if (kind === "unlisted") continue;
    const clause = ground.clauses[0] ?? "";
    const summary = clauses.find((one) => one.clause === clause)?.summary ?? ground.says;
    const has = stems(`${summary} ${ground.says} ${fact(kind)}`);
    const score = [...asked].filter((stem) => has.has(stem)).length;
    if (score) found.push({ kind, clause, summary: ground.says, score });
  }
  return found.sort((a, b) => b.score - a.score).slice(0, NEAR);
}

const SMALL = new Set(["the", "and", "was", "were", "with", "that", "this", "from", "into", "onto", "for", "has", "had", "its", "not"]);

function stems(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  return new Set(words.filter((word) => !SMALL.has(word)).map((word) => word.slice(0, 5)));
}
