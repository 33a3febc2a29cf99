// The cloth: one picture, and over it one real button per betting position, placed from the same rectangles.

import { LitElement, html, svg, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { repeat } from "lit/directives/repeat.js";
import { boxLabel, dolly, loneChip, medallion, stack, type Owner } from "./drawing.ts";
import { Geometry, scaleFor, type Rect } from "./geometry.ts";
import type { Chip } from "./model.ts";
import type { Felt, Spot } from "./wire.ts";
import { money, spoken, spotName } from "./words.ts";

const GROUPS: [string, (spot: Spot) => boolean][] = [
  ["Numbers", (spot) => spot.kind === "straight"],
  ["Series", (spot) => spot.kind.startsWith("series")],
  ["Outside", (spot) => boxed(spot)],
  ["Between numbers", () => true],
];
const DRAGGED = 6;
const STEADY = 10;
const SHOWN_MOST = 4;
// Where the stacks of several players lie around one spot, in boxes: each with its letter to be seen, none beyond its box.
const AROUND: [number, number][][] = [
  [], [[0, 0]], [[-0.17, 0], [0.17, 0]], [[-0.24, -0.2], [0.24, -0.2], [0, 0.2]], [[-0.24, -0.2], [0.24, -0.2], [-0.24, 0.2], [0.24, 0.2]],
];
const ROW = 0.24;

export interface Aim { spot: Spot | null; from?: Spot }
export interface Back { position: string; stake: number; at: number }

interface Press { spot: Spot | null; x: number; y: number; drags: boolean; timer: number; touch: boolean }

export class Cloth extends LitElement {
  static override properties = {
    felt: { attribute: false }, chips: { attribute: false }, me: {}, lit: { attribute: false }, won: { attribute: false },
    dolly: {}, locked: { type: Boolean }, ghost: { type: Number }, picking: { type: Boolean }, phone: { type: Boolean },
    upright: { type: Boolean }, amounts: { type: Boolean }, owners: { attribute: false }, back: { attribute: false }, stopped: { attribute: false },
  };

  // How long a finger rests before it is asked what it means, in milliseconds.
  static longPress = 400;

  declare felt: Felt | null;
  declare chips: Chip[];
  declare me: string;
  declare lit: string[];
  declare won: string[];
  declare dolly: string | null;
  declare locked: boolean;
  declare ghost: number;
  declare picking: boolean;
  declare phone: boolean;
  declare upright: boolean;
  // Whether the chips of others say how much they are: to who deals and to who looks into it, not to who plays beside them.
  declare amounts: boolean;
  declare owners: Map<string, Owner> | undefined;
  declare back: Back | null;
  declare stopped: string[];

  private geometry: Geometry | null = null;
  private spots = new Map<string, Spot>();
  private aimed: Spot | null = null;
  private focused = "";
  private press: Press | null = null;
  private dragged: Spot | null = null;
  private bubble: { x: number; y: number } | null = null;

  constructor() {
    super();
    Object.assign(this, {
      felt: null, chips: [], me: "", lit: [], won: [], dolly: null, locked: false, ghost: 0, picking: false, phone: false,
      upright: false, amounts: false, owners: undefined, back: null, stopped: [],
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (this.felt && (changed.has("felt") || changed.has("phone") || changed.has("upright") || !this.geometry)) {
      this.geometry = new Geometry(this.felt, scaleFor(this.felt, this.phone, this.upright), this.upright);
      this.spots = new Map(this.felt.spots.map((spot) => [spot.name, spot]));
      if (!this.spots.has(this.focused)) this.focused = this.felt.spots[0]?.name ?? "";
    }
  }

  // Positions are set on the elements, because a strict policy allows no style in markup.
  protected override updated(): void {
    const geometry = this.geometry;
    const sheet = this.querySelector<HTMLElement>(".cloth-sheet");
    if (!geometry || !sheet) return;
    const size = `${geometry.width}x${geometry.height}`;
    if (sheet.dataset["placed"] !== size) {
      sheet.dataset["placed"] = size;
      sheet.style.aspectRatio = `${geometry.width} / ${geometry.height}`;
      sheet.style.setProperty("--deep", String(geometry.height / geometry.width));
    }
    for (const button of this.querySelectorAll<HTMLButtonElement>(`button[data-spot]:not([data-placed="${size}"])`)) {
      const spot = this.spots.get(button.dataset["spot"] ?? "");
      if (spot) place(button, geometry.rect(spot.zone), geometry);
      button.dataset["placed"] = size;
    }
    const bubble = this.querySelector<HTMLElement>(".bubble");
    if (bubble && this.bubble) {
      const half = bubble.offsetWidth / 2;
      bubble.style.left = `${Math.max(half, Math.min(sheet.clientWidth - half, this.bubble.x))}px`;
      bubble.style.top = `${this.bubble.y}px`;
    }
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.felt || !this.geometry) return nothing;
    return html`
      <div class="cloth-sheet ${this.locked ? "locked" : ""} ${this.dragged ? "dragging" : ""}"
        @pointermove=${this.onMove} @pointerdown=${this.onDown} @pointerup=${this.onUp} @pointerleave=${this.onLeave}
        @pointercancel=${this.onCancel} @click=${this.onClick} @keydown=${this.onKey} @touchend=${this.onTouchEnd}
        @contextmenu=${(event: Event) => event.preventDefault()}>
        ${this.picture(this.felt, this.geometry)}
        ${guard([this.felt, this.geometry, this.chips, this.me, this.focused, this.locked, this.picking],
          () => GROUPS.map(([name], place) => this.group(name, place)))}
        ${this.bubble && this.aimed ? this.bubbled(this.aimed, this.felt) : nothing}
      </div>`;
  }

  private bubbled(spot: Spot, felt: Felt): TemplateResult {
    const few = spot.pockets.length <= 6 ? spot.pockets : [];
    return html`<div class="bubble" aria-hidden="true">
      <b>${few.map((pocket) => html`<span class="mark ${felt.colors[pocket] ?? "green"}">${pocket}</span>`)} ${spotName(spot)}</b>
      <small>${spot.pays} to 1 · ${this.locked ? "closed" : `lift to place ${money(this.ghost)}, slide to change`}</small></div>`;
  }

  private group(name: string, place: number): TemplateResult | typeof nothing {
    const of = GROUPS.findIndex.bind(GROUPS);
    const spots = this.felt?.spots.filter((spot) => of(([, has]) => has(spot)) === place) ?? [];
    if (!spots.length) return nothing;
    return html`<div role="group" aria-label=${name}>
      ${spots.map((spot) => html`<button type="button" data-spot=${spot.name} data-position=${spot.position}
        class="spot" tabindex=${spot.name === this.focused ? 0 : -1}
        aria-label=${spoken(spot, this.stakeOn(spot.position))} aria-disabled=${this.locked && !this.picking ? "true" : "false"}
        @focus=${() => this.onFocus(spot)} @blur=${() => this.aim(null)}></button>`)}
    </div>`;
  }

  private stakeOn(position: string): number {
    return this.chips.filter((chip) => chip.player === this.me && chip.position === position && chip.state !== "lost")
      .reduce((sum, chip) => sum + chip.stake, 0);
  }

  // --- the picture -------------------------------------------------------------------------------------------------

  private picture(felt: Felt, geometry: Geometry): TemplateResult {
    const lit = new Set(this.lit.length ? this.lit : this.aimed?.pockets ?? []);
    const zones = new Map(felt.spots.map((spot) => [spot.position, spot]));
    return html`<svg class="picture" viewBox="0 0 ${geometry.width} ${geometry.height}" aria-hidden="true" focusable="false">
      <rect class="felt-rim" x="5" y="5" width=${geometry.width - 10} height=${geometry.height - 10} rx="16"></rect>
      ${felt.boxes.map((box) => {
        const rect = geometry.rect(box.rect);
        const color = felt.colors[box.name];
        const spot = zones.get(color ? `straight:${box.name}` : box.name);
        const on = color ? lit.has(box.name) : this.aimed?.position === box.name;
        return svg`<g class="box ${on ? "on" : ""} ${this.won.includes(box.name) ? "won" : ""}" data-box=${box.name}>
          <rect class="tint" x=${rect.x} y=${rect.y} width=${rect.width} height=${rect.height}></rect>
          ${guard([geometry], () => !spot ? nothing : color ? medallion(box.label, color, rect, geometry.rect(spot.zone))
            : boxLabel(box, felt, rect, geometry.point(spot.anchor), geometry.chip))}
          <rect class="brass" x=${rect.x} y=${rect.y} width=${rect.width} height=${rect.height}></rect>
        </g>`;
      })}
      ${guard([geometry], () => outsideLine(felt, geometry))}
      ${felt.boxes.filter((box) => lit.has(box.name) || this.won.includes(box.name) || this.aimed?.position === box.name).map((box) => {
        const rect = geometry.rect(box.rect);
        return svg`<rect class="ring ${this.won.includes(box.name) ? "won" : ""}" data-ring=${box.name} x=${rect.x + 1} y=${rect.y + 1} width=${rect.width - 2} height=${rect.height - 2} rx="3"></rect>`;
      })}
      ${this.stacks(felt, geometry)}
      ${this.lone(geometry)}
      ${this.dolly ? this.marker(felt, geometry, this.dolly) : nothing}
    </svg>`;
  }

  private owner(player: string): Owner {
    return this.owners?.get(player) ?? { letter: player.slice(0, 1).toUpperCase(), tone: `tone-${tone(player)}`, chipValue: null };
  }

  private stacks(felt: Felt, geometry: Geometry): TemplateResult {
    const by = new Map<string, Map<string, Chip[]>>();
    for (const chip of this.chips) {
      const players = by.get(chip.position) ?? new Map<string, Chip[]>();
      players.set(chip.player, [...(players.get(chip.player) ?? []), chip]);
      by.set(chip.position, players);
    }
    const shown: { key: string; draw: () => unknown }[] = [];
    for (const [position, players] of by) {
      const spot = felt.spots.find((one) => one.position === position);
      if (!spot) continue;
      const others = [...players.keys()].filter((player) => player !== this.me).slice(0, SHOWN_MOST - Number(players.has(this.me)));
      const order = players.has(this.me) ? [...others, this.me] : others;
      order.forEach((player, at) => shown.push({
        key: `${position} ${player}`,
        draw: () => stack(spot, player, players.get(player) ?? [], this.owner(player), player === this.me, this.amounts,
          around(at, order.length, geometry), geometry),
      }));
      const more = players.size - order.length;
      if (more > 0) {
        const [x, y] = geometry.point(spot.anchor);
        const below = around(order.length - 1, order.length, geometry)[1];
        shown.push({ key: `${position} more`, draw: () => svg`<text class="more" x=${x} y=${y + below + geometry.chip + 10}>+${more}</text>` });
      }
    }
    return svg`${repeat(shown, (one) => one.key, (one) => one.draw())}` as unknown as TemplateResult;
  }

  // The chip that would be laid, the one that is dragged, and the one that was refused and slides back.
  private lone(geometry: Geometry): TemplateResult {
    const mine = this.owner(this.me).tone;
    const label = this.dragged ? money(this.stakeOn(this.dragged.position)) : money(this.ghost);
    // Over one's own chips it would only blur them; what a click adds the read-out says.
    const clear = this.dragged !== null || !this.aimed || !this.stakeOn(this.aimed.position);
    const ghost = this.aimed && clear && !this.locked && !this.picking && this.ghost
      ? loneChip("ghost", geometry.point(this.aimed.anchor), geometry.chip, label, mine) : nothing;
    const back = this.back;
    const from = back && this.felt?.spots.find((spot) => spot.position === back.position || spot.name === back.position);
    const sliding = back && from
      ? repeat([back], (one) => one.at, () => loneChip("back", geometry.point(from.anchor), geometry.chip, money(back.stake), mine)) : nothing;
    const halted = this.stopped.map((position) => this.felt?.spots.find((spot) => spot.position === position)).filter((spot) => spot !== undefined);
    return svg`${ghost}${sliding}${halted.map((spot) => {
      const [x, y] = geometry.point(spot.anchor);
      return svg`<circle class="stopped" data-stopped=${spot.position} cx=${x} cy=${y} r=${geometry.chip + 5}></circle>`;
    })}` as unknown as TemplateResult;
  }

  private marker(felt: Felt, geometry: Geometry, pocket: string): TemplateResult | typeof nothing {
    const box = felt.boxes.find((one) => one.name === pocket);
    return box ? dolly(pocket, geometry.rect(box.rect), this.picking) : nothing;
  }

  // --- pointing ----------------------------------------------------------------------------------------------------

  private at(event: PointerEvent): Spot | null {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const button = under?.closest<HTMLElement>("button[data-spot]");
    return button && this.contains(button) ? this.spots.get(button.dataset["spot"] ?? "") ?? null : null;
  }

  private onMove(event: PointerEvent): void {
    const spot = this.at(event);
    const press = this.press;
    const moved = press ? Math.hypot(event.clientX - press.x, event.clientY - press.y) : 0;
    if (event.pointerType === "touch") {
      if (!press) return;
      const sheet = this.querySelector(".cloth-sheet")?.getBoundingClientRect();
      this.bubble = sheet ? { x: event.clientX - sheet.left, y: event.clientY - sheet.top - 96 } : null;
      if (moved > STEADY) window.clearTimeout(press.timer);
    } else if (press?.drags && moved > DRAGGED && !this.dragged) {
      this.dragged = press.spot;
    }
    if (spot !== this.aimed) this.aim(spot);
    else if (this.bubble) this.requestUpdate();
  }

  private onDown(event: PointerEvent): void {
    const touch = event.pointerType === "touch";
    const spot = this.at(event);
    const drags = !touch && event.button === 0 && !event.shiftKey && !this.locked && !this.picking
      && spot !== null && this.stakeOn(spot.position) > 0;
    const timer = touch ? window.setTimeout(() => this.held(), Cloth.longPress) : 0;
    this.press = { spot, x: event.clientX, y: event.clientY, drags, timer, touch };
    if (touch) {
      (event.target as Element).releasePointerCapture(event.pointerId);
      this.onMove(event);
    } else if (drags) {
      this.querySelector(".cloth-sheet")?.setPointerCapture(event.pointerId);
    }
  }

  // A finger that rests asks for every bet that contains what it rests on.
  private held(): void {
    const spot = this.aimed;
    this.press = null;
    this.bubble = null;
    if (spot) this.send("pick", spot);
  }

  private onUp(event: PointerEvent): void {
    const press = this.press;
    const from = this.dragged;
    this.onCancel();
    if (!press) return;
    const spot = this.at(event);
    if (from) {
      if (spot?.position !== from.position) this.send(spot ? "move" : "lift", spot ?? from, from);
    } else if (spot && (press.touch || spot === press.spot)) {
      this.send(event.button === 2 || event.shiftKey ? "takeback" : "lay", spot);
    }
    if (press.touch) this.aim(null);
  }

  private onCancel(): void {
    window.clearTimeout(this.press?.timer);
    this.press = null;
    this.dragged = null;
    this.bubble = null;
    this.requestUpdate();
  }

  private onLeave(): void {
    this.onCancel();
    this.aim(null);
  }

  // A finger has said everything by the pointer's events. The click that would follow may meet a sheet that opened under it.
  private onTouchEnd(event: TouchEvent): void {
    if (event.cancelable) event.preventDefault();
  }

  // A screen reader presses a button without a pointer.
  private onClick(event: MouseEvent): void {
    const name = (event.target as Element).closest<HTMLElement>("button[data-spot]")?.dataset["spot"];
    const spot = this.spots.get(name ?? "");
    if (event.detail === 0 && spot) this.send("lay", spot);
  }

  private onFocus(spot: Spot): void {
    this.focused = spot.name;
    if (this.press) this.requestUpdate();
    else this.aim(spot);
  }

  private aim(spot: Spot | null): void {
    if (spot === this.aimed && !this.bubble) return;
    this.aimed = spot;
    this.dispatchEvent(new CustomEvent<Aim>("aim", { detail: { spot }, bubbles: true }));
    this.requestUpdate();
  }

  private send(what: string, spot: Spot, from?: Spot): void {
    this.dispatchEvent(new CustomEvent<Aim>(what, { detail: from ? { spot, from } : { spot }, bubbles: true }));
  }

  // --- keys --------------------------------------------------------------------------------------------------------

  private onKey(event: KeyboardEvent): void {
    const spot = this.spots.get(this.focused);
    if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      this.walk(spot, step, event.shiftKey);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.send("lay", spot);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.send("takeback", spot);
    } else if (event.key === "p" || event.key === "P") {
      event.stopPropagation();
      event.preventDefault();
      this.send("pick", spot);
    }
  }

  // Arrows go from box to box; with Shift to the nearest line or crossing on the way.
  private walk(from: Spot, [dx, dy]: [number, number], lines: boolean): void {
    const geometry = this.geometry;
    if (!geometry || !this.felt) return;
    const here = middle(geometry.rect(from.zone));
    let best: Spot | null = null;
    let least = Infinity;
    for (const spot of this.felt.spots) {
      if (spot === from || (!lines && !boxed(spot))) continue;
      const zone = geometry.rect(spot.zone);
      const there = middle(zone);
      const ahead = (there.x - here.x) * dx + (there.y - here.y) * dy;
      if (ahead <= 1) continue;
      // What lies straight ahead wins, however wide it is; of two such, the one whose middle is nearer.
      const aside = dx ? Math.abs(there.y - here.y) : Math.abs(there.x - here.x);
      const gap = Math.max(0, aside - (dx ? zone.height : zone.width) / 2);
      const cost = ahead + gap * 2.5 + aside * 0.01;
      if (cost < least) [best, least] = [spot, cost];
    }
    if (best) this.focusOn(best.name);
  }

  focusOn(name: string): void {
    this.focused = name;
    this.querySelector<HTMLElement>(`button[data-spot="${CSS.escape(name)}"]`)?.focus();
    this.requestUpdate();
  }
}

// A bet with a box of its own, as opposed to one that lies on lines.
function boxed(spot: Spot): boolean {
  return spot.kind === "straight" || spot.kind.startsWith("series") || !/[-]/.test(spot.position.split(":")[1] ?? "");
}

// On a standing table boxes are wide and low: there they lie in a row.
function around(place: number, stacks: number, { upright, scale }: Geometry): [number, number] {
  if (upright) return [(place - (stacks - 1) / 2) * ROW * scale.across, 0];
  const [x, y] = AROUND[stacks]?.[place] ?? [0, 0];
  return [x * scale.along, y * scale.along];
}

function middle(rect: Rect): { x: number; y: number } {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

function place(button: HTMLElement, rect: Rect, geometry: Geometry): void {
  button.style.left = `${(rect.x / geometry.width) * 100}%`;
  button.style.top = `${(rect.y / geometry.height) * 100}%`;
  button.style.width = `${(rect.width / geometry.width) * 100}%`;
  button.style.height = `${(rect.height / geometry.height) * 100}%`;
}

// The line between the numbers and the boxes outside them is a double one.
function outsideLine(felt: Felt, geometry: Geometry): unknown {
  const end = Math.max(...felt.boxes.filter((box) => felt.colors[box.name] !== undefined).map((box) => box.rect[2]));
  return [-0.035, 0.035].map((off) => {
    const [x0, y0] = geometry.point([0, 3 + off]);
    const [x1, y1] = geometry.point([end, 3 + off]);
    return svg`<line class="brass" x1=${x0} y1=${y0} x2=${x1} y2=${y1}></line>`;
  });
}

function tone(player: string): number {
  let sum = 0;
  for (const letter of player) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return sum % 8;
}

customElements.define("croupier-cloth", Cloth);
