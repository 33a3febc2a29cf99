// What was entered wrongly about ball and wheel, put right on record: a spin that never was, a miscount, a direction.

import { html, nothing, type TemplateResult } from "lit";
import { CLOCKWISE, COUNTER } from "./turning.ts";
import { holdButton } from "../staff/hold.ts";
import type { Ask } from "../staff/rulings.ts";
import { plainTags, type Detail } from "../staff/staff.ts";
import type { TableModel } from "../wire/model.ts";
import { count } from "../words/words.ts";
import { sentence } from "../words/said.ts";

const CORRECTS = "corrects";

export function wrongEntrySheet(model: TableModel, detail: Detail | null, ask: Ask): TemplateResult {
  const undo = model.offer("undo-spin");
  return html`<h2>What was entered wrongly?</h2>
    <p class="quiet">The record keeps both entries.</p>
    ${
      undo?.now
        ? html`<button type="button" class="primary" data-do="undo-spin" @click=${() => void ask("undo-spin", {})}>
            No ball was sent: betting goes on ${plainTags(undo.clauses)}
          </button>`
        : html`<p class="quiet" data-blocked="undo-spin">
            “Ball spun” can be taken back only while bets are open and nothing else was entered about the ball.
          </p>`
    }
    ${miscount(model, ask)} ${directions(model, detail, ask)}`;
}

function miscount(model: TableModel, ask: Ask): TemplateResult | typeof nothing {
  const offer = model.offer("count-revolutions", CORRECTS);
  const made = model.now?.revolutions ?? null;
  if (!offer || made === null) return nothing;
  const least = model.now?.revolutions_min ?? 0;
  const numbers = Array.from({ length: least + 1 }, (_, number) => number);
  const put = (completed: number): void => void ask("count-revolutions", { completed, corrects: true });
  // Once the number is known, too few void the round at once: that is held.
  const voids = (number: number): boolean => model.now?.outcome !== null && number < least;
  return html`<h3>${count(made, "revolution")} counted. It made</h3>
    <p class="row recount">
      ${numbers.map((number) =>
        voids(number)
          ? holdButton({
              act: "recount",
              label: `${number}`,
              can: offer.now && number !== made,
              clauses: [],
              about: `${model.now?.round ?? ""}/${number}`,
              done: () => put(number),
              reason: `${number}`,
            })
          : html`<button
              type="button"
              class="act"
              data-recount=${number}
              ?disabled=${!offer.now || number === made}
              @click=${() => put(number)}
            >
              ${number}
            </button>`,
      )}
      ${plainTags(offer.clauses)}
    </p>`;
}

function directions(model: TableModel, detail: Detail | null, ask: Ask): TemplateResult | typeof nothing {
  const offer = model.offer("spin-ball", CORRECTS);
  const spin = detail?.spin;
  if (!offer || !spin?.ball) return nothing;
  const choose = (name: "ball" | "wheel", ways: string[]): TemplateResult =>
    html`<label
      >${sentence(name)}
      <select name=${name}>
        ${ways.map((way) => html`<option value=${way} ?selected=${way === spin[name]}>${way}</option>`)}
      </select></label
    >`;
  // Held, because one direction too many voids the round.
  const put = (): void => {
    const form = document.querySelector<HTMLFormElement>(".redirect");
    if (form) void ask("spin-ball", { ...Object.fromEntries(new FormData(form)), corrects: true });
  };
  return html`<h3>Which way they turned</h3>
    <form class="row redirect" @submit=${(event: Event) => event.preventDefault()}>
      ${choose("ball", [CLOCKWISE, COUNTER])} ${choose("wheel", [CLOCKWISE, COUNTER, "still"])}
      ${holdButton({
        act: "redirect",
        label: "Put it right",
        can: offer.now,
        clauses: offer.clauses.slice(0, 1),
        about: model.now?.round ?? "",
        done: put,
        kind: "",
      })}
    </form>`;
}
