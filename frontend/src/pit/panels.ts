// The panels of the pit: a card for each table, what waits for a decision, a close-up of it, and alerts.

import { html, nothing, type TemplateResult } from "lit";
import { banner, clauseTags, pocketMark } from "../parts.ts";
import type { Place } from "./table.ts";
import { waited } from "../staff/inbox.ts";
import { decisionTitle } from "#words/staff.ts";
import { ruling } from "../staff/rulings.ts";
import { service } from "../wire/service.ts";
import { clock, positionName } from "../staff/staff.ts";
import type { AlertOut, DecisionOut } from "../wire/types.ts";
import { UNIT, brief, count, money } from "../words/words.ts";
import { sentence } from "../words/said.ts";
import { CALLED, NOT_OF_THE_PIT, answers } from "./calls.ts";
import type { PitView } from "./pit.ts";

export function tableCard(view: PitView, { model, felt }: Place, alerts: AlertOut[]): TemplateResult {
  const told = view.tables.find((one) => one.table === model.table);
  const shown = banner(model, felt);
  const waits = view.inbox.filter((one) => one.table === model.table);
  const calls = alerts.filter((one) => one.table === model.table);
  const limits = Object.values(model.lasting.limits?.limits ?? told?.limits?.limits ?? {});
  const least = Math.min(...limits.map((one) => one.min));
  const most = Math.max(...limits.map((one) => one.max));
  return html`<button
    type="button"
    class="card table-card ${waits.length || calls.length ? "wants" : ""}"
    data-table=${model.table}
    aria-pressed=${model.table === view.table}
    @click=${() => {
      view.table = model.table;
      view.detail = null;
      void view.read();
    }}
  >
    <span class="row"
      ><b class="printed">${view.called(model.table)}</b><span class="grow"></span
      ><span class="tag tone-tag ${shown.tone}" data-phase=${model.now?.phase ?? "closed"}
        >${
          model.now?.outcome && ["dolly-down", "paid"].includes(model.now.phase)
            ? `${shown.tag} ${model.now.outcome}`
            : shown.tag
        }</span
      ></span
    >
    <span class="quiet">${told?.title}</span
    ><span class="marks"
      >${model.results
        .slice(-6)
        .toReversed()
        .map((one) =>
          pocketMark(one, felt),
        )}${model.results.length ? nothing : html`<span class="quiet">no rounds yet</span>`}</span
    >
    <span class="quiet"
      >${told?.automatic ? "random wheel" : "dealt"} · round ${model.now?.round ?? "–"} · ${told?.seats ?? 0}
      seated${told?.pace ? html` · <span data-pace>${count(told.pace, "round")} an hour</span>` : nothing}${
        limits.length ? ` · ${money(least)}–${money(most)}` : " · no limits set"
      }${model.lasting.coming ? html` · <b data-coming>new limits from the next round</b>` : nothing}${
        told?.aside ? " · out of service" : model.now?.open ? "" : " · closed"
      }</span
    >
    ${waits.map((one) => html`<span class="wait">${decisionTitle(one)} ${waited(one)}</span>`)}${[
      ...new Set(calls.map((one) => one.kind)),
    ].map(
      (kind) =>
        html`<span class="wait">${sentence(kind)}${times(calls.filter((one) => one.kind === kind).length)}</span>`,
    )}
  </button>`;
}

