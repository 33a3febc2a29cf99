// The cloth: one picture, and over it one real button per betting position, placed from the same rectangles.

import { LitElement, html, svg, nothing, type TemplateResult } from "lit";
import { Geometry, DESKTOP, PHONE, type Rect } from "./geometry.ts";
import type { Chip } from "./model.ts";
import type { Felt, Spot } from "./wire.ts";
import { money, spoken } from "./words.ts";

const GROUPS: [string, (kind: string) => boolean][] = [
  ["Numbers", (kind) => kind === "straight"],
  ["Between numbers", (kind) => ["split", "street", "corner", "six-line", "first-five", "top-line"].includes(kind)],
  ["Series", (kind) => kind.startsWith("series")],
  ["Outside", () => true],
];
const LONG_PRESS = 400;
const CHIP_SHARE = 0.26;
const STACK_MOST = 5;
const SHOWN_MOST = 4;

export interface Aim { spot: Spot | null }

export class Cloth extends LitElement {
  static override properties = {
    felt: { attribute: false }, chips: { attribute: false }, me: {}, lit: { attribute: false }, won: { attribute: false },
    dolly: {}, locked: { type: Boolean }, ghost: { type: Number }, picking: { type: Boolean }, phone: { type: Boolean },
    upright: { type: Boolean },
  };

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

  private geometry: Geometry | null = null;
  private aimed: Spot | null = null;
  private focused = "";
  private pressing = 0;
  private touched = false;
  private bubble: { x: number; y: number; below: boolean } | null = null;

