// Buying in and cashing out, for a player; and seats for those who walk up without a device.

import { html, nothing, type TemplateResult } from "lit";
import { ref } from "lit/directives/ref.js";
import "../staff/seat-code.ts";
import type { Till } from "./till.ts";
import type { TableModel } from "../wire/model.ts";
import type { Ask } from "../staff/rulings.ts";
import { plainTags, type Detail } from "../staff/staff.ts";
import type { ChipsOut } from "../wire/types.ts";
import { count, money } from "../words/words.ts";
import { sentence } from "../words/said.ts";
import { selling } from "#words/staff.ts";

const NOTES = [2000, 5000, 10_000, 20_000];
const SEATS = 9;

function freeSeats(told: ChipsOut | null): number[] {
  const taken = new Set(Object.values(told?.places ?? {}));
  return Array.from({ length: SEATS }, (_, place) => place + 1).filter((seat) => !taken.has(seat));
}

// What is asked for, with amounts in units: a field that is empty is 0.
function asked(form: HTMLFormElement): { amount: number; chips: string; color: string; value: number } {
  const data = new FormData(form);
  const [amount = 0, value = 0] = ["amount", "value"].map((one) => Math.round(Number(data.get(one)) * 100));
  return { amount, chips: String(data.get("chips")), color: String(data.get("color") ?? "").trim(), value };
}

// The button says what it sells, as the form stands: read from the form, which keeps what was typed.
function saySold(label: Element | null | undefined): void {
  const form = label?.closest("form");
  if (label && form) label.textContent = selling(asked(form));
}

// Two taps: this sheet, and a note. A name can be written first; without one the seat has a number.
function walkUp(
  sorts: string[],
  free: number[],
  ask: Ask,
  till: Till,
  choose: (player: string) => void,
): TemplateResult {
  const sit = async (event: Event, cash: number): Promise<void> => {
    const form = (event.target as HTMLElement).closest("form");
    const said = form ? new FormData(form) : new FormData();
    const name = String(said.get("name") ?? "").trim();
    const seat = Number(said.get("seat"));
    const player = await till.take(null, cash, name);
    if (!player || !(await ask("take-seat", seat ? { player, seat } : { player }))) return;
    till.seated(cash, name);
    form?.reset();
    choose(player);
    if (sorts.includes("cash")) await ask("buy-in", { player, amount: cash, chips: "cash" });
  };
  return html`<form
    class="row walk-up"
    aria-label="Somebody without a device"
    @submit=${(event: Event) => event.preventDefault()}
  >
    <label class="wide"
      >Somebody walks up: name, if they like <input name="name" maxlength="24" autocomplete="off"
    /></label>
    <label
      >Seat
      <select name="seat">
        ${free.map((seat, place) => html`<option value=${seat} .selected=${place === 0}>${seat}</option>`)}
        <option value="">–</option>
      </select></label
    >
    ${NOTES.map(
      (cash) =>
        html`<button
          type="button"
          data-walk-up=${cash}
          ?disabled=${till.busy}
          @click=${(event: Event) => void till.once(() => sit(event, cash))}
        >
          Seat for ${money(cash)} in cash
        </button>`,
    )}
  </form>`;
}

