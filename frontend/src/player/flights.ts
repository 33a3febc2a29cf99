// Chips that go where they go when a round is paid: lost ones to the house, winnings out to the bet and, with the
// stake, home to the balance. They are copies over the page: what lies on the cloth is the table's to say.

import { render, svg } from "lit";
import type { Cloth } from "../cloth/cloth.ts";
import { loneChip } from "../cloth/drawing.ts";
import { faceOf } from "../cloth/faces.ts";
import type { Returned } from "../wire/own-round.ts";
import { money } from "../words/words.ts";
import { tone } from "./picked.ts";
import type { PlayerView } from "./player.ts";

const MOST = 12;
const SWEEP = 520;
const PAYS_AFTER = 300;
const PAYS = 480;
const HOME_AFTER = 1050;
const HOME = 620;
const APART = 45;
// As many chips as are seen of one payment.
const STACK = 8;

export interface Lain {
  rect: DOMRect;
  box: DOMRect;
  copy: Node;
}

type Point = [number, number];

// Where one's own chips lie, while they still do.
export function remember(page: HTMLElement): Map<string, Lain> {
  const lain = new Map<string, Lain>();
  for (const picture of page.querySelectorAll<SVGGElement>(".own[data-chip]")) {
    const copy = picture.cloneNode(true) as SVGGElement;
    copy.setAttribute("class", "chip");
    copy.querySelector(".lock")?.remove();
    delete copy.dataset["chip"];
    const found = { rect: picture.getBoundingClientRect(), box: picture.getBBox(), copy };
    lain.set(picture.dataset["chip"] ?? "", found);
  }
  return lain;
}

export function fly(page: PlayerView, lain: Map<string, Lain>, returns: readonly Returned[]): void {
  const cloth = page.querySelector(".cloth-sheet")?.getBoundingClientRect();
  const bank = page.querySelector("[data-bank]")?.getBoundingClientRect();
  if (!cloth || !bank) return;
  const house: Point = [cloth.left + cloth.width / 2, cloth.top];
  const home: Point = [bank.left + bank.width / 2, bank.top + bank.height / 2];
  const layer = document.createElement("div");
  layer.className = "flights";
  layer.ariaHidden = "true";
  page.append(layer);
  const lands: Promise<unknown>[] = [];
  for (const [place, { position, winnings, collected }] of byBet(returns).slice(0, MOST).entries()) {
    const from = lain.get(position);
    if (!from) continue;
    const wait = place * APART;
    // A stake that lies there until the dolly is lifted does not go yet.
    const stays = page.querySelector(`.own[data-chip="${CSS.escape(position)}"]:not(.lost)`) !== null;
    if (!winnings) lands.push(swept(layer, from, collected ? house : home, wait));
    else {
      if (!stays) lands.push(goesHome(layer, from, home, wait));
      paidIn(page, winnings).forEach((chip, level) => lands.push(paid(layer, chip, from, house, home, wait, level)));
    }
  }
  void Promise.allSettled(lands).then(() => layer.remove());
}

// One flight for each bet, however many wagers lay there; what won goes first.
function byBet(returns: readonly Returned[]): Returned[] {
  const bets = new Map<string, Returned>();
  for (const one of returns) {
    const sum = bets.get(one.position);
    bets.set(one.position, sum ? { ...sum, winnings: sum.winnings + one.winnings } : one);
  }
  return [...bets.values()].toSorted((a, b) => b.winnings - a.winnings);
}

// What was won, in the chips in which a dealer would pay it: the largest first, and no more than make a stack.
function paidIn(page: PlayerView, winnings: number): Node[] {
  const radius = page.querySelector<Cloth>("croupier-cloth")?.geometry?.chip ?? 16;
  const [sorts, value] = [page.denominations, page.chipValue];
  const chips: Node[] = [];
  for (let left = winnings; left > 0 && chips.length < STACK;) {
    const sort = sorts.findLast((one) => one <= left) ?? left;
    const made = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const label = value ? String(sort / value) : money(sort);
    render(svg`${loneChip("", [0, 0], radius, label, value ? tone(page) : faceOf(sort, sorts))}`, made);
    chips.push(made);
    left -= sort;
  }
  return chips.toReversed();
}

function swept(layer: HTMLElement, lain: Lain, to: Point, wait: number): Promise<unknown> {
  const [dx, dy] = way(lain.rect, to);
  return flight(layer, lain, [at(0, 0), { ...at(dx, dy, 0.7), opacity: 0 }], { delay: wait, duration: SWEEP });
}

function goesHome(layer: HTMLElement, lain: Lain, home: Point, wait: number): Promise<unknown> {
  return flight(layer, lain, homeward(lain, home, 0, 0), {
    delay: HOME_AFTER + wait,
    duration: HOME,
    easing: "ease-in-out",
  });
}

// In an arc: a hand lifts them.
function homeward(lain: Lain, home: Point, x: number, y: number): Keyframe[] {
  const [dx, dy] = way(lain.rect, home);
  const [ax, ay] = [x + (dx - x) * 0.35, y + (dy - y) * 0.35 - lain.rect.height];
  return [at(x, y), { ...at(ax, ay, 1.15), offset: 0.4 }, at(dx, dy, 0.55)];
}

// Winnings come from the house and are stacked beside the stake, chip by chip; then they go home.
function paid(
  layer: HTMLElement,
  copy: Node,
  stake: Lain,
  house: Point,
  home: Point,
  wait: number,
  level: number,
): Promise<unknown> {
  const { rect } = stake;
  const side = rect.width;
  const lain: Lain = {
    copy,
    rect: new DOMRect(rect.left, rect.bottom - side, side, side),
    box: new DOMRect(-side / 2, -side / 2, side, side),
  };
  // Chips lie to the right in a box that has a label: to the left they stay in it, and on the screen.
  const [x, y] = [rect.left > side ? side * -0.9 : side * 0.9, -level * side * 0.1];
  const [hx, hy] = way(lain.rect, house);
  const later = wait + level * APART;
  return flight(
    layer,
    lain,
    [
      { ...at(hx, hy, 0.8), opacity: 0 },
      { ...at(hx * 0.9, hy * 0.9, 1), offset: 0.15, opacity: 1 },
      { ...at(x, y - side * 0.25), offset: 0.9 },
      at(x, y),
    ],
    { delay: PAYS_AFTER + later, duration: PAYS, fill: "both", easing: "cubic-bezier(.2,.7,.2,1)" },
    [homeward(lain, home, x, y), { delay: HOME_AFTER + later, duration: HOME, easing: "ease-in-out" }],
  );
}

function way(from: DOMRect, [x, y]: Point): Point {
  return [x - from.left - from.width / 2, y - from.top - from.height / 2];
}

function at(x: number, y: number, scale = 1): Keyframe {
  return { transform: `translate(${x}px, ${y}px) scale(${scale})` };
}

function flight(
  layer: HTMLElement,
  { rect, box, copy: chip }: Lain,
  frames: Keyframe[],
  timing: KeyframeAnimationOptions,
  then?: [Keyframe[], KeyframeAnimationOptions],
): Promise<unknown> {
  const copy = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  copy.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  copy.append(chip.cloneNode(true));
  Object.assign(copy.style, {
    left: `${rect.left}px`,
    top: `${rect.top}px`,
    width: `${rect.width}px`,
    height: `${rect.height}px`,
  });
  layer.append(copy);
  const first = copy.animate(frames, { fill: "backwards", easing: "ease-in", ...timing });
  const last = then ? copy.animate(...then) : first;
  return last.finished.finally(() => copy.remove());
}