  constructor() {
    super();
    Object.assign(this, {
      felt: null, chips: [], me: "", lit: [], won: [], dolly: null, locked: false, ghost: 0, picking: false, phone: false,
      upright: false,
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (this.felt && (changed.has("felt") || changed.has("phone") || changed.has("upright") || !this.geometry)) {
      this.geometry = new Geometry(this.felt, this.phone ? PHONE : DESKTOP, this.upright);
      this.focused ||= this.felt.spots[0]?.name ?? "";
    }
  }

  // Positions are set on the elements, because a strict policy allows no style in markup.
  protected override updated(): void {
    const geometry = this.geometry;
    if (!geometry || !this.felt) return;
    const buttons = this.querySelectorAll<HTMLButtonElement>("button[data-spot]");
    for (const button of buttons) {
      const spot = this.spot(button.dataset["spot"] ?? "");
      if (!spot || button.dataset["placed"] === this.size) continue;
      place(button, geometry.rect(spot.zone), geometry);
      button.dataset["placed"] = this.size;
    }
    const bubble = this.querySelector<HTMLElement>(".bubble");
    if (bubble && this.bubble) {
      bubble.style.left = `${this.bubble.x}px`;
      bubble.style.top = `${this.bubble.y}px`;
    }
    const sheet = this.querySelector<HTMLElement>(".cloth-sheet");
    if (sheet) sheet.style.aspectRatio = `${geometry.width} / ${geometry.height}`;
  }

  private get size(): string {
    return `${this.geometry?.width ?? 0}x${this.geometry?.height ?? 0}`;
  }

  private spot(name: string): Spot | undefined {
    return this.felt?.spots.find((spot) => spot.name === name);
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.felt || !this.geometry) return nothing;
    return html`
      <div class="cloth-sheet ${this.locked ? "locked" : ""}"
        @pointermove=${this.onMove} @pointerdown=${this.onDown} @pointerup=${this.onUp} @pointerleave=${this.onLeave}
        @contextmenu=${(event: Event) => event.preventDefault()} @keydown=${this.onKey}>
        ${this.picture(this.felt, this.geometry)}
        ${GROUPS.map(([name, has], place) => this.group(name, has, place))}
        ${this.bubble && this.aimed ? html`<div class="bubble" aria-hidden="true">${spoken(this.aimed, 0)}</div>` : nothing}
      </div>`;
  }

  private group(name: string, has: (kind: string) => boolean, place: number): TemplateResult | typeof nothing {
    const earlier = GROUPS.slice(0, place);
    const spots = this.felt?.spots.filter((one) => has(one.kind) && !earlier.some(([, other]) => other(one.kind))) ?? [];
    if (!spots.length) return nothing;
    return html`<div role="group" aria-label=${name}>
      ${spots.map((spot) => html`<button type="button" data-spot=${spot.name} data-position=${spot.position}
        class="spot ${spot.kind}" tabindex=${spot.name === this.focused ? 0 : -1}
        aria-label=${spoken(spot, this.stakeOn(spot.position))} aria-disabled=${this.locked && !this.picking ? "true" : "false"}
        @focus=${() => this.onFocus(spot)} @blur=${() => this.aim(null)}></button>`)}
    </div>`;
  }

  private stakeOn(position: string): number {
    return this.chips.filter((chip) => chip.player === this.me && chip.position === position)
      .reduce((sum, chip) => sum + chip.stake, 0);
  }

  // --- the picture -------------------------------------------------------------------------------------------------

  private picture(felt: Felt, geometry: Geometry): TemplateResult {
    const lit = new Set(this.lit.length ? this.lit : this.aimed?.pockets ?? []);
    return html`<svg class="picture" viewBox="0 0 ${geometry.width} ${geometry.height}" aria-hidden="true" focusable="false">
      <rect class="felt" width=${geometry.width} height=${geometry.height} rx="20"></rect>
      <rect class="felt-rim" x="6" y="6" width=${geometry.width - 12} height=${geometry.height - 12} rx="15"></rect>
      ${felt.boxes.map((box) => {
        const rect = geometry.rect(box.rect);
        const pocket = felt.colors[box.name] !== undefined;
        const on = pocket ? lit.has(box.name) : this.aimed?.position === box.name;
        return svg`<g class="box ${on ? "on" : ""} ${this.won.includes(box.name) ? "won" : ""}">
          <rect class="tint" x=${rect.x} y=${rect.y} width=${rect.width} height=${rect.height}></rect>
          ${pocket ? medallion(box.label, felt.colors[box.name] ?? "", rect) : boxLabel(box.label, box.color, rect)}
          <rect class="brass" x=${rect.x} y=${rect.y} width=${rect.width} height=${rect.height}></rect>
          <rect class="ring" x=${rect.x + 2} y=${rect.y + 2} width=${rect.width - 4} height=${rect.height - 4} rx="3"></rect>
        </g>`;
      })}
      ${this.stacks(felt, geometry)}
      ${this.ghostChip(geometry)}
      ${this.dolly ? this.marker(felt, geometry, this.dolly) : nothing}
    </svg>`;
  }

  private stacks(felt: Felt, geometry: Geometry): TemplateResult[] {
    const by = new Map<string, Map<string, Chip[]>>();
    for (const chip of this.chips) {
      const players = by.get(chip.position) ?? new Map<string, Chip[]>();
      players.set(chip.player, [...(players.get(chip.player) ?? []), chip]);
      by.set(chip.position, players);
    }
    const drawn: TemplateResult[] = [];
    for (const [position, players] of by) {
      const spot = felt.spots.find((one) => one.position === position);
      if (!spot) continue;
      const others = [...players].filter(([player]) => player !== this.me);
      const mine = players.get(this.me);
      const shown: [string, Chip[]][] = [...others.slice(0, SHOWN_MOST), ...(mine ? [[this.me, mine] as [string, Chip[]]] : [])];
      shown.forEach(([player, chips], place) => drawn.push(this.stack(spot, player, chips, place, shown.length, geometry)));
      if (others.length > SHOWN_MOST) {
        const [x, y] = geometry.point(spot.anchor);
        drawn.push(svg`<text class="more" x=${x} y=${y + 30}>+${others.length - SHOWN_MOST}</text>` as TemplateResult);
      }
    }
    return drawn;
  }

  private stack(spot: Spot, player: string, chips: Chip[], place: number, of: number, geometry: Geometry): TemplateResult {
    const [x, y] = geometry.point(spot.anchor);
    const step = geometry.scale.along * 0.17;
    const cx = x + (place - (of - 1) / 2) * step * (of > 1 ? 1 : 0);
    const radius = Math.min(geometry.scale.along, geometry.scale.across) * CHIP_SHARE;
    const total = chips.reduce((sum, chip) => sum + chip.stake, 0);
    const states = new Set(chips.map((chip) => chip.state));
    const state = ["pending", "held", "won", "locked"].find((one) => states.has(one as Chip["state"])) ?? "live";
    const own = player === this.me;
    const height = Math.min(STACK_MOST, chips.length);
    const top = y - (height - 1) * 2.6;
    const label = own ? money(total) : player.slice(0, 1).toUpperCase();
    return svg`<g class="chip ${state} ${own ? "own" : "other"}" data-player=${player} data-chip=${spot.position} data-state=${state}>
      ${Array.from({ length: height }, (_, level) => svg`<circle class="body tone-${tone(player)}" cx=${cx} cy=${y - level * 2.6} r=${radius}></circle>`)}
      <circle class="edge spots-${tone(player)}" cx=${cx} cy=${top} r=${radius - 2.5}></circle>
      <circle class="disc" cx=${cx} cy=${top} r=${radius - 6}></circle>
      <circle class="halo" cx=${cx} cy=${top} r=${radius + 2.5}></circle>
      <text x=${cx} y=${top} class=${label.length > 3 ? "small" : ""}>${label}</text>
    </g>` as TemplateResult;
  }

  private ghostChip(geometry: Geometry): TemplateResult | typeof nothing {
    if (!this.aimed || this.locked || this.picking || !this.ghost) return nothing;
    const [x, y] = geometry.point(this.aimed.anchor);
    const radius = Math.min(geometry.scale.along, geometry.scale.across) * CHIP_SHARE;
    return svg`<g class="chip ghost"><circle class="body tone-0" cx=${x} cy=${y} r=${radius}></circle>
      <circle class="disc" cx=${x} cy=${y} r=${radius - 6}></circle><text x=${x} y=${y}>${money(this.ghost)}</text></g>` as TemplateResult;
  }

  private marker(felt: Felt, geometry: Geometry, pocket: string): TemplateResult | typeof nothing {
    const box = felt.boxes.find((one) => one.name === pocket);
    if (!box) return nothing;
    const rect = geometry.rect(box.rect);
    const x = rect.x + rect.width * 0.8;
    const y = rect.y + rect.height * 0.44;
    return svg`<g class="dolly" data-dolly=${pocket}>
      <ellipse class="foot" cx=${x} cy=${y} rx="10" ry="4"></ellipse>
      <path class="glass" d="M ${x - 7} ${y} q 2 -14 4 -20 a 6 6 0 1 1 6 0 q 2 6 4 20 z"></path>
      <rect class="collar" x=${x - 5} y=${y - 21} width="10" height="3" rx="1"></rect>
    </g>` as TemplateResult;
  }

  // --- input -------------------------------------------------------------------------------------------------------

  private at(event: PointerEvent): Spot | null {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const button = under?.closest<HTMLElement>("button[data-spot]");
    return button && this.contains(button) ? this.spot(button.dataset["spot"] ?? "") ?? null : null;
  }

  private onMove(event: PointerEvent): void {
    const spot = this.at(event);
    if (event.pointerType === "touch") {
      if (!this.touched) return;
      if (spot !== this.aimed) window.clearTimeout(this.pressing);
      const sheet = this.getBoundingClientRect();
      this.bubble = { x: event.clientX - sheet.left, y: event.clientY - sheet.top - 72, below: false };
    }
    this.aim(spot);
  }

  private onDown(event: PointerEvent): void {
    if (event.pointerType !== "touch") return;
    this.touched = true;
    (event.target as HTMLElement).releasePointerCapture?.(event.pointerId);
    this.pressing = window.setTimeout(() => {
      this.touched = false;
      this.bubble = null;
      if (this.aimed) this.send("pick", this.aimed);
    }, LONG_PRESS);
    this.onMove(event);
  }

  private onUp(event: PointerEvent): void {
    window.clearTimeout(this.pressing);
    const touch = event.pointerType === "touch";
    const pressed = !touch || this.touched;
    this.touched = false;
    this.bubble = null;
    const spot = this.at(event);
    if (!spot || !pressed) return this.requestUpdate();
    const back = event.button === 2 || event.shiftKey;
    this.send(back ? "takeback" : "lay", spot);
    if (touch) this.aim(null);
  }

  private onLeave(): void {
    this.bubble = null;
    this.aim(null);
  }

  private onFocus(spot: Spot): void {
    this.focused = spot.name;
    this.aim(spot);
  }

  private aim(spot: Spot | null): void {
    if (spot === this.aimed && !this.bubble) return;
    this.aimed = spot;
    this.dispatchEvent(new CustomEvent<Aim>("aim", { detail: { spot }, bubbles: true }));
    this.requestUpdate();
  }

  private send(what: string, spot: Spot): void {
    this.dispatchEvent(new CustomEvent<Aim>(what, { detail: { spot }, bubbles: true }));
  }

  private onKey(event: KeyboardEvent): void {
    const spot = this.spot(this.focused);
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
      this.send("pick", spot);
    }
  }

