// What lies around the cloth: banner, read-out, tray, wagers, limits, results.

import { html, nothing, svg, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import type { PlayerView } from "./player.ts";
import { banner, clauseTags, optional, phaseTag, pocketMark, refusalClauses } from "./parts.ts";
import type { TableModel } from "./model.ts";
import type { Counts, Felt } from "./wire.ts";
import { count, fraction, kindName, money, refusalWords, spotName } from "./words.ts";

const RESULTS_SHOWN = 20;
const RETURNS_SHOWN = 3;
const LOGGED = 2;
const COUNTDOWN_MOST = 600;
const SEEN_SHOWN = 3;
const COLORS = ["red", "black", "green"];
const FEW = 6;
const OUTSIDE = new Set(["column", "dozen"]);
const CHANCES = new Set(["low", "high", "odd", "even", "red", "black", "green"]);

export function top(view: PlayerView, model: TableModel): TemplateResult {
  const minutes = Math.floor((Date.now() - view.since) / 60_000);
  const states = { connecting: "connecting", live: `${model.lag ?? "–"} ms`, slow: `slow ${model.lag ?? ""} ms`, reconnecting: "reconnecting" };
  return html`<header class="top">
    <a class="brand" href="#/">croupier</a>
    <h1>${model.snapshot?.title}</h1><span class="quiet wide">Table ${model.table}</span>
    <span class="grow"></span>
    <span class="quiet"><span class="round-word">Round</span> <b data-round title="round">${model.now?.round ?? "–"}</b></span>
    <span class="quiet wide" title="time at the table" data-here>${minutes} min here</span>
    <span class="connection ${model.connection}" data-connection=${model.connection}>${states[model.connection]}</span>
    <span class="menu-room"></span>
  </header>`;
}

export function menu(view: PlayerView, model: TableModel): TemplateResult {
  const ref = model.snapshot?.ref ?? "";
  return html`<nav class="menu ${view.menu ? "open" : ""}" aria-label="Menu">
    <button type="button" class="menu-button" aria-expanded=${view.menu} aria-controls="menu-list" @click=${() => { view.menu = !view.menu; view.requestUpdate(); }}>Menu</button>
    <div id="menu-list" class="menu-list">
      <button type="button" class="narrow" ?disabled=${!model.betting || !view.history?.canRedo} @click=${() => void view.act("redo")}>Redo</button>
      <button type="button" class="narrow" @click=${() => view.open("typed")}>Type a bet</button>
      <button type="button" class="narrow" @click=${() => view.open("chips")}>Buy or cash out chips</button>
      <button type="button" aria-pressed=${view.cues.on} @click=${() => { view.cues.toggle(); view.requestUpdate(); }}>Sound ${view.cues.on ? "on" : "off"}</button>
      <button type="button" @click=${() => view.open("rules")}>Rules</button>
      <a class="button" href="#/odds/${ref}">Odds</a>
      <button type="button" @click=${() => view.open("keys")}>Keys <kbd>?</kbd></button>
    </div></nav>`;
}

export function head(view: PlayerView, model: TableModel): TemplateResult {
  const now = model.now;
  const shown = banner(now, view.felt);
  const ref = model.snapshot?.ref ?? "";
  const last = model.log.at(-1);
  const left = model.dueAt === null ? null : Math.max(0, Math.ceil((model.dueAt - performance.now()) / 1000));
  const counting = left !== null && left <= COUNTDOWN_MOST && model.betting;
  const lines = returned(model);
  const logged = lines ? Math.max(0, LOGGED - Math.ceil(lines / LOGGED)) : LOGGED;
  const told = now?.outcome && ["dolly-down", "paid"].includes(now.phase) ? pocketMark(now.outcome, view.felt) : nothing;
  return html`<section class="banner ${shown.tone}" aria-label="The round" data-phase=${now?.phase ?? "closed"}>
      <p class="phase">${phaseTag(shown)}<span class="quiet">${shown.text}</span>
        ${counting ? html`<span class="due" role="timer" aria-label="seconds left">${left} s</span>` : nothing}
        <span class="grow"></span>${last ? clauseTags(ref, last.clauses) : nothing}</p>
      <p class="title">${told} <span>${shown.title}</span></p>
      ${model.connection === "reconnecting" ? html`<p class="cut">Reconnecting. Accepted wagers stand.</p>` : nothing}
      ${now && now.revolutions !== null && !now.outcome ? revolutions(now.revolutions, now.revolutions_min) : nothing}
      ${outcome(view, model)}
      <ol class="log">${model.log.slice(model.log.length - logged).map((one) => html`<li><time>${one.at.slice(11, 19)}</time> <span>${one.says}</span> ${clauseTags(ref, one.clauses)}</li>`)}</ol>
    </section>`;
}

function revolutions(done: number, needed: number): TemplateResult {
  const dots = Array.from({ length: needed }, (_, place) => html`<i class="turn ${place < done ? "done" : ""}"></i>`);
  return html`<p class="turns"><span aria-hidden="true">${dots}</span> ${done} of ${needed} revolutions needed for a valid spin</p>`;
}

// How many lines what came back takes: the log makes room for them.
function returned(model: TableModel): number {
  if (!model.now || !["dolly-down", "paid", "void"].includes(model.now.phase)) return 0;
  const won = model.returns.filter((one) => one.winnings).length;
  const lost = model.returns.some((one) => one.collected);
  const back = model.returns.some((one) => !one.winnings && !one.collected);
  return Math.min(won, RETURNS_SHOWN + 1) + Number(lost) + Number(back);
}

function outcome(view: PlayerView, model: TableModel): TemplateResult | typeof nothing {
  if (!returned(model)) return nothing;
  const ref = model.snapshot?.ref ?? "";
  const won = model.returns.filter((one) => one.winnings);
  const lost = model.returns.filter((one) => one.collected).reduce((sum, one) => sum + one.collected, 0);
  const back = model.returns.filter((one) => !one.winnings && !one.collected).reduce((sum, one) => sum + one.returned, 0);
  const clauses = model.returns.filter((one) => !one.winnings).flatMap((one) => one.clauses).slice(0, 1);
  return html`<ul class="returns" data-returns>
    ${won.slice(0, RETURNS_SHOWN).map((one) => html`<li><b class="plus">+${money(one.winnings)}</b> on ${view.named(one.position)} ${clauseTags(ref, one.clauses)}</li>`)}
    ${optional(won.length > RETURNS_SHOWN, () => html`<li>and ${won.length - RETURNS_SHOWN} more, <b class="plus">+${money(won.reduce((sum, one) => sum + one.winnings, 0))}</b> in all</li>`)}
    ${optional(lost, () => html`<li>${money(lost)} lost ${clauseTags(ref, clauses)}</li>`)}
    ${optional(back, () => html`<li>${money(back)} back ${clauseTags(ref, clauses)}</li>`)}</ul>`;
}

export function readOut(view: PlayerView, model: TableModel): TemplateResult {
  const refused = model.refused;
  const ref = model.snapshot?.ref ?? "";
  if (refused) return refusal(view, model);
  const spot = view.aimed;
  if (!spot || view.said) {
    return html`<div class="read-out ${view.said ? "" : "idle"}"><span>${view.said || "Point at a number. The line between two numbers bets on both."}</span></div>`;
  }
  const limit = view.limit(spot);
  const chips = view.chipValue ? ` (${count(view.chip / view.chipValue, "chip")})` : "";
  // Another bet is another reading, not the old one moved: nothing on the page shifts.
  return html`${keyed(spot.name, html`<div class="read-out" data-aimed=${spot.name}>
    ${spot.pockets.length <= FEW ? spot.pockets.map((pocket) => pocketMark(pocket, view.felt)) : nothing}
    <b class="name">${spotName(spot)}</b><span>pays ${spot.pays} to 1</span>
    ${limit ? html`<span class="quiet">limits ${money(limit.min)}–${money(limit.max)}</span>` : nothing}
    <span class="grow"></span><span>${money(view.chip)}${chips} returns <b class="gain">${money(view.chip * (spot.pays + 1))}</b></span>
    ${clauseTags(ref, spot.clauses)}${spot.basis ? html`<span class="quiet" title="what the document does not say in words">our reading</span>` : nothing}</div>`)}`;
}

function refusal(view: PlayerView, model: TableModel): TemplateResult {
  const refused = model.refused;
  if (!refused) return html``;
  const ref = model.snapshot?.ref ?? "";
  const { code, clause, facts } = refused.refused;
  const spot = view.felt?.spots.find((one) => one.position === (facts["position"] ?? refused.position) || one.name === refused.position);
  const least = spot ? view.limit(spot) : null;
  const few = code === "below-minimum" && spot && least && !view.chipValue;
  return html`<div class="read-out refused" data-refused=${code}>
    <span class="chip-back" aria-hidden="true">${money(refused.stake)}</span>
    <b>${refusalWords(code)}</b> ${spot ? html`<span>${spotName(spot)}</span>` : nothing}
    ${optional(code === "above-maximum" && least, () => html`<span>maximum here is ${money(least?.max ?? 0)}</span>`)}
    ${optional(code === "below-minimum" && least, () => html`<span>minimum here is ${money(least?.min ?? 0)}</span>`)}
    ${few ? html`<button type="button" @click=${() => void view.lay(spot, least.min)}>place ${money(least.min)}</button>` : nothing}
    ${optional(facts["why"], () => html`<span>${String(facts["why"])}</span>`)}
    <span class="grow"></span>${clauseTags(ref, refusalClauses({ clause, facts }))}</div>`;
}

export function tray(view: PlayerView, model: TableModel): TemplateResult {
  const again = view.history?.rebetStake ?? 0;
  const open = model.betting && !model.away;
  const value = view.chipValue;
  const act = (what: "undo" | "redo" | "clear" | "rebet" | "double", words: string, key: string, can: boolean): TemplateResult =>
    html`<button type="button" class=${what} ?disabled=${!open || !can} @click=${() => void view.act(what)}>${words} ${key ? html`<kbd>${key}</kbd>` : nothing}</button>`;
  return html`<section class="tray" aria-label="Chips and actions">
    <div class="chips" role="group" aria-label="Your chip">
      ${view.denominations.map((chip, place) => html`<button type="button" class="chip-button ${value ? view.ownTone : `face-${place}`}" aria-pressed=${place === view.pick}
        aria-label=${value ? `${count(chip / value, "chip")}, ${money(chip)}` : `Chip ${money(chip)}`} @click=${() => { view.pick = place; view.requestUpdate(); }}>
        <span>${value ? chip / value : money(chip)}</span></button>`)}
    </div>
    <div class="acts">
      ${act("undo", "Undo", "U", view.history?.canUndo ?? false)}${act("redo", "Redo", "", view.history?.canRedo ?? false)}
      ${act("clear", "Clear", "C", model.mineLive.length > 0)}${act("rebet", again ? `Rebet ${money(again)}` : "Rebet", "R", again > 0)}
      ${act("double", "Double", "D", model.mineLive.length > 0)}
      <button type="button" class="typed" @click=${() => view.open("typed")}>Type a bet <kbd>/</kbd></button>
    </div>
    <dl class="bank"><div><dt>On the table</dt><dd data-staked>${money(model.staked)}</dd></div>
      <div><dt>Bank</dt><dd data-bank>${money(model.bank)}</dd></div><div><dt>Last return</dt><dd data-last-return>${money(model.lastReturn)}</dd></div></dl>
    <button type="button" class="buy" @click=${() => view.open("chips")}>${value ? html`<i class="dot ${view.ownTone}"></i> ${count(model.purse?.chips ?? 0, "chip")} × ${money(value)}` : "Buy chips"}</button>
  </section>`;
}

export function wagers(view: PlayerView, model: TableModel): TemplateResult {
  const grouped = new Map<string, { stake: number; notes: Set<string> }>();
  for (const chip of model.mineLive) {
    const one = grouped.get(chip.position) ?? { stake: 0, notes: new Set<string>() };
    one.stake += chip.stake;
    if (chip.state === "pending") one.notes.add("sending…");
    if (chip.state === "held") one.notes.add("held for a ruling");
    if (chip.state === "won") one.notes.add("won");
    if (chip.byStaff) one.notes.add("placed for you: please check");
    grouped.set(chip.position, one);
  }
  return html`<section class="wagers card" aria-label="Your wagers"><h2>Your wagers</h2>
    <div class="rows" tabindex="0" role="group" aria-label="Wagers on the cloth"><table><caption class="unseen">Your wagers on the cloth</caption>
      <thead class="unseen"><tr><th scope="col">Bet</th><th scope="col">Pays</th><th scope="col">Stake</th><th scope="col">Returns</th></tr></thead><tbody>
      ${[...grouped].map(([position, one]) => {
        const spot = view.felt?.spots.find((other) => other.position === position);
        return html`<tr data-wager=${position}><th scope="row">${view.named(position)}${[...one.notes].map((note) => html` <em>${note}</em>`)}</th>
          <td class="quiet">${spot ? `${spot.pays} to 1` : ""}</td><td>${money(one.stake)}</td><td class="quiet">${spot ? money(one.stake * (spot.pays + 1)) : ""}</td></tr>`;
      })}</tbody>
      ${optional(model.staked || !grouped.size, () => html`<tfoot><tr><th scope="row">Total</th><td></td><td><b data-total>${money(model.staked)}</b></td><td></td></tr></tfoot>`)}</table></div>
    ${plate(view, model)}
  </section>`;
}

function plate(view: PlayerView, model: TableModel): TemplateResult | typeof nothing {
  const limits = model.snapshot?.limits?.limits ?? {};
  const groups = new Map<string, string[]>();
  for (const [kind, one] of Object.entries(limits)) {
    const key = `${money(one.min)}–${money(one.max)}`;
    groups.set(key, [...(groups.get(key) ?? []), kind]);
  }
  if (!groups.size) return nothing;
  return html`<div class="plate" data-plate><h3>Table limits</h3>
    ${[...groups].map(([span, kinds]) => html`<p><span>${groupName(kinds, Object.keys(limits), view.felt)}</span><b>${span}</b></p>`)}</div>`;
}

// "Inside" is shorter than its five kinds, where it is all of them.
function groupName(kinds: string[], all: string[], felt: Felt | null): string {
  const names: string[] = [];
  const inside = (kind: string): boolean => !OUTSIDE.has(kind) && !CHANCES.has(kind);
  for (const [name, has] of [["inside", inside], ["column, dozen", (kind: string) => OUTSIDE.has(kind)], ["even chances", (kind: string) => CHANCES.has(kind)]] as const) {
    const own = kinds.filter(has);
    if (own.length && own.length === all.filter(has).length) names.push(name);
    else names.push(...own.map((kind) => kindName(kind, felt).toLowerCase()));
  }
  const said = names.join(", ");
  return said.charAt(0).toUpperCase() + said.slice(1);
}

export function results(view: PlayerView, model: TableModel): TemplateResult {
  const last = model.results.slice(-RESULTS_SHOWN).reverse();
  const ref = model.snapshot?.ref ?? "";
  const round = Number(model.now?.round ?? 0);
  return html`<section class="results card" aria-label="Results"><h2>Last results <span class="quiet">newest first</span></h2>
    <p class="marks" data-results>${last.length ? last.map((one) => pocketMark(one, view.felt)) : html`<span class="quiet">none yet at this table</span>`}</p>
    ${view.counts?.counted ? counts(view.counts, view.felt) : nothing}
    <p class="links">${round ? html`<a href="#/audit/${view.table}/${round}">This round in full</a>` : nothing}
      ${round > 1 && model.snapshot?.automatic ? html`<a href="#/verify/${view.table}/${round - 1}">Verify the last draw</a>` : nothing}
      ${view.counts ? html`<span class="grow"></span><span class="quiet foot" title=${view.counts.says}>for information</span>${clauseTags(ref, view.counts.clauses)}` : nothing}</p>
  </section>`;
}

function counts(told: Counts, felt: Felt | null): TemplateResult {
  const ranked = [...told.counts].sort((a, b) => b.seen - a.seen);
  const expected = ranked[0] ? fraction(ranked[0].expected) : 0;
  const most = ranked.filter((one) => one.seen > expected).slice(0, SEEN_SHOWN);
  const least = ranked.filter((one) => one.seen < expected).reverse().slice(0, SEEN_SHOWN);
  const mark = (one: Counts["counts"][number]): TemplateResult => html`<span class="seen">${pocketMark(one.pocket, felt)} ${one.seen}</span>`;
  return html`<div data-counts>
    ${shares(told)}
    <p class="quiet hot"><span>Most seen</span> ${most.map(mark)} <span>least</span> ${least.map(mark)}</p>
    <p class="quiet hot">${expected.toFixed(expected < 1 ? 2 : 1)} expected of each in ${count(told.counted, "round")}; the wheel has no memory.</p></div>`;
}

// One bar for all colors; what it shows is said beside it, so that color is never alone.
function shares(told: Counts): TemplateResult {
  let from = 0;
  const parts = COLORS.map((color) => {
    const seen = told.counts.filter((one) => one.color === color).reduce((sum, one) => sum + one.seen, 0);
    const part = { color, from, share: (seen / told.counted) * 100 };
    from += part.share;
    return part;
  });
  return html`<svg class="colors-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      ${parts.map((one) => svg`<rect class=${one.color} x=${one.from} width=${one.share} height="6"></rect>`)}</svg>
    <p class="legend">${parts.map((one) => html`<span><i class="mark ${one.color}" aria-hidden="true"></i> ${one.color} <b>${Math.round(one.share)} %</b></span>`)}</p>`;
}

export function notices(view: PlayerView, model: TableModel): TemplateResult | typeof nothing {
  const ref = model.snapshot?.ref ?? "";
  if (!model.missed.length && !view.stale) return nothing;
  return html`<aside class="notices" aria-label="Notices">
    ${optional(view.stale, () => html`<div class="notice" data-stale><p>A newer version is served. Reload when the round is over.</p><button type="button" @click=${() => location.reload()}>Reload</button></div>`)}
    ${optional(model.missed.length, () => html`<div class="notice" data-missed><h2>While you were away</h2>
      <ul>${model.missed.slice(-8).map((one) => html`<li>${one.says} ${clauseTags(ref, one.clauses)}</li>`)}</ul>
      <button type="button" @click=${() => model.forgetMissed()}>Understood</button></div>`)}</aside>`;
}
