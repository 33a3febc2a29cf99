// Decisions, as forms: what a ruling asks for is the same at the table and in the pit.

import { html, nothing, type TemplateResult } from "lit";
import type { TableModel } from "../wire/model.ts";
import { clauseTags, pocketMark } from "../parts.ts";
import { plainTags, positionName } from "./staff.ts";
import type { DecisionOut, Felt, MeaningOut } from "../wire/types.ts";
import { count, money } from "../words/words.ts";
import { boxesAway, inTheWay } from "#words/staff.ts";
import { irregularityName, roleName, sentence } from "../words/said.ts";
import { correctionRuling, disputeRuling, told } from "./corrections.ts";
import { floorRuling } from "./floor-ruling.ts";
import { reportedIn } from "./inbox.ts";

export type Ask = (act: string, fields: Record<string, unknown>) => Promise<boolean>;

const EQUALLY_NEAR = 0.1;

function consequence(reading: MeaningOut, stake: number): string {
  if (reading.winnings === null) return "";
  if (reading.winnings) return `wins ${money(reading.winnings)}`;
  return reading.collected ? `loses ${money(reading.collected)}` : `${money(stake)} back`;
}

// Who may decide, and what stands in the way, in words with the clause.
export function whoDecides(model: TableModel, one: DecisionOut, act: string): TemplateResult | typeof nothing {
  const offer = model.offer(act);
  const ref = model.snapshot?.ref ?? "";
  if (offer?.now) return nothing;
  return html`<p class="quiet" data-blocked=${act}>
    ${offer ? sentence(inTheWay(offer.code)) : `For the ${roleName(one.needed)} to decide`}.
    ${clauseTags(ref, offer && offer.clauses.length ? offer.clauses : one.clauses)}
  </p>`;
}

export function wagerRuling(
  model: TableModel,
  felt: Felt | null,
  one: DecisionOut,
  ask: Ask,
  blind: boolean,
): TemplateResult {
  // A chip that was moved by accident is first of all where it lay before; otherwise the nearest is first.
  const rank = (reading: MeaningOut): number => (reading.position === one.was ? -1 : reading.distance);
  const near = one.readings.toSorted((a, b) => rank(a) - rank(b));
  const [first, second] = near;
  const tied = first && second && !one.was ? second.distance - first.distance < EQUALLY_NEAR : false;
  const may = model.offer("rule-on-wager")?.now ?? false;
  const ball = pocketMark(model.now?.outcome ?? null, felt);
  const decide = (event: Event): void => {
    event.preventDefault();
    const chosen = told(event.target, "reading");
    const reason = told(event.target, "reason");
    if (!chosen || !reason) return;
    const fields =
      chosen === "return"
        ? { treatment: "return" }
        : chosen === one.counts
          ? { treatment: "stand" }
          : { treatment: "relocate", position: chosen };
    void ask("rule-on-wager", { wager: one.wager, reason, ...fields });
  };
  return html`<form class="ruling" @submit=${decide} data-ruling=${one.wager ?? ""}>
    <p>
      ${money(one.stake ?? 0)} of <b>${one.player}</b>.
      ${lay(model, felt, one)}${model.now?.outcome ? html` The ball rests in ${ball}.` : nothing}
    </p>
    ${tied ? html`<p class="warn">Too close to call: choose one yourself.</p>` : nothing}
    <fieldset ?disabled=${!may}>
      <legend>${one.was ? "Where it lay first" : "Readings, the nearest first"}</legend>
      ${near.map(
        (reading, place) =>
          html`<label class="choice"
            ><input type="radio" name="reading" value=${reading.position} required ?checked=${place === 0 && !tied} />
            <b>${positionName(reading.position, felt)}</b>
            <span class="quiet">${where(one, reading)}</span>
            <span class="grow"></span
            >${blind ? nothing : html`<span data-consequence>${consequence(reading, one.stake ?? 0)}</span>`}</label
          >`,
      )}
      <label class="choice"
        ><input type="radio" name="reading" value="return" /> <b>Not honored, returned</b
        ><span class="grow"></span>${money(one.stake ?? 0)} back</label
      >
    </fieldset>
    ${whoDecides(model, one, "rule-on-wager")}
    <p class="row">
      <label class="wide"
        >Reason, in your own words <input name="reason" required maxlength="200" ?disabled=${!may}
      /></label>
      <button type="submit" class="primary" data-do="rule-on-wager" ?disabled=${!may}>
        Decide ${plainTags(one.clauses)}
      </button>
    </p>
  </form>`;
}

