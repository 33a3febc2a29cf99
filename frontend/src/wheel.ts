// The wheel: a picture that the outcome drives, never the reverse. On a random wheel the ball falls once its pocket is
// declared; on a real one no fall is made up: the ball is shown in its pocket after the dolly.

import { LitElement, html, svg, nothing, type TemplateResult } from "lit";
import type { Felt, Phase } from "./wire.ts";

const R = 130;
const TURN = 12_000;
const ROTOR_SPEED = 360 / TURN;
const FIRST_SPEED = 0.72;
const LAST_SPEED = 0.26;
const SLOWING = 9_000;
const FALL = 1_500;
const AFTER_DOLLY = 600;
const TRACK = 0.9;
const POCKET = 0.578;
const DIAMONDS = [0, 45, 90, 135, 180, 225, 270, 315];

export class WheelPicture extends LitElement {
  static override properties = {
    felt: { attribute: false }, phase: {}, spun: { type: Boolean }, outcome: {}, arc: { attribute: false }, real: { type: Boolean },
  };

  declare felt: Felt | null;
  declare phase: Phase;
  declare spun: boolean;
  declare outcome: string | null;
  declare arc: string[];
  declare real: boolean;

  private turning: Animation | null = null;
  private circling: Animation | null = null;
  private lying: string | null = null;
  private later = 0;

  constructor() {
    super();
    Object.assign(this, { felt: null, phase: "closed", spun: false, outcome: null, arc: [], real: false });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.later);
    this.turning?.cancel();
    this.circling?.cancel();
    this.turning = this.circling = this.lying = null;
  }

  private get still(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  // What of the outcome may be seen: on a real wheel nothing before the dolly.
  private get seen(): string | null {
    if (!this.real) return this.outcome;
    return ["dolly-down", "paid"].includes(this.phase) ? this.outcome : null;
  }

  protected override updated(): void {
    const rotor = this.querySelector<HTMLElement>(".rotor");
    if (!rotor || !this.felt) return;
    if (!this.still && !this.turning) {
      this.turning = rotor.animate([{ transform: "rotate(0deg)" }, { transform: "rotate(360deg)" }],
        { duration: TURN, iterations: Infinity });
    }
    const pocket = this.seen;
    if (pocket === this.lying) return this.circle(pocket);
    window.clearTimeout(this.later);
    this.lying = pocket;
    if (pocket === null) return this.circle(null);
    const began = this.circling !== null;
    if (this.real) this.later = window.setTimeout(() => this.appear(pocket), began ? AFTER_DOLLY : 0);
    else if (began && !this.still) this.fall(pocket);
    else this.appear(pocket);
  }

  // --- the ball ----------------------------------------------------------------------------------------------------

  private get outer(): HTMLElement | null {
    return this.querySelector<HTMLElement>(".arm.outer");
  }

  private get inner(): HTMLElement | null {
    return this.querySelector<HTMLElement>(".arm.inner");
  }

  private show(arm: HTMLElement | null, shown: boolean): void {
    arm?.classList.toggle("away", !shown);
  }

  // Against the rotor, slower and slower, for as long as nobody says where it lies.
  private circle(pocket: string | null): void {
    const flying = pocket === null && this.spun && (this.phase === "ball-in-play" || this.phase === "no-more-bets" || (this.real && this.phase === "at-rest"));
    if (pocket === null) this.show(this.inner, false);
    this.show(this.outer, flying);
    if (!flying) {
      this.circling?.cancel();
      this.circling = null;
      return;
    }
    if (this.circling || !this.outer) return;
    radius(this.outer, TRACK);
    if (this.still) {
      this.circling = this.outer.animate([{ opacity: 0 }, { opacity: 1 }], 300);
      return;
    }
    this.circling = this.outer.animate(slowing(), { duration: SLOWING, fill: "forwards" });
    const ends = travelled(SLOWING);
    this.circling.onfinish = () => {
      if (!this.outer || !this.circling) return;
      this.circling = this.outer.animate([{ transform: `rotate(${-ends}deg)` }, { transform: `rotate(${-ends - 360}deg)` }],
        { duration: 360 / LAST_SPEED, iterations: Infinity });
    };
  }

  private angleOf(pocket: string): number {
    const order = this.felt?.wheel ?? [];
    return (order.indexOf(pocket) * 360) / Math.max(1, order.length);
  }

  // The ball goes over into the rotor's own frame and comes to rest there: so it ends in its pocket wherever the rotor is.
  private fall(pocket: string): void {
    const { outer, inner } = this;
    if (!outer || !inner) return;
    const rotor = (Number(this.turning?.currentTime ?? 0) * ROTOR_SPEED) % 360;
    const from = angle(outer) - rotor;
    const to = this.angleOf(pocket);
    let way = (((from - to) % 360) + 360) % 360;
    if (way < 200) way += 360;
    this.show(outer, false);
    this.circling?.cancel();
    this.circling = null;
    inner.style.transform = `rotate(${to}deg)`;
    radius(inner, POCKET);
    this.show(inner, true);
    inner.animate([{ transform: `rotate(${to + way}deg)` }, { transform: `rotate(${to}deg)` }],
      { duration: FALL, easing: "cubic-bezier(.25,.6,.35,1)" });
    const drop = (share: number): string => `translateY(${-R * share}px)`;
    inner.firstElementChild?.animate([
      { transform: drop(TRACK), offset: 0 }, { transform: drop(TRACK * 0.97), offset: 0.25, easing: "ease-in" },
      { transform: drop(0.66), offset: 0.55, easing: "ease-out" }, { transform: drop(0.74), offset: 0.68, easing: "ease-in" },
      { transform: drop(0.58), offset: 0.82, easing: "ease-out" }, { transform: drop(0.61), offset: 0.9, easing: "ease-in" },
      { transform: drop(POCKET), offset: 1 },
    ], { duration: FALL });
  }

  private appear(pocket: string): void {
    const { inner } = this;
    if (!inner) return;
    this.show(this.outer, false);
    this.circling?.cancel();
    this.circling = null;
    inner.style.transform = `rotate(${this.angleOf(pocket)}deg)`;
    radius(inner, POCKET);
    this.show(inner, true);
    inner.animate([{ opacity: 0 }, { opacity: 1 }], 300);
  }

  // --- the picture -------------------------------------------------------------------------------------------------

  override render(): TemplateResult | typeof nothing {
    if (!this.felt) return nothing;
    const { wheel: order, colors, verified } = this.felt;
    const step = 360 / order.length;
    const seen = this.seen;
    return html`<div class="wheel" role="img" aria-label=${seen === null ? "The wheel" : `The wheel: the ball is in ${seen}`} data-ball=${seen ?? ""}>
        <svg class="bowl" viewBox="-130 -130 260 260" aria-hidden="true" focusable="false">
          <defs>
            <radialGradient id="wood"><stop offset=".86" stop-color="#3b2413"></stop><stop offset=".94" stop-color="#7a4b27"></stop><stop offset="1" stop-color="#4a2c16"></stop></radialGradient>
            <radialGradient id="groove"><stop offset=".84" stop-color="#1a0f08"></stop><stop offset=".93" stop-color="#38220f"></stop><stop offset="1" stop-color="#1c1009"></stop></radialGradient>
            <radialGradient id="metal" cx=".42" cy=".38"><stop offset="0" stop-color="#c79a45"></stop><stop offset=".4" stop-color="#7d5c25"></stop><stop offset="1" stop-color="#2c1d0b"></stop></radialGradient>
          </defs>
          <circle class="rim" r="128" fill="url(#wood)"></circle><circle class="track" r=${R * 0.94} fill="url(#groove)"></circle><circle class="slope" r=${R * 0.86}></circle><circle r=${R * 0.5} fill="url(#metal)"></circle>
          ${DIAMONDS.map((turn, place) => svg`<rect class="diamond" x=${-R * 0.84} y="-2" width="9" height="4" rx="2" transform="rotate(${turn + (place % 2) * 4})"></rect>`)}
        </svg>
        <div class="rotor">
          <svg viewBox="-130 -130 260 260" aria-hidden="true" focusable="false">
            ${order.map((pocket, place) => svg`<g transform="rotate(${place * step})" data-pocket=${pocket}
                class="pocket ${colors[pocket] ?? "green"} ${this.arc.includes(pocket) ? "on" : ""} ${pocket === seen ? "here" : ""}">
              <path class="number" d=${slice(R * 0.8, R * 0.655, step)}></path><path class="well" d=${slice(R * 0.655, R * 0.5, step)}></path>
              <text y=${-R * 0.727} transform="rotate(0)">${pocket}</text></g>`)}
            <circle class="cone-rim" r=${R * 0.495}></circle>
            ${[0, 90, 180, 270].map((turn) => svg`<g transform="rotate(${turn + 45})"><rect class="arm-bar" x="-1.8" y=${-R * 0.3} width="3.6" height=${R * 0.3} rx="1.5"></rect>
              <circle class="knob" cy=${-R * 0.3} r="5"></circle></g>`)}
            <circle class="knob" r="11"></circle><circle class="hub" r="6"></circle>
          </svg>
          <div class="arm inner away"><i class="ball"></i></div>
        </div>
        <div class="arm outer away"><i class="ball"></i></div>
      </div>
      ${verified ? nothing : html`<p class="note">The order of this wheel is our guess; nothing is settled by it.</p>`}`;
  }
}