export function inboxPanel(view: PitView): TemplateResult {
  const one = view.inbox.find((other) => named(other) === view.chosen);
  const place = one ? view.places.get(one.table) : undefined;
  return html`<section class="card inbox" aria-label="Decision inbox">
    <h2>
      Decision inbox <span class="quiet">${view.inbox.length || "empty"}</span>
      <label class="blind"
        ><input
          type="checkbox"
          .checked=${view.blind}
          @change=${(event: Event) => {
            view.blind = (event.target as HTMLInputElement).checked;
            localStorage.setItem("croupier-blind", view.blind ? "on" : "off");
            view.requestUpdate();
          }}
        />
        Hide amounts while ruling</label
      >
    </h2>
    ${
      view.inbox.length > 1
        ? html`<div class="row" role="group" aria-label="What waits">
            ${view.inbox.map(
              (other) =>
                html`<button
                  type="button"
                  aria-pressed=${named(other) === view.chosen}
                  @click=${() => {
                    view.chosen = named(other);
                    view.requestUpdate();
                  }}
                >
                  ${view.called(other.table)}: ${decisionTitle(other)}
                </button>`,
            )}
          </div>`
        : nothing
    }
    ${
      one && place
        ? html`<div class="decision" data-decision=${one.kind}>
            <h3>
              Table ${view.called(one.table)} · round ${one.round} · ${decisionTitle(one)}
              <span class="quiet">${waited(one)}</span> ${clauseTags(place.book.ref, one.clauses)}
            </h3>
            <div class="decision-body">
              ${one.point ? closeUp(view, place, one) : nothing}
              <div class="grow">${ruling(place.model, place.felt, one, view.asking(place.model), view.blind)}</div>
            </div>
          </div>`
        : html`<p class="quiet">Unclear wagers, open questions and corrections come here.</p>`
    }
  </section>`;
}

// As it lay at the call: what lies around a wager is taken once, and later moves do not show.
function closeUp(view: PitView, { model, felt, owners }: Place, one: DecisionOut): TemplateResult {
  const kept = view.frozen.get(model.table);
  const key = `${one.round ?? ""}`;
  const chips =
    kept?.key === key && kept.chips.length ? kept.chips : [...model.chips.values()].map((chip) => ({ ...chip }));
  if (!model.betting) view.frozen.set(model.table, { key, chips });
  const [x, y] = one.point!;
  return html`<figure class="close-up-figure">
    <div class="close-up" inert data-table=${model.table} data-x=${x} data-y=${y}>
      <div class="zoomed">
        <croupier-cloth
          .felt=${felt}
          .chips=${chips.filter((chip) => chip.wager !== one.wager)}
          .owners=${owners.map}
          .amounts=${true}
          .dolly=${model.now?.dolly ?? null}
          .won=${model.now?.outcome ? [model.now.outcome] : []}
          .locked=${true}
        ></croupier-cloth>
      </div>
      <span class="touched">${owners.map.get(one.player ?? "")?.letter}${brief((one.stake ?? 0) / UNIT)}</span>
    </div>
    <figcaption class="quiet">
      ${positionName(one.position ?? "", felt)}, as it
      ${one.was ? `lies now; before, ${positionName(one.was, felt)}` : model.betting ? "lay" : "lay at the call"}
    </figcaption>
  </figure>`;
}

export function alertPanel(view: PitView, alerts: AlertOut[]): TemplateResult | typeof nothing {
  if (!alerts.length) return nothing;
  // A call from a table stands above everything else on the page.
  const open = alerts.filter((one) => one.acknowledged_by === null && one.kind !== CALLED);
  return html`<section class="card alerts" aria-label="Alerts">
    <h2>Alerts <span class="quiet">until somebody acknowledges them</span></h2>
    <ul>
      ${open.map(
        (one) =>
          html`<li data-alert=${one.kind}>
            ${clock(one.at)} <b>${view.called(one.table)}</b> ${sentence(one.kind)}: ${one.note}
            <span class="grow"></span>${
              NOT_OF_THE_PIT.has(service.me?.role ?? "")
                ? nothing
                : html`<button type="button" @click=${() => void view.acknowledge(one.alert)}>Acknowledge</button>`
            }
          </li>`,
      )}
    </ul>
    ${answers(view, alerts, (one) => sentence(one.kind))}
  </section>`;
}

function times(number: number): string {
  return number > 1 ? ` × ${number}` : "";
}

export function named(one: DecisionOut): string {
  return [one.table, one.kind, one.round, one.wager ?? one.position ?? ""].join("/");
}
