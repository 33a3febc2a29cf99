// Why a round is void: the reasons that the rulebook has, and what follows from each.

import { html, nothing, type TemplateResult } from "lit";
import type { TableModel } from "../wire/model.ts";
import type { Ask } from "../staff/rulings.ts";
import { holdButton } from "../staff/hold.ts";
import { plainTags, type Rulebook } from "../staff/staff.ts";
import { inTheWay, tooFewWords, treatmentWords } from "#words/staff.ts";
import { irregularityName, roleName } from "../words/said.ts";
import { marked } from "./walk.ts";

interface Reason {
  kind: string;
  act: string;
  now: boolean;
  why: string;
  clauses: string[];
  treatment: string;
  needs: string | null;
  late: boolean;
}

// A reason is called where the rulebook ties the call to it, and reported where the fact decides by itself.
export function reasons(model: TableModel, book: Rulebook): Reason[] {
  const found: Reason[] = [];
  for (const [kind, ground] of Object.entries(book.procedure.irregularities)) {
    if (kind === "unlisted") continue;
    const call = model.offer("call-no-spin", kind);
    const report = model.offer("report-irregularity", kind);
    const treatment = String(ground.value);
    const calls = ground.act === "call-no-spin" && model.now?.phase !== "void" ? call : undefined;
    const caller = Object.entries(book.procedure.no_spin.callers ?? {}).find(([, one]) => one.value.includes(kind));
    const needs = treatment === "call-floor" && !call?.now ? (caller?.[0] ?? null) : null;
    const asked = calls?.now || treatment === "call-floor" ? calls : report;
    // After the ball rests a fact counts only if it arose before and is found now.
    const foundNow = asked?.now ? undefined : model.offer("report-irregularity", `${kind}/found-late`);
    const late = foundNow?.now === true;
    const offer = late ? foundNow : asked;
    if (!offer && !needs) continue;
    found.push({
      kind,
      act: offer?.do ?? "",
      now: (offer?.now ?? false) && (late || !needs),
      why:
        report?.code === "reason-not-allowed"
          ? "the record says otherwise: what was entered wrongly is put right first"
          : inTheWay(offer?.code ?? null),
      clauses: ground.clauses,
      treatment,
      needs: late ? null : needs,
      late,
    });
  }
  return found;
}

export function voidSheet(
  model: TableModel,
  book: Rulebook,
  called: boolean,
  ask: Ask,
  open: (sheet: "unlisted" | "entered") => void,
): TemplateResult {
  const all = reasons(model, book);
  const direct = all.filter((one) => one.treatment !== "referred");
  const referred = all.filter((one) => one.treatment === "referred");
  const press = (one: Reason): void =>
    void ask(
      one.act,
      one.act === "call-no-spin" ? { reason: one.kind } : { kind: one.kind, ...(one.late ? { found_late: true } : {}) },
    );
  const button = (one: Reason): TemplateResult =>
    html`<li>
      <button
        type="button"
        class="reason"
        data-reason=${one.kind}
        aria-disabled=${one.now ? "false" : "true"}
        ?disabled=${!one.now}
        @click=${() => press(one)}
      >
        <span
          ><b>${irregularityName(one.kind)}${one.late ? ", found only now" : ""}</b
          ><span class="quiet"
            >${
              one.needs
                ? `${roleName(one.needs)} only`
                : called
                  ? ""
                  : one.now
                    ? treatmentWords(one.treatment)
                    : one.why
            }</span
          ></span
        ><span class="grow"></span
        >${plainTags(one.clauses)}${one.clauses.length ? nothing : html`<span class="reading">our reading</span>`}
      </button>
      ${
        one.needs && model.offer("report-irregularity", one.kind)?.now
          ? html`<button
              type="button"
              class="act"
              data-do="call-floor"
              @click=${() => void ask("report-irregularity", { kind: one.kind })}
            >
              Call floor
            </button>`
          : nothing
      }
    </li>`;
  return html`<h2>${called ? "“No spin” is called. Why?" : "Why is the round void?"}</h2>
    <p class="quiet">
      ${called ? "Every stake went back. The reason is written beside the call." : "The round is paused."}
    </p>
    <ul class="reasons">
      ${direct.map(button)}
    </ul>
    ${
      referred.length
        ? html`<h3>Not in these rules: the ${roleName(String(book.procedure.rulings.unlisted_by.value))} decides</h3>
            <ul class="reasons">
              ${referred.map(button)}
            </ul>`
        : nothing
    }
    <p class="row">
      <button type="button" class="act" data-do="unlisted" @click=${() => open("unlisted")}>
        Not covered by these rules…
      </button>
      ${
        model.offer("count-revolutions", "corrects")?.now
          ? html`<button type="button" class="act" data-do="entered" @click=${() => open("entered")}>
              Entered wrongly…
            </button>`
          : nothing
      }
    </p>`;
}

const TOO_FEW = "too-few-revolutions";

// A number was picked and too few revolutions are counted: mostly the count is short and not the spin.
export function revolutionsSheet(
  model: TableModel,
  book: Rulebook,
  counted: number,
  pocket: string,
  ask: Ask,
): TemplateResult {
  const least = model.now?.revolutions_min ?? 0;
  const short = reasons(model, book).find((one) => one.kind === TOO_FEW);
  const fields =
    short?.act === "call-no-spin" ? { reason: TOO_FEW } : { kind: TOO_FEW, note: `The ball lay in ${pocket}.` };
  return html`<h2>${counted} of ${least} revolutions counted. Did the ball make ${least}?</h2>
    <p class="quiet">The round is paused. Nothing is announced yet.</p>
    <p class="row revolutions">
      ${
        short
          ? holdButton({
              act: "void-revolutions",
              label: tooFewWords(short.treatment),
              can: short.now,
              clauses: short.clauses,
              about: `${model.now?.round ?? ""}/${pocket}`,
              done: () => void ask(short.act, fields),
              reason: TOO_FEW,
            })
          : nothing
      }
      <span class="grow"></span>
      <button
        type="button"
        class="primary act"
        data-do="recount"
        ?disabled=${!model.offer("count-revolutions")?.now}
        @click=${() => void ask("count-revolutions", { completed: least })}
      >
        Yes, it made ${least}: ${marked(book, pocket)}
      </button>
    </p>`;
}
