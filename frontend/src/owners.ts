// Whose chips are whose. Letters go by seat, colors by purchase: whoever is B on one screen is B on every other.

import type { Owner } from "./drawing.ts";
import type { TableModel } from "./model.ts";
import { service } from "./service.ts";
import type { ChipsTold } from "./wire.ts";
import { hues } from "./words.ts";

const TONES = 7;

export class Owners {
  told: ChipsTold | null = null;
  map = new Map<string, Owner>();
  private key = "";

  // `value` is what one color chip of a player is worth, as far as whoever looks may know.
  constructor(private readonly model: TableModel, private readonly value: (player: string) => number | null, private readonly changed: () => void) {}

  // Colors are bought between two looks; they are asked for when somebody sat down, bought, or a round began.
  look(): void {
    const { model } = this;
    const key = `${model.seats.join(" ")}/${model.purse?.color ?? ""}/${model.now?.round ?? ""}`;
    if (key === this.key) return;
    this.key = key;
    void this.read();
  }

  async read(): Promise<void> {
    this.told = await service.call<ChipsTold>("GET", `/tables/${this.model.table}/chips`).catch(() => this.told);
    const map = new Map<string, Owner>();
    this.model.seats.forEach((player, seat) => {
      map.set(player, { letter: letterOf(seat), tone: player === this.model.me ? "tone-0" : `tone-${1 + (seat % TONES)}`, chipValue: null });
    });
    this.told?.colors.forEach(({ color, player }, place) => {
      if (player) map.set(player, { letter: letterOf(place), tone: `${hues(color)} n${place}`, chipValue: this.value(player) });
    });
    this.map = map;
    this.changed();
  }
}

export function letterOf(place: number): string {
  return String.fromCharCode(65 + (place % 26));
}