function radius(arm: HTMLElement, share: number): void {
  const ball = arm.firstElementChild as HTMLElement | null;
  if (ball) ball.style.transform = `translateY(${-R * share}px)`;
}

function travelled(milliseconds: number): number {
  return FIRST_SPEED * milliseconds - ((FIRST_SPEED - LAST_SPEED) / (2 * SLOWING)) * milliseconds ** 2;
}

function slowing(): Keyframe[] {
  const steps = 30;
  return Array.from({ length: steps + 1 }, (_, place) => ({ transform: `rotate(${-travelled((place / steps) * SLOWING)}deg)` }));
}

function angle(element: HTMLElement): number {
  const matrix = new DOMMatrixReadOnly(getComputedStyle(element).transform);
  return (Math.atan2(matrix.b, matrix.a) * 180) / Math.PI;
}

function slice(outer: number, inner: number, degrees: number): string {
  const half = (degrees / 2) * (Math.PI / 180);
  const [so, co, si, ci] = [Math.sin(half) * outer, Math.cos(half) * outer, Math.sin(half) * inner, Math.cos(half) * inner];
  return `M ${-so} ${-co} A ${outer} ${outer} 0 0 1 ${so} ${-co} L ${si} ${-ci} A ${inner} ${inner} 0 0 0 ${-si} ${-ci} Z`;
}

customElements.define("croupier-wheel", WheelPicture);
