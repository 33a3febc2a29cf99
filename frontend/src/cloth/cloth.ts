// The cloth: one picture, and over it one real button per betting position, placed from the same rectangles.

import { LitElement, html, nothing, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { onClothKey } from "./keys.ts";
import type { Owner } from "./drawing.ts";
import type { At } from "./finger.ts";
import { DESKTOP, Geometry, fitted, type Room } from "./geometry.ts";
import { Touch, type Touchable, type Within } from "./touch.ts";
import type { Chip } from "../wire/fold.ts";
import type { Felt, Spot } from "../wire/types.ts";
import { picture } from "./picture.ts";
import { GROUPS, bubbled, putOver, spotGroup } from "./spots.ts";
import { OwnStakes } from "./stakes.ts";

const DRAGGED = 6;
// How far the middle of the bubble is from the finger, in pixels: above it, or below where there is no room.
const ABOVE = 96;
const BELOW = 80;

export interface Aim {
  spot: Spot | null;
  from?: Spot;
  within?: Within;
}

export interface Back {
  position: string;
  stake: number;
  at: number;
}

// A mouse button that is held down.
interface Press {
  spot: Spot | null;
  x: number;
  y: number;
  within: Within;
  drags: boolean;
}

export class Cloth extends LitElement implements Touchable {
  static override properties = {
    felt: { attribute: false },
    chips: { attribute: false },
    me: {},
    lit: { attribute: false },
    won: { attribute: false },
    dolly: {},
    locked: { type: Boolean },
    ghost: { type: Number },
    picking: { type: Boolean },
    lists: { type: Boolean },
    numbers: { type: Boolean },
    fits: { type: Boolean },
    amounts: { type: Boolean },
    owners: { attribute: false },
    faces: { attribute: false },
    tone: {},
    back: { attribute: false },
    stopped: { attribute: false },
  };

  // How long a finger rests before it gets the list of bets, in milliseconds.
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
  // Whether there is a list of bets for a finger that rests. Elsewhere a long press is a tap like any other.
  declare lists: boolean;
  // Whether only numbers can be chosen: then a number's whole box is its own.
  declare numbers: boolean;
  // Whether the cloth takes the shape of the room it is given; elsewhere it is as wide as that and keeps its own shape.
  declare fits: boolean;
  // Whether the chips of others show their amounts: for the dealer and for auditors, not for other players.
  declare amounts: boolean;
  declare owners: Map<string, Owner> | undefined;
  // The chips of one's tray, if they are cash chips, and the color of the one that would be laid.
  declare faces: number[];
  declare tone: string;
  declare back: Back | null;
  declare stopped: string[];

  geometry: Geometry | null = null;
  spots = new Map<string, Spot>();
  aimed: Spot | null = null;
  focused = "";
  private room: Room | null = null;
  private readonly watch = new ResizeObserver(() => this.measure());
  private press: Press | null = null;
  private readonly touch = new Touch(this);
  dragged: Spot | null = null;
  private readonly stakes = new OwnStakes();

  constructor() {
    super();
    Object.assign(this, {
      felt: null,
      chips: [],
      me: "",
      lit: [],
      won: [],
      dolly: null,
      locked: false,
      ghost: 0,
      picking: false,
      lists: false,
      numbers: false,
      fits: false,
      amounts: false,
      owners: undefined,
      faces: [],
      tone: "",
      back: null,
      stopped: [],
    });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.fits) this.watch.observe(this);
    window.addEventListener("touchstart", this.touch.onTouchStart, { capture: true, passive: true });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watch.disconnect();
    window.removeEventListener("touchstart", this.touch.onTouchStart, { capture: true });
    this.onCancel();
  }

  private measure(): void {
    const { clientWidth: width, clientHeight: height } = this;
    if (!width || !height || (width === this.room?.width && height === this.room.height)) return;
    this.room = { width, height };
    this.geometry = null;
    this.requestUpdate();
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    const felt = this.felt;
    if (!felt || (this.fits && !this.room) || (this.geometry && !changed.has("felt"))) return;
    this.geometry = new Geometry(felt, this.fits && this.room ? fitted(felt, this.room) : DESKTOP);
    this.spots = new Map(felt.spots.map((spot) => [spot.name, spot]));
    if (!this.spots.has(this.focused)) this.focused = felt.spots[0]?.name ?? "";
  }

  // Positions are set on the elements, because a strict policy allows no style in markup.
  protected override updated(): void {
    const geometry = this.geometry;
    const sheet = this.querySelector<HTMLElement>(".cloth-sheet");
    if (!geometry || !sheet) return;
    const size = `${geometry.width}x${geometry.height}${this.numbers ? " numbers" : ""}`;
    if (sheet.dataset["placed"] !== size) {
      sheet.dataset["placed"] = size;
      sheet.style.aspectRatio = `${geometry.width} / ${geometry.height}`;
      sheet.style.width = this.fits ? `${geometry.width}px` : "";
    }
    for (const button of this.querySelectorAll<HTMLButtonElement>(`button[data-spot]:not([data-placed="${size}"])`)) {
      const spot = this.spots.get(button.dataset["spot"] ?? "");
      if (spot) putOver(button, geometry.rect(this.zone(spot)), geometry);
      button.dataset["placed"] = size;
    }
    this.placeBubble();
  }

  private zone(spot: Spot): Spot["zone"] {
    const whole = this.numbers && spot.kind === "straight";
    return (whole && this.felt?.boxes.find((one) => one.name === spot.pockets[0])?.rect) || spot.zone;
  }

  // Beside the finger and on the screen, wherever the cloth is scrolled to.
  private placeBubble(): void {
    const { at } = this.touch;
    const bubble = this.querySelector<HTMLElement>(".bubble");
    if (!bubble || !at) return;
    const seen = window.visualViewport;
    const [left, top, width] = seen ? [seen.offsetLeft, seen.offsetTop, seen.width] : [0, 0, innerWidth];
    const [half, high] = [bubble.offsetWidth / 2, bubble.offsetHeight / 2];
    const above = at.clientY - ABOVE;
    const middle = Math.max(left + half, Math.min(left + width - half, at.clientX));
    bubble.style.left = `${2 * half > width ? left + width / 2 : middle}px`;
    bubble.style.top = `${above >= top + high ? above : at.clientY + BELOW}px`;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.felt || !this.geometry) return nothing;
    return html` <div
      class="cloth-sheet ${this.locked ? "locked" : ""} ${this.dragged ? "dragging" : ""} ${
        this.numbers ? "numbers" : ""
      }"
      @pointermove=${this.onMove}
      @pointerdown=${this.onDown}
      @pointerup=${this.onUp}
      @pointerleave=${this.onLeave}
      @pointercancel=${this.onCancel}
      @click=${this.onClick}
      @keydown=${(event: KeyboardEvent) => onClothKey(this, event)}
      @touchmove=${this.touch.onTouchMove}
      @touchend=${this.onTouchEnd}
      @contextmenu=${(event: Event) => event.preventDefault()}
    >
      ${picture(this, this.felt, this.geometry)}
      ${guard([this.felt, this.geometry, [...this.own()].join(), this.focused, this.locked, this.picking], () =>
        GROUPS.map(([name], place) => spotGroup(this, name, place)),
      )}
      ${this.touch.spot ? bubbled(this, this.touch.spot, this.felt) : nothing}
    </div>`;
  }

  stakeOn(position: string): number {
    return this.own().get(position) ?? 0;
  }

  private own(): Map<string, number> {
    return this.stakes.of(this.chips, this.me);
  }

  // --- pointing ----------------------------------------------------------------------------------------------------

  under(at: At): Spot | null {
    const under = document.elementFromPoint(at.clientX, at.clientY);
    const button = under?.closest<HTMLElement>("button[data-spot]");
    return button && this.contains(button) ? (this.spots.get(button.dataset["spot"] ?? "") ?? null) : null;
  }

  within(at: At): Within {
    const sheet = this.querySelector(".cloth-sheet")?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    return [(at.clientX - sheet.left) / sheet.width, (at.clientY - sheet.top) / sheet.height];
  }

  private onMove(event: PointerEvent): void {
    if (this.touch.owns(event)) return this.touch.move(event);
    if (this.touch.down) return;
    const press = this.press;
    const moved = press ? Math.hypot(event.clientX - press.x, event.clientY - press.y) : 0;
    if (press?.drags && moved > DRAGGED && !this.dragged) this.dragged = press.spot;
    this.aim(this.under(event));
  }

  private onDown(event: PointerEvent): void {
    if (event.pointerType !== "mouse") return this.touch.begin(event);
    const spot = this.under(event);
    const drags =
      event.button === 0 &&
      !event.shiftKey &&
      !this.locked &&
      !this.picking &&
      spot !== null &&
      this.stakeOn(spot.position) > 0;
    this.press = { spot, x: event.clientX, y: event.clientY, within: this.within(event), drags };
    if (drags) this.querySelector(".cloth-sheet")?.setPointerCapture(event.pointerId);
  }

  private onUp(event: PointerEvent): void {
    if (this.touch.owns(event)) return this.touch.end(event);
    const { press, dragged: from } = this;
    this.release();
    if (!press) return;
    const spot = this.under(event);
    if (from) {
      if (spot?.position !== from.position) this.send(spot ? "move" : "lift", spot ?? from, from);
    } else if (spot && spot === press.spot) {
      this.send(event.button === 2 || event.shiftKey ? "takeback" : "lay", spot, undefined, press.within);
    }
  }

  private onCancel(event?: PointerEvent): void {
    if (!event || this.touch.owns(event)) this.touch.cancel();
    if (!event || event.pointerType === "mouse") this.release();
  }

  private onLeave(event: PointerEvent): void {
    this.onCancel(event);
    if (!this.touch.down) this.aim(null);
  }

  private release(): void {
    this.press = null;
    this.dragged = null;
    this.requestUpdate();
  }

  // --- a finger ----------------------------------------------------------------------------------------------------

  get longPress(): number {
    return this.lists ? Cloth.longPress : Infinity;
  }

  pointed(spot: Spot | null): void {
    this.aim(spot);
    this.requestUpdate();
  }

  tapped(spot: Spot, within: Within): void {
    this.send("lay", spot, undefined, within);
  }

  held(spot: Spot): void {
    this.send("pick", spot);
  }

  // A finger has said everything by the pointer's events. The click that would follow may meet a sheet that opened
  // under it.
  private onTouchEnd(event: TouchEvent): void {
    if (event.cancelable) event.preventDefault();
  }

  // A screen reader presses a button without a pointer.
  private onClick(event: MouseEvent): void {
    const name = (event.target as Element).closest<HTMLElement>("button[data-spot]")?.dataset["spot"];
    const spot = this.spots.get(name ?? "");
    if (event.detail === 0 && spot) this.send("lay", spot);
  }

  onFocus(spot: Spot): void {
    this.focused = spot.name;
    if (this.press || this.touch.down) this.requestUpdate();
    else this.aim(spot);
  }

  onBlur(): void {
    if (!this.touch.down) this.aim(null);
  }

  private aim(spot: Spot | null): void {
    if (spot === this.aimed) return;
    this.aimed = spot;
    this.dispatchEvent(new CustomEvent<Aim>("aim", { detail: { spot }, bubbles: true }));
    this.requestUpdate();
  }

  send(what: string, spot: Spot, from?: Spot, within?: Within): void {
    const detail: Aim = { spot, ...(from && { from }), ...(within && { within }) };
    this.dispatchEvent(new CustomEvent<Aim>(what, { detail, bubbles: true }));
  }

  // --- keys --------------------------------------------------------------------------------------------------------

  focusOn(name: string): void {
    this.focused = name;
    this.querySelector<HTMLElement>(`button[data-spot="${CSS.escape(name)}"]`)?.focus();
    this.requestUpdate();
  }
}

customElements.define("croupier-cloth", Cloth);
