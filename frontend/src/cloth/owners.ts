// Whose chips are whose. Letters go by seat, colors by purchase: whoever is B on one screen is B on every other.

import type { Owner } from "./drawing.ts";
import type { TableModel } from "../wire/model.ts";
import { service } from "../wire/service.ts";
import type { ChipsOut } from "../wire/types.ts";
import { hues } from "../words/words.ts";

const TONES = 7;
const BETWEEN = 1500;
const SEATED = 300;

export class Owners {
  told: ChipsOut | null = null;
  map = new Map<string, Owner>();
  private key = "";
  private timer = 0;

  // `value` is what one color chip of a player is worth, as far as whoever looks may know.
  constructor(
    private readonly model: TableModel,
    private readonly value: (player: string) => number | null,
    private readonly changed: () => void,
  ) {}

  // Colors are bought between two looks; they are asked for when somebody sat down, bought, or a round began. At a full
  // table that is often: one look serves everybody who did so meanwhile.
  look(): void {
    const { model } = this;
    const key = `${model.seats.join(" ")}/${model.purse?.color ?? ""}/${model.purchases}/${model.now?.round ?? ""}`;
    if (key === this.key) return;
    this.key = key;
    if (this.timer) return;
    // The first look waits for one's own seat, which comes with the connection.
    const first = this.told === null;
    if (!first) void this.read();
    this.timer = window.setTimeout(
      () => {
        this.timer = 0;
        if (first || this.key !== key) void this.read();
      },
      first ? SEATED : BETWEEN,
    );
  }

  async read(): Promise<void> {
    this.told = await service.call<ChipsOut>("GET", `/tables/${this.model.table}/chips`).catch(() => this.told);
    const map = new Map<string, Owner>();
    (this.told?.seats ?? this.model.seats).forEach((player, seat) => {
      map.set(player, {
        letter: letterOf(seat),
        tone: player === this.model.me ? "tone-0" : `tone-${1 + (seat % TONES)}`,
        chipValue: null,
      });
    });
    this.told?.colors.forEach(({ color, player }, place) => {
      if (!player) return;
      const letter = map.get(player)?.letter ?? letterOf(map.size);
      map.set(player, { letter, tone: `${hues(color)} n${place}`, chipValue: this.value(player) });
    });
    this.map = map;
    this.changed();
  }
}

// A to Z, then AA to AZ, and so on.
export function letterOf(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last;
}
