// The wheel: a picture that the outcome drives, never the reverse.

import { LitElement, html, svg, nothing, type TemplateResult } from "lit";
import type { Felt, Phase } from "./wire.ts";

const SIZE = 260;
const R = SIZE / 2;
const TURN_SECONDS = 12;

export class WheelPicture extends LitElement {
  static override properties = {
    felt: { attribute: false }, phase: {}, outcome: {}, arc: { attribute: false }, real: { type: Boolean },
  };

  declare felt: Felt | null;
  declare phase: Phase;
  declare outcome: string | null;
  declare arc: string[];
  declare real: boolean;

  private rotor: Animation | null = null;
  private ball: Animation | null = null;
  private shown: string | null = null;

  constructor() {
    super();
    Object.assign(this, { felt: null, phase: "closed", outcome: null, arc: [], real: false });
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  private get still(): boolean {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  protected override updated(): void {
    const rotor = this.querySelector<SVGElement>(".rotor");
    const ball = this.querySelector<SVGElement>(".orbit");
    if (!rotor || !ball || !this.felt) return;
    const turning = this.phase === "ball-in-play" || this.phase === "no-more-bets";
    if (this.outcome && this.outcome !== this.shown) {
      this.shown = this.outcome;
      this.rest(ball, this.outcome);
    } else if (!this.outcome) {
      this.shown = null;
    }
    if (this.still) return;
    this.rotor ??= rotor.animate([{ transform: "rotate(0deg)" }, { transform: "rotate(360deg)" }],
      { duration: TURN_SECONDS * 1000, iterations: Infinity });
    if (turning && !this.outcome && !this.ball) {
      this.ball = ball.animate([{ transform: "rotate(0deg)" }, { transform: "rotate(-360deg)" }],
        { duration: 900, iterations: Infinity });
    }
  }

  // The ball comes to rest in the pocket that was declared, wherever the rotor is at that moment.
  private rest(ball: SVGElement, pocket: string): void {
    this.ball?.cancel();
    this.ball = null;
    const place = this.felt?.wheel.indexOf(pocket) ?? -1;
    if (place < 0 || !this.felt) return;
    const angle = (place * 360) / this.felt.wheel.length;
    ball.setAttribute("transform", `rotate(${angle})`);
    if (!this.still) {
      ball.animate([{ transform: `rotate(${angle + 540}deg)` }, { transform: `rotate(${angle}deg)` }],
        { duration: 1200, easing: "cubic-bezier(.2,.7,.2,1)" });
    }
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.felt) return nothing;
    const order = this.felt.wheel;
    const step = 360 / order.length;
    const colors = this.felt.colors;
    const resting = this.outcome !== null;
    return html`<svg class="wheel" viewBox="0 0 ${SIZE} ${SIZE}" role="img"
        aria-label=${resting ? `The ball is in ${this.outcome ?? ""}` : "The wheel"} data-ball=${this.outcome ?? ""}>
      <circle class="rim" cx=${R} cy=${R} r=${R - 2}></circle>
      <circle class="track" cx=${R} cy=${R} r=${R * 0.9}></circle>
      <g transform="translate(${R} ${R})">
        <g class="rotor">
          ${order.map((pocket, place) => svg`<g transform="rotate(${place * step})" data-pocket=${pocket}
              class="pocket ${colors[pocket] ?? "green"} ${this.arc.includes(pocket) ? "on" : ""} ${pocket === this.outcome ? "here" : ""}">
            <path d=${slice(R * 0.8, R * 0.5, step)}></path>
            <text y=${-R * 0.715}>${pocket}</text></g>`)}
          <circle class="cone" r=${R * 0.495}></circle>
          ${[0, 90, 180, 270].map((turn) => svg`<g transform="rotate(${turn})"><rect class="arm" x="-2" y=${-R * 0.34} width="4" height=${R * 0.34}></rect>
            <circle class="knob" cy=${-R * 0.34} r="5"></circle></g>`)}
          <circle class="knob" r="9"></circle>
          ${resting ? svg`<g class="orbit"><circle class="ball" cy=${-R * 0.578} r="6"></circle></g>` : nothing}
        </g>
        ${resting ? nothing : svg`<g class="orbit ${this.phase === "ball-in-play" || this.phase === "no-more-bets" ? "" : "away"}"><circle class="ball" cy=${-R * 0.9} r="6"></circle></g>`}
      </g>
    </svg>
    ${this.felt.verified ? nothing : html`<p class="note">The order of this wheel is our guess; it decides nothing.</p>`}`;
  }
}

function slice(outer: number, inner: number, degrees: number): string {
  const half = (degrees / 2) * (Math.PI / 180);
  const [so, co, si, ci] = [Math.sin(half) * outer, Math.cos(half) * outer, Math.sin(half) * inner, Math.cos(half) * inner];
  return `M ${-so} ${-co} A ${outer} ${outer} 0 0 1 ${so} ${-co} L ${si} ${-ci} A ${inner} ${inner} 0 0 0 ${-si} ${-ci} Z`;
}

customElements.define("croupier-wheel", WheelPicture);
