// The cards beside a replayed round: what was checked, and the round settled again under other rules.

import { html, nothing, type TemplateResult } from "lit";
import { clauseTags } from "../parts.ts";
import { sign, type Listed } from "./parts.ts";
import type { AgainOut, Felt, FindingOut, MeaningOut, RoundChecksOut, RulingOut } from "../wire/types.ts";
import { boxesAway } from "#words/staff.ts";
import { count, money, spotName } from "../words/words.ts";

// The audit of a whole table, as far as it is shown; the service tells more.
export interface Audited {
  sound: boolean;
  tables: { events: number; receipts: number; judged: number; rounds: number; settled: number; draws: number }[];
  findings: (FindingOut & { check: string })[];
  notes: string[];
}
const HOLDS: Record<string, [string, string]> = {
  chain: ["Each event carries the hash of the one before, and no time goes back", "The chain of events does not hold"],
  receipts: ["Each event follows from a command that was answered, in order", "The receipts do not hold"],
  settlement: [
    "Settled again with the rules alone, every bet comes to the same",
    "Settled again, the bets come to something else",
  ],
  draw: ["Drawn again from the revealed secret, the pocket is the same", "Drawn again, the pocket is another"],
  ledger: ["In every event, as much money goes in as comes out", "Money appears or disappears"],
};
const COUNTED: Record<string, string> = {
  chain: "event",
  receipts: "command",
  settlement: "bet",
  draw: "draw",
  ledger: "posting",
};
const SHOWN = 6;

export function checksCard(
  checks: RoundChecksOut,
  audited: Audited | "under way" | null,
  judge: (() => void) | null,
): TemplateResult {
  return html`<section class="card checks ${checks.sound ? "sound" : "unsound"}" aria-label="Checks">
    <h2 class="kicker">Checks <span class="verdict">${checks.sound ? "all hold" : "something is wrong"}</span></h2>
    <ul>
      ${checks.checks.map((one) =>
        line(
          one.findings.length === 0,
          HOLDS[one.check]?.[one.findings.length ? 1 : 0] ?? one.check,
          count(one.looked, COUNTED[one.check] ?? "check"),
          one.findings,
          one.check,
        ),
      )}
    </ul>
    ${
      audited === "under way"
        ? html`<p role="status" class="quiet">Judging every command of this table again…</p>`
        : audited
          ? wholeTable(audited)
          : judge
            ? html`<p><button type="button" @click=${judge}>Audit the whole table</button></p>
                <p class="small quiet">
                  Judges every command again (who asked, in which role, at which moment, within which limits), recounts
                  the money and follows the chain from its first event to its last.
                </p>`
            : html`<p class="small quiet">
                Those who work here can have the whole table audited from its first event.
              </p>`
    }
  </section>`;
}

function line(
  holds: boolean,
  says: string,
  counted: string,
  findings: readonly FindingOut[],
  name: string,
): TemplateResult {
  return html`<li class=${holds ? "holds" : "fails"} data-check=${name}>
    ${sign(holds ? "holds" : "fails")}
    <span
      ><b class="unseen">${holds ? "Holds:" : "Fails:"}</b> ${says}
      <span class="quiet">· ${counted}</span>
      ${findings
        .slice(0, SHOWN)
        .map(
          (one) =>
            html`<span class="finding"
              ><b>${one.where}</b>:
              ${one.what}${one.expected ? html` <span class="quiet">(expected ${one.expected})</span>` : nothing}</span
            >`,
        )}
      ${
        findings.length > SHOWN ? html`<span class="finding quiet">and ${findings.length - SHOWN} more</span>` : nothing
      }</span
    >
  </li>`;
}

function wholeTable(audited: Audited): TemplateResult {
  const done = audited.tables[0];
  const by = new Map<string, FindingOut[]>();
  for (const one of audited.findings) by.set(one.check, [...(by.get(one.check) ?? []), one]);
  return html`<h3>The whole table</h3>
    <div role="status">
      <ul>
        ${
          audited.sound && done
            ? line(
                true,
                "Every command judged again gives the same decision, and all money adds up",
                `${count(done.judged, "command")}, ${count(done.events, "event")}, ${count(done.rounds, "round")}`,
                [],
                "whole",
              )
            : [...by].map(([check, findings]) =>
                line(
                  false,
                  HOLDS[check]?.[1] ?? `Wrong: ${check}`,
                  `${findings.length} found`,
                  findings,
                  `whole-${check}`,
                ),
              )
        }
      </ul>
    </div>
    ${audited.notes.map((note) => html`<p class="small quiet">Not judged: ${note}.</p>`)}`;
}

