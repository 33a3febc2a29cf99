// What a player does with bets: lay, move, take back, do again; and what is said when it is refused.

import * as say from "#words/player/page.ts";
import { haptics } from "./haptics.ts";
import type { PlayerView } from "./player.ts";
import type { RefusedChip } from "../wire/refused.ts";
import type { Refused, Spot } from "../wire/types.ts";
import { costWords, type Act } from "#words/play.ts";
import { errorWords, isRefusal, refusalWords } from "../words/said.ts";
import { UNIT, money, spotName } from "../words/words.ts";

const REFUSED_FOR = 6000;
const TYPED = /^(.*?)(?:\s*[x×]\s*(\d{1,12}))?$/i;

export class Bets {
  stopped: string[] = [];
  // What was asked for when something was refused.
  private asked: Act = "lay";

  constructor(private readonly view: PlayerView) {}

  async lay(spot: Spot, stake = this.view.chip): Promise<void> {
    const { model, history } = this.view;
    if (!model || !history || model.away) return;
    this.asked = "lay";
    if (model.betting) {
      haptics.chip();
      this.view.cues.chip();
    }
    if (await history.place([{ position: spot.name, stake }]))
      this.view.announce(say.laid(money(stake), spotName(spot)), false);
    this.tellRefusal();
  }

  async takeBack(spot: Spot): Promise<void> {
    const last = this.view.model?.mineLive.findLast((chip) => chip.position === spot.position);
    if (!last || !this.view.history) return this.view.announce(say.noBetHere, false);
    if (await this.view.history.retract([last]))
      this.view.announce(say.takenBack(money(last.stake), spotName(spot)), false);
    this.tellRefusal();
  }

  async moveStack(from: Spot, to: Spot | null): Promise<void> {
    const chips = this.view.model?.mineLive.filter((chip) => chip.position === from.position) ?? [];
    if (!chips.length || !this.view.history) return;
    const done = to ? await this.view.history.move(chips, to.position) : await this.view.history.retract(chips);
    if (done) this.view.announce(to ? say.movedTo(spotName(to)) : say.stackTakenBack(spotName(from)), false);
    this.tellRefusal();
  }

  async act(what: Exclude<Act, "lay">): Promise<void> {
    if (!this.view.model?.betting || this.view.model.away) return;
    this.view.model.forgetRefused();
    this.asked = what;
    const done = await this.view.history?.[what]();
    const refused = this.view.model.refused;
    if (refused && (what === "double" || what === "rebet"))
      this.stopped = [String(refused.refused.facts["position"] ?? refused.position)];
    this.tellRefusal();
    if (!done) return;
    this.view.announce(done, false);
    if (what !== "undo" && what !== "clear") this.view.cues.chip();
  }

  // Why not, and what it would have taken.
  why({ refused, cost }: RefusedChip): string {
    const balance = this.view.model?.balance ?? 0;
    return refused.code === "not-enough-chips" && cost ? costWords(this.asked, cost, balance) : whyNot(refused);
  }

  private tellRefusal(): void {
    const refused = this.view.model?.refused;
    this.view.hush();
    if (refused) {
      this.view.cues.refusal();
      const short = refused.refused.code === "not-enough-chips";
      const where = this.view.named(String(refused.refused.facts["position"] ?? refused.position));
      this.view.announce(short ? this.why(refused) : `${this.why(refused)} ${where}`, true);
      if (short) void this.view.cashier.count();
      this.view.later(REFUSED_FOR, () => {
        this.stopped = [];
        this.view.model?.forgetRefused();
      });
    }
    this.view.requestUpdate();
  }

  // What was typed goes to the service as it is: it knows what people write, and says what is wrong with it.
  async typed(form: HTMLFormElement): Promise<void> {
    const text = String(new FormData(form).get("bet") ?? "").trim();
    const [, words = "", amount] = TYPED.exec(text) ?? [];
    if (!words || !this.view.model?.betting) {
      this.view.wrong = words
        ? refusalWords("betting-closed", { phase: this.view.model?.now?.phase })
        : say.typeSomething;
      return this.view.requestUpdate();
    }
    const stake = amount ? Number(amount) * (this.view.chipValue ?? UNIT) : this.view.chip;
    this.asked = "lay";
    if (await this.view.history?.place([{ position: words, stake }])) {
      this.view.wrong = "";
      this.view.close();
      return this.view.announce(`${money(stake)} on ${words}`, false);
    }
    const refused = this.view.model.refused;
    this.view.wrong = refused ? this.why(refused) : "";
    this.view.model.forgetRefused();
    this.view.requestUpdate();
  }
}

// A refusal says which rule stood in the way; an error says what was wrong with the request.
export function whyNot({ code, facts }: Refused): string {
  return isRefusal(code) ? refusalWords(code, facts) : errorWords(code);
}