export function chipsSheet(
  model: TableModel,
  detail: Detail | null,
  told: ChipsOut | null,
  player: string,
  choose: (player: string) => void,
  ask: Ask,
  till: Till,
): TemplateResult {
  // Whoever left with nothing is gone; whoever left chips behind is not.
  const holding = Object.entries(detail?.purses ?? {}).filter(([, one]) => one.cash + one.worth + one.owed > 0);
  const owed = till.walkUps.filter((one) => till.wallets[one]);
  const players = [...new Set([...(detail?.seats ?? []), ...holding.map(([one]) => one), ...owed])].toSorted();
  // Chips are redeemed and cash is handed back after closing too; nothing is sold then.
  const open = model.now?.open ?? false;
  const name = (players.includes(player) ? player : players[0]) ?? "";
  const seated = detail?.seats?.includes(name) ?? false;
  const purse = detail?.purses?.[name];
  const wallet = till.wallets[name] ?? 0;
  const sorts = ["cash", "color"].filter((sort) => model.offer("buy-in", sort));
  const least = detail?.limits?.chip_value_min ?? 100;
  const colors = told?.colors ?? [];
  const own = purse?.color ?? colors.find((one) => one.player === null)?.color;
  const submit = async (event: SubmitEvent): Promise<void> => {
    const { amount, chips, color, value } = asked(event.target as HTMLFormElement);
    const wanted = (event.submitter as HTMLButtonElement).value;
    const act = wanted === "cash-in" ? "buy-in" : wanted;
    const colored = chips === "color" && act === "buy-in" ? { color, chip_value: value, marker: value > least } : {};
    if (wanted === "cash-in" && !(await till.take(name, amount))) return;
    await ask(act, { player: name, amount, chips, ...colored });
  };
  // Color chips for cash chips of the same worth: what a player leaves the table with.
  const colorUp = async (): Promise<void> => {
    const amount = purse?.worth ?? 0;
    if (await ask("cash-out", { player: name, amount, chips: "color", color: purse?.color }))
      await ask("buy-in", { player: name, amount, chips: "cash" });
  };
  const all = (purse?.cash ?? 0) + (purse?.worth ?? 0);
  const cashOutAll = async (): Promise<void> => {
    if (purse?.cash && !(await ask("cash-out", { player: name, amount: purse.cash, chips: "cash" }))) return;
    if (purse?.worth) await ask("cash-out", { player: name, amount: purse.worth, chips: "color", color: purse.color });
  };
  const others = ["permit-value-chips", "remove-chips", "bring-back-chips", "approve-redemption"].filter((act) =>
    model.offer(act),
  );
  return html`<h2>Chips and seats</h2>
    ${
      open
        ? walkUp(sorts, freeSeats(told), ask, till, choose)
        : html`<p class="quiet">The table is closed: nothing is sold.</p>`
    }
    ${
      players.length
        ? html`<form
            class="ruling"
            @input=${(event: Event) => saySold((event.currentTarget as Element).querySelector("[data-sold]"))}
            @submit=${(event: SubmitEvent) => {
              event.preventDefault();
              void till.once(() => submit(event));
            }}
          >
            <label
              >Player
              <select name="player" @change=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
                ${players.map(
                  (one) =>
                    html`<option value=${one} ?selected=${one === name}>
                      ${told?.places[one] ? `Seat ${told.places[one]} · ` : ""}${one}
                    </option>`,
                )}
              </select></label
            >
            <p class="quiet" data-purse>
              ${
                purse
                  ? html`${money(purse.cash)} in cash
                    chips${
                      purse.color
                        ? html` · ${count(purse.chips, `${purse.color} chip`)} of ${money(purse.chip_value ?? 0)} =
                          ${money(purse.worth)}`
                        : nothing
                    }${purse.owed ? html` · owes ${money(purse.owed)}` : nothing}`
                  : "no chips yet"
              }${wallet ? html` · <span data-wallet>${money(wallet)} in their account, not in chips</span>` : nothing}
            </p>
            ${
              told?.walk_ups.includes(name)
                ? html`<croupier-seat-code .table=${model.table} .player=${name}></croupier-seat-code>`
                : nothing
            }
            <p class="row">
              <label
                >Amount
                <input name="amount" inputmode="decimal" type="number" min="0.01" step="0.01" required value="100"
              /></label>
              <label
                >Chip type
                <select name="chips">
                  ${sorts.map((sort) => html`<option value=${sort}>${sort}</option>`)}
                </select></label
              >
            </p>
            ${
              sorts.includes("color")
                ? html`<p class="row">
                    <label
                      >Color
                      <select name="color">
                        ${colors.map(
                          (one) =>
                            html`<option
                              .selected=${one.color === own}
                              ?disabled=${one.player !== null && one.player !== name}
                              value=${one.color}
                            >
                              ${one.color}${one.player !== null && one.player !== name ? " (taken)" : ""}
                            </option>`,
                        )}
                      </select></label
                    >
                    <label
                      >Value of one color chip
                      <input
                        name="value"
                        type="number"
                        min="0.01"
                        step="0.01"
                        value=${(purse?.chip_value ?? least) / 100}
                    /></label>
                  </p>`
                : nothing
            }
            <p class="row">
              <button
                type="submit"
                class="primary"
                value="cash-in"
                data-do="sell-for-cash"
                ?disabled=${till.busy || !open || !seated}
              >
                <span data-sold ${ref((label) => saySold(label))}></span>
              </button>
              <button type="submit" value="buy-in" data-do="buy-in" ?disabled=${till.busy || !open || !seated}>
                Sell from their account ${plainTags(model.offer("buy-in", sorts[0] ?? null)?.clauses ?? [])}
              </button>
              <button type="submit" value="cash-out" data-do="cash-out" ?disabled=${till.busy}>
                Cash out ${plainTags(model.offer("cash-out", "cash")?.clauses ?? [])}
              </button>
              ${
                open && purse?.worth && sorts.includes("cash")
                  ? html`<button
                      type="button"
                      data-do="color-up"
                      ?disabled=${till.busy}
                      @click=${() => void till.once(colorUp)}
                    >
                      Color up ${money(purse.worth)}
                    </button>`
                  : nothing
              }
              ${
                all
                  ? html`<button
                      type="button"
                      data-do="cash-out-all"
                      ?disabled=${till.busy}
                      @click=${() => void till.once(cashOutAll)}
                    >
                      Cash out all ${money(all)}
                    </button>`
                  : nothing
              }
              ${
                wallet && till.walkUps.includes(name)
                  ? html`<button
                      type="button"
                      data-do="hand-back"
                      ?disabled=${till.busy}
                      @click=${() => void till.once(() => till.handBack(name, wallet))}
                    >
                      Hand back ${money(wallet)} in cash
                    </button>`
                  : nothing
              }
              <button
                type="button"
                data-do="leave-seat"
                ?disabled=${till.busy || !seated}
                @click=${() => void till.once(() => ask("leave-seat", { player: name }))}
              >
                Leaves the seat
              </button>
            </p>
            ${
              others.length
                ? html`<p class="row">
                    ${others.map(
                      (act) =>
                        html`<button
                          type="button"
                          data-do=${act}
                          ?disabled=${till.busy}
                          @click=${(event: Event) => {
                            const form = (event.target as HTMLElement).closest("form");
                            const amount = Math.round(Number(form ? new FormData(form).get("amount") : 0) * 100);
                            const fields = act === "permit-value-chips" ? { player: name } : { player: name, amount };
                            void till.once(() => ask(act, fields));
                          }}
                        >
                          ${sentence(act)} ${plainTags(model.offer(act)?.clauses ?? [])}
                        </button>`,
                    )}
                  </p>`
                : nothing
            }
          </form>`
        : html`<p>Nobody sits here yet.</p>`
    }`;
}
