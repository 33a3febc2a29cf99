// What a key does at a player's table, and what the table says when it is asked by one.

import * as say from "#words/player/keys.ts";
import type { PlayerView } from "./player.ts";
import { secondsLeft } from "./timer.ts";
import { banner } from "../parts.ts";
import { netWords } from "./net.ts";
import { count, money, spotName } from "../words/words.ts";

export function onKey(view: PlayerView, event: KeyboardEvent): void {
  const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
  if (typing || view.sheet || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.key === "?") return view.open("keys");
  if (event.key === "Escape") return view.ending.sendAway();
  if (!view.letters) return;
  const chip = view.denominations[Number(event.key) - 1];
  if (chip) {
    view.pick = Number(event.key) - 1;
    return view.announce(
      view.chipValue ? `${count(chip / view.chipValue, "chip")}, ${money(chip)}` : say.chip(money(chip)),
      false,
    );
  }
  // A key that is held down repeats itself: what it adds or takes back, it does once.
  if (event.repeat && "crd".includes(event.key.toLowerCase())) return;
  const keys: Record<string, () => void> = {
    u: () => void view.bets.act(event.shiftKey ? "redo" : "undo"),
    c: () => void view.bets.act("clear"),
    r: () => void view.bets.act("rebet"),
    d: () => void view.bets.act("double"),
    b: () => view.query(myBets(view)),
    t: () => view.query(phaseAndTime(view)),
    l: () => view.query(lastResults(view)),
    w: () => view.query(netWords(view.model?.lastReturns ?? [])),
    m: () => view.query(limitsHere(view)),
    "/": () => {
      event.preventDefault();
      view.open("typed");
    },
  };
  keys[event.key.toLowerCase()]?.();
}

export function myBets(view: PlayerView): string {
  const chips = view.model?.mineLive ?? [];
  if (!chips.length) return say.noBets;
  return say.bets(
    chips.map((chip) => say.bet(money(chip.stake), view.named(chip.position))),
    money(view.model?.staked ?? 0),
  );
}

export function phaseAndTime(view: PlayerView): string {
  const model = view.model;
  const closes = secondsLeft(model?.closesAt ?? null);
  const next = secondsLeft(model?.dueAt ?? null);
  const left = closes !== null ? say.toTheCall(closes) : next !== null ? say.toTheNext(next) : "";
  const shown = banner(model, view.felt);
  const minutes = Math.floor((Date.now() - view.since) / 60_000);
  return say.round(model?.now?.round, `${shown.aloud ?? shown.title}${left}`, minutes);
}

export function lastResults(view: PlayerView): string {
  const last = view.model?.results.slice(-5).toReversed() ?? [];
  const said = (pocket: string): string => (view.felt ? `${pocket} ${view.felt.colors[pocket] ?? ""}`.trim() : pocket);
  const words = last.map((one) => (one === null ? say.voided : said(one)));
  return say.lastResults(words);
}

export function limitsHere(view: PlayerView): string {
  const spot = view.aimed;
  const limit = spot ? view.limit(spot) : null;
  return spot && limit ? say.limits(spotName(spot), money(limit.min), money(limit.max)) : say.moveFirst;
}
