// A dealer's hand on the cloth: it announces the number, places for a player, or marks a chip that lies unclear.

import { CHIPS } from "./read-out.ts";
import type { Aim } from "../cloth/cloth.ts";
import type { DealerView } from "./dealer.ts";
import { chipsNear, touched, written } from "./point.ts";
import { positionName } from "../staff/staff.ts";
import type { Chip } from "../wire/fold.ts";
import type { TableModel } from "../wire/model.ts";
import type { Spot } from "../wire/types.ts";
import { refusalWords } from "../words/said.ts";
import { money } from "../words/words.ts";

// A number is entered once the bets are closed; until the dolly marks it, a wrong one can be put right.
export function picksNumber(model: TableModel | null, mode: string): boolean {
  if (model?.now?.phase === "at-rest") return model.offer("correct-outcome")?.now ?? false;
  const closed = model?.now?.phase === "no-more-bets" || mode === "rests";
  return closed && model?.offer("declare-outcome") !== undefined;
}

export class Hand {
  mode: "" | "place" | "unclear" | "rests" = "";
  player = "";
  chip = CHIPS[0] ?? 100;
  candidates: Chip[] = [];
  private point = "";

  constructor(private readonly view: DealerView) {}

  setMode(mode: typeof this.mode): void {
    this.mode = this.mode === mode ? "" : mode;
    this.view.message = null;
    this.point = "";
    this.view.requestUpdate();
  }

  lay({ spot, within }: Aim): void {
    if (!spot) return;
    if (this.mode === "place") return void this.placeFor(spot);
    if (this.mode === "unclear") return this.markNear(spot, within);
    if (picksNumber(this.view.model, this.mode)) {
      if (spot.kind === "straight") this.view.pick(spot.pockets[0] ?? "");
      else this.view.announce("Touch a number.", false);
    }
  }

  // A wrong word before the dolly: the number that is touched next takes its place, and the record keeps both.
  async putRight(): Promise<void> {
    const { view } = this;
    const fields = { round: view.model!.now?.round, pocket: view.picked, reason: "put right before the dolly" };
    if (await view.ask("correct-outcome", fields)) view.picked = null;
  }

  private async placeFor(spot: Spot): Promise<void> {
    const player = this.player || this.players[0] || "";
    const stake = this.chip;
    const placed = await this.view.model!.place([{ position: spot.name, stake }], player);
    const refused = Array.isArray(placed) ? null : placed;
    const says = refused ? refusalWords(refused.code, refused.facts) : "";
    this.view.message = refused && { says, clauses: refused.clause ? [refused.clause] : [] };
    const done = `${money(stake)} for ${player} on ${positionName(spot.position, this.view.felt)}`;
    this.view.announce(refused ? `Refused: ${says}` : done, refused !== null);
    void this.view.overview?.read();
    this.view.requestUpdate();
  }

  async takeBack(spot: Spot): Promise<void> {
    const last = [...this.view.model!.chips.values()].findLast(
      (chip) => chip.position === spot.position && chip.player === (this.player || this.players[0]),
    );
    if (this.mode === "place" && last) await this.view.model!.retract([last.wager]);
  }

  get players(): string[] {
    return this.view.overview?.detail?.seats ?? this.view.model?.snapshot?.seats ?? [];
  }

  // From the keyboard a chip is meant to lie where such chips lie.
  private markNear(spot: Spot, within: Aim["within"]): void {
    this.point = within && this.view.felt ? touched(this.view.felt, within) : written(spot.anchor);
    this.candidates = chipsNear(this.point, this.view.model!.chips.values(), this.view.felt);
    const [only] = this.candidates;
    if (this.candidates.length === 1 && only) void this.markUnclear(only.wager);
    else this.view.sheets.open("choose");
  }

  async markUnclear(wager: string): Promise<void> {
    if (this.view.sheets.name) this.view.sheets.close();
    this.mode = "";
    await this.view.ask("mark-unclear", { wager, point: this.point });
    this.point = "";
  }
}