  // Arrows go from box to box; with Shift to the nearest line or crossing on the way.
  private walk(from: Spot, [dx, dy]: [number, number], lines: boolean): void {
    const geometry = this.geometry;
    if (!geometry || !this.felt) return;
    const [x, y] = geometry.point(from.anchor);
    let best: Spot | null = null;
    let least = Infinity;
    for (const spot of this.felt.spots) {
      const boxed = spot.kind === "straight" || !["split", "street", "corner", "six-line", "first-five", "top-line"].includes(spot.kind);
      if (spot === from || (!lines && !boxed)) continue;
      const [sx, sy] = geometry.point(spot.anchor);
      const ahead = (sx - x) * dx + (sy - y) * dy;
      const aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
      if (ahead <= 1) continue;
      const cost = ahead + aside * 2.5;
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

function place(button: HTMLElement, rect: Rect, geometry: Geometry): void {
  button.style.left = `${(rect.x / geometry.width) * 100}%`;
  button.style.top = `${(rect.y / geometry.height) * 100}%`;
  button.style.width = `${(rect.width / geometry.width) * 100}%`;
  button.style.height = `${(rect.height / geometry.height) * 100}%`;
}

// Red is round, black is square, zero has cut corners: color is never alone.
function medallion(label: string, color: string, rect: Rect): TemplateResult {
  const cx = rect.x + rect.width / 2;
  const cy = rect.y + rect.height / 2;
  const w = Math.min(rect.width, rect.height * 1.2) * 0.36;
  const h = Math.min(rect.height, rect.width * 1.4) * 0.36;
  const shape = color === "red"
    ? svg`<ellipse class="medallion red" cx=${cx} cy=${cy} rx=${w} ry=${h}></ellipse>`
    : color === "black"
      ? svg`<rect class="medallion black" x=${cx - w} y=${cy - h} width=${w * 2} height=${h * 2} rx="3"></rect>`
      : svg`<polygon class="medallion green" points=${cut(rect)}></polygon>`;
  return svg`${shape}<text class="numeral" x=${cx} y=${cy}>${label}</text>` as TemplateResult;
}

function cut(rect: Rect): string {
  const x0 = rect.x + 6, y0 = rect.y + 6, x1 = rect.x + rect.width - 6, y1 = rect.y + rect.height - 6;
  const c = Math.min(x1 - x0, y1 - y0) * 0.28;
  return `${x0 + c},${y0} ${x1 - c},${y0} ${x1},${y0 + c} ${x1},${y1 - c} ${x1 - c},${y1} ${x0 + c},${y1} ${x0},${y1 - c} ${x0},${y0 + c}`;
}

function boxLabel(label: string, color: string | null, rect: Rect): TemplateResult {
  const cx = rect.x + rect.width / 2;
  const cy = rect.y + rect.height / 2;
  const tall = rect.height > rect.width * 1.4;
  const diamond = color
    ? svg`<polygon class="medallion ${color}" points="${cx - 14},${cy} ${cx},${cy - 10} ${cx + 14},${cy} ${cx},${cy + 10}"></polygon>`
    : nothing;
  const shift = color ? 26 : 0;
  return svg`<g transform=${tall ? `rotate(-90 ${cx} ${cy})` : ""}>
    ${color ? svg`<g transform="translate(${-22} 0)">${diamond}</g>` : nothing}
    <text class="label" x=${cx + shift} y=${cy}>${label}</text></g>` as TemplateResult;
}

function tone(player: string): number {
  let sum = 0;
  for (const letter of player) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 997;
  return sum % 8;
}

customElements.define("croupier-cloth", Cloth);