// Where a chip is and was, in words.
function lay(model: TableModel, felt: Felt | null, one: DecisionOut): TemplateResult {
  if (!one.was) return html`As it lay${model.betting ? "" : " at the call"}.`;
  return html`<span data-moved
    >Now on <b>${positionName(one.position ?? "", felt)}</b>. Lay on <b>${positionName(one.was, felt)}</b> before it was
    moved by accident${one.by ? `, as ${one.by} reported` : ""}.</span
  >`;
}

function where(one: DecisionOut, reading: MeaningOut): string {
  const { position, distance } = reading;
  if (one.was)
    return (
      [
        [one.was, "before it was moved"],
        [one.position, "where it lies now"],
      ].find(([at]) => at === position)?.[1] ?? boxesAway(distance)
    );
  return `${boxesAway(distance)}${position === one.counts ? " · as it stands" : ""}`;
}

// What a decision about the whole round is about: every wager that it settles or sends back.
function affected(model: TableModel, felt: Felt | null): TemplateResult {
  const chips = [...model.chips.values()];
  if (!chips.length) return html`<p class="quiet">No wager lies on the cloth.</p>`;
  return html`<details open class="affected">
    <summary>${count(chips.length, "wager")}, ${money(chips.reduce((sum, chip) => sum + chip.stake, 0))}</summary>
    <table>
      <caption class="unseen">
        Wagers of the round
      </caption>
      <tbody>
        ${chips.map(
          (chip) =>
            html`<tr data-affected=${chip.position}>
              <th scope="row">${chip.player}</th>
              <td>${positionName(chip.position, felt)}</td>
              <td>${money(chip.stake)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}

// A call whose reason nobody has written down: any of the rulebook's own, or words.
function reasonRuling(model: TableModel, one: DecisionOut, ask: Ask): TemplateResult {
  const offers = model.offers.filter((offer) => offer.do === "report-irregularity" && offer.now);
  const submit = (event: Event): void => {
    event.preventDefault();
    const note = told(event.target, "note");
    void ask("report-irregularity", { kind: told(event.target, "kind"), ...(note ? { note } : {}) });
  };
  return html`<form class="ruling" @submit=${submit} data-ruling="reason">
    <p>“No spin” was called and nobody has said why. The table waits for it.</p>
    ${
      offers.length
        ? html`<p class="row">
            <label
              >Why
              <select name="kind" required>
                ${offers.map(
                  (offer) => html`<option value=${offer.choice ?? ""}>${irregularityName(offer.choice ?? "")}</option>`,
                )}
              </select></label
            >
            <label class="wide">In your own words <input name="note" maxlength="200" /></label>
            <button type="submit" class="primary" data-do="write-reason">Write it down</button>
          </p>`
        : html`<p class="quiet">For the ${roleName(one.needed)}.</p>`
    }
  </form>`;
}

export function roundRuling(model: TableModel, felt: Felt | null, one: DecisionOut, ask: Ask): TemplateResult {
  const may = model.offer("rule-on-irregularity")?.now ?? false;
  const decide = (event: SubmitEvent): void => {
    event.preventDefault();
    const { value } = event.submitter as HTMLButtonElement;
    const report = one.report === null ? {} : { report: one.report };
    void ask("rule-on-irregularity", { ruling: value, reason: told(event.target, "reason"), ...report });
  };
  const confirms = one.kind === "confirmation";
  return html`<form class="ruling" @submit=${decide} data-ruling="round">
    ${reportedIn(model, one)} ${affected(model, felt)} ${whoDecides(model, one, "rule-on-irregularity")}
    <label>Reason, in your own words <input name="reason" required maxlength="200" ?disabled=${!may} /></label>
    <p class="row">
      <button type="submit" value="stand" data-do="rule-stand" ?disabled=${!may}>
        ${confirms ? "Not confirmed: the round stands" : html`The round stands ${plainTags(one.clauses)}`}
      </button>
      <button type="submit" value="void" class="danger" data-do="rule-void" ?disabled=${!may}>
        ${confirms ? "Confirmed: the round is void" : "The round is void"} ${plainTags(one.clauses)}
      </button>
    </p>
  </form>`;
}

export function ruling(
  model: TableModel,
  felt: Felt | null,
  one: DecisionOut,
  ask: Ask,
  blind = false,
): TemplateResult {
  switch (one.kind) {
    case "wager":
      return wagerRuling(model, felt, one, ask, blind);
    case "irregularity":
    case "confirmation":
      return roundRuling(model, felt, one, ask);
    case "reason":
      return reasonRuling(model, one, ask);
    case "dispute":
      return disputeRuling(model, felt, one, ask);
    case "call-floor":
      return floorRuling(model, one, ask);
    default:
      return correctionRuling(model, felt, one, ask);
  }
}
