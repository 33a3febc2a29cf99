// The tables of the odds page: one spot, every kind, all chips together, and two rulebooks side by side.

import { html, nothing, type TemplateResult } from "lit";
import type { Chip } from "../wire/fold.ts";
import { clauseTags } from "../parts.ts";
import { percent } from "./parts.ts";
import type { Felt, Spot } from "../wire/types.ts";
import { count, kindName, spotName } from "../words/words.ts";
import { CHIP, MINE, both, fair, type Odds, type Side } from "./gains.ts";
import type { OddsView } from "./odds.ts";

export function oneSpot(view: OddsView, felt: Felt): TemplateResult {
  const chips: Chip[] = [...view.laid].map(([position, stake]) => ({
    wager: position,
    player: MINE,
    position,
    stake,
    state: "live",
    byStaff: false,
  }));
  return html`<div class="odds-columns">
    <section class="card">
      <h2 class="kicker">Every kind of bet</h2>
      ${everyKind(view, felt)}
      ${[...new Set(view.odds.flatMap((one) => one.note ?? []))].map(
        (note) => html`<p class="small quiet" data-note>* as far as the document is carried out: ${note}</p>`,
      )}
      <p class="row">
        <button type="button" @click=${() => view.csv()}>Save all ${count(view.odds.length, "bet")} as CSV</button
        ><a href="#/rules/${view.ref}">The rules</a>
      </p>
    </section>
    <div class="odds-cloth">
      <section aria-label="Cloth">
        <croupier-cloth
          .felt=${felt}
          .chips=${chips}
          .me=${MINE}
          .lit=${view.lit}
          .ghost=${CHIP}
          @lay=${(event: CustomEvent<{ spot: Spot }>) => view.lay(event.detail.spot, CHIP)}
          @takeback=${(event: CustomEvent<{ spot: Spot }>) => view.lay(event.detail.spot, -CHIP)}
        ></croupier-cloth>
      </section>
      <section class="card" aria-label="Chips together">
        <h2 class="kicker">Your bets together</h2>
        ${view.chips(felt)}
      </section>
    </div>
  </div>`;
}

function everyKind(view: OddsView, felt: Felt): TemplateResult {
  const by = new Map<string, Odds[]>();
  for (const one of view.odds) by.set(one.kind, [...(by.get(one.kind) ?? []), one]);
  return html`<div class="scrolls" tabindex="0" role="group" aria-label="Odds of every kind">
    <table class="exact">
      <thead>
        <tr>
          <th scope="col">bet</th>
          <th scope="col">pockets</th>
          <th scope="col">pays</th>
          <th scope="col">chance</th>
          <th scope="col">fair price</th>
          <th scope="col">the house keeps</th>
          <th scope="col">rule</th>
        </tr>
      </thead>
      <tbody @pointerleave=${() => view.light(null)}>
        ${[...by].map(([kind, [first]]) => {
          const spot = view.example(kind);
          if (!first || !spot) return nothing;
          return html`<tr data-kind=${kind} @pointerenter=${() => view.light(kind)}>
            <th scope="row">
              <button
                type="button"
                class="text"
                @focus=${() => view.light(kind)}
                @blur=${() => view.light(null)}
                @click=${() => view.lay(spot, CHIP)}
                title="Lay a chip on ${spotName(spot)}"
              >
                ${kindName(kind, felt)}
              </button>
            </th>
            <td>${spot.pockets.length}</td>
            <td>${first.pays} to 1</td>
            <td>${both(first.probability)}</td>
            <td>${fair(first.probability)}</td>
            <td class="edge">${both(first.edge)}${first.note ? " *" : ""}</td>
            <td>${clauseTags(view.ref, spot.clauses.slice(-1))}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

export function sideBySide(view: OddsView, all: Side): TemplateResult {
  const title = (ref: string): string => view.books.find((one) => one.ref === ref)?.title ?? ref;
  return html`<section class="card">
    <h2 class="kicker">Rules side by side: what the house keeps of every stake</h2>
    <div class="scrolls" tabindex="0" role="group" aria-label="Rules side by side">
      <table class="exact compare">
        <thead>
          <tr>
            <th scope="col">bet</th>
            ${all.rulesets.map(
              (ref) =>
                html`<th scope="col" class=${ref === view.ref ? "here" : ""}>
                  <a href="#/odds/${ref}">${title(ref)}</a>
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${all.kinds.map(
            (row) =>
              html`<tr>
                <th scope="row">
                  ${kindName(row.kind)}${row.kind.startsWith("series-") ? ` of ${row.kind.slice(7)}` : ""}
                </th>
                ${row.each.map(
                  (one, place) =>
                    html`<td data-ref=${all.rulesets[place] ?? ""}>
                      ${
                        one
                          ? html`<b>${percent(one.edge)}</b> <span class="small quiet">${one.pays} to 1</span>`
                          : html`<span class="quiet" title="not offered">–</span>`
                      }
                    </td>`,
                )}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}