// The readings as they lay before whoever ruled, the nearest first.
export function sawCard(ruling: RulingOut | null, felt: Felt | null): TemplateResult | typeof nothing {
  if (!ruling) return nothing;
  const means = (one: MeaningOut): string =>
    one.winnings === null
      ? "–"
      : one.winnings
        ? `wins ${money(one.winnings)}`
        : one.collected
          ? `loses ${money(one.collected)}`
          : `${money(ruling.stake)} back`;
  return html`<section class="card" aria-label="What the decider saw">
    <h2 class="kicker">What the decider saw</h2>
    <table class="saw">
      <thead>
        <tr>
          <th scope="col">reading</th>
          <th scope="col">distance</th>
          <th scope="col">${ruling.outcome ? `outcome ${ruling.outcome}` : "outcome not known"}</th>
        </tr>
      </thead>
      <tbody>
        ${ruling.readings.map(
          (one) =>
            html`<tr aria-current=${one.position === ruling.chosen ? "true" : nothing}>
              <th scope="row">
                <b>${positionName(one.position, felt)}</b>${one.position === ruling.chosen ? " · chosen" : ""}
              </th>
              <td>${boxesAway(one.distance)}</td>
              <td>${means(one)}</td>
            </tr>`,
        )}
        ${
          ruling.chosen === null
            ? html`<tr aria-current="true">
                <th scope="row"><b>Not honored</b> · chosen</th>
                <td></td>
                <td>${money(ruling.stake)} back</td>
              </tr>`
            : nothing
        }
      </tbody>
    </table>
  </section>`;
}

function positionName(position: string, felt: Felt | null): string {
  const spot = felt?.spots.find((one) => one.position === position);
  return spot ? spotName(spot) : position;
}

// A note has amounts in the smallest unit, as the record writes them.
function noted(note: string): string {
  return note.replaceAll(
    /\b(minimum|maximum) of (\d+)/g,
    (_, which: string, amount: string) => `${which} of ${money(Number(amount))}`,
  );
}

function gain(amount: number): string {
  return amount > 0 ? `+${money(amount)}` : money(amount);
}

export function agains(
  ref: string,
  books: readonly Listed[],
  again: AgainOut | null,
  felt: Felt | null,
  choose: (ref: string) => void,
): TemplateResult {
  return html`<section class="card" aria-label="Settle again">
    <h2 class="kicker">Settle again</h2>
    <p>
      <label
        >Settle this round again under
        <select @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
          <option value="">choose rules…</option>
          ${books.map(
            (one) => html`<option value=${one.ref}>${one.title}${one.ref === ref ? " (its own)" : ""}</option>`,
          )}
        </select></label
      >
    </p>
    ${
      again
        ? outcome(again, felt)
        : html`<p class="small quiet">Nothing is changed by it: the record stays as it is.</p>`
    }
  </section>`;
}

function outcome(again: AgainOut, felt: Felt | null): TemplateResult {
  return html`${
      again.lines.length
        ? html`<div class="scrolls" tabindex="0" role="group" aria-label="Bets under both rules">
            <table>
              <thead>
                <tr>
                  <th scope="col">bet</th>
                  <th scope="col">stake</th>
                  <th scope="col">then</th>
                  <th scope="col">again</th>
                  <th scope="col">rule</th>
                </tr>
              </thead>
              <tbody>
                ${again.lines.map(
                  (one) =>
                    html`<tr class=${one.gain === one.other_gain ? "" : "differs"}>
                      <th scope="row">
                        ${one.player}:
                        ${positionName(one.position, felt)}${
                          one.note ? html`<br /><span class="small quiet">${noted(one.note)}</span>` : nothing
                        }
                      </th>
                      <td>${money(one.stake)}</td>
                      <td>${gain(one.gain)}</td>
                      <td><b>${gain(one.other_gain)}</b></td>
                      <td>${clauseTags(again.other, one.other_clauses)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>`
        : nothing
    }
    <p role="status" class="difference">
      ${
        again.pocket === null
          ? "The round was void."
          : again.difference === 0
            ? "The same to the last chip."
            : html`The players would have
                <b>${money(Math.abs(again.difference))} ${again.difference > 0 ? "more" : "less"}</b>.`
      }
    </p>
    ${again.notes.map((note) => html`<p class="small quiet">${note}</p>`)}`;
}
