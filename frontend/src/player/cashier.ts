// Buying chips and cashing them out, and where one's money is.

import * as say from "#words/player/page.ts";
import { whyNot } from "./bets.ts";
import type { PlayerView } from "./player.ts";
import { service } from "../wire/service.ts";
import type { MeOut } from "../wire/types.ts";
import { errorWords } from "../words/said.ts";
import { UNIT, money } from "../words/words.ts";

type Sort = "cash" | "color";

export class Cashier {
  // As the service last told it.
  me: MeOut | null = null;

  constructor(private readonly view: PlayerView) {}

  async count(me?: MeOut | null): Promise<void> {
    this.me = me === undefined ? await service.money() : me;
    if (this.me && this.view.model) this.view.model.wallet = this.me.wallet;
    this.view.requestUpdate();
  }

  async refill(): Promise<void> {
    await this.count(await service.refill());
    this.view.model?.forgetRefused();
    if (this.me) this.view.announce(say.youHave(money(this.view.model?.balance ?? 0)), false);
  }

  // Chips of the chosen color, or those that the table sells anyway.
  async buy(form: HTMLFormElement, amount: number): Promise<void> {
    const data = new FormData(form);
    const sold = this.view.chips?.told?.bought;
    const color = String(data.get("color") ?? "") || (sold?.chips === "color" ? sold.color : null);
    const wallet = this.view.model?.wallet ?? 0;
    if (amount < UNIT) return this.wrong(errorWords("wrong-type"));
    if (amount > wallet) return this.wrong(say.tooDear(money(amount), money(wallet)));
    const value = whole(data.get("value")) * UNIT || sold?.value || UNIT;
    const kind: Sort = color ? "color" : "cash";
    await this.change("buy-in", {
      amount,
      chips: kind,
      ...(color && { color, chip_value: value, marker: true }),
    });
  }

  async cashOut(): Promise<boolean> {
    const purse = this.view.model?.purse;
    for (const [chips, amount] of [
      ["color", purse?.worth ?? 0],
      ["cash", purse?.cash ?? 0],
    ] as const)
      if (amount && !(await this.change("cash-out", { amount, chips }))) return false;
    return true;
  }

  // Bets that lie on the table stay there, and what they return is cashed out with the seat.
  async leave(): Promise<void> {
    if (!(await this.cashOut())) return;
    await this.view.model?.ask("leave-seat", { player: this.view.model.me });
    location.hash = "#/";
  }

  private wrong(words: string): void {
    this.view.wrong = words;
    this.view.requestUpdate();
  }

  private async change(act: string, fields: Record<string, unknown>): Promise<boolean> {
    const receipt = await this.view.model?.ask(act, { player: this.view.model.me, ...fields });
    if (!receipt) return false;
    const done = "events" in receipt;
    this.wrong(
      "refused" in receipt ? whyNot(receipt.refused) : "error" in receipt ? errorWords(receipt.error.code) : "",
    );
    await Promise.all([this.view.chips?.read(), this.count()]);
    if (done) this.view.announce(say.balanceOf(money(this.view.model?.balance ?? 0)), false);
    if (done && act === "buy-in") this.view.close();
    return done;
  }
}

export function whole(text: FormDataEntryValue | null): number {
  return Math.max(0, Math.floor(Number(text ?? 0)) || 0);
}
