// The wheel, drawn: what stands, what turns, and the light that falls on both and does not turn with it.

import { html, svg, nothing, type SVGTemplateResult, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { Felt } from "../wire/types.ts";

// The wheel turns counterclockwise, once in so many milliseconds, and the ball clockwise.
export const TURN = 9000;

// Radii in parts of a hundred.
const RIM = 99;
const TRACK_EDGE = 93;
const APRON = 86.5;
const ROTOR = 79.5;
const WELLS = 65.5;
const CONE = 50;
const TURRET = 15;
const ARM = 27;
const BALL = 89.3;
const TRAIL = [0.55, 0.45, 0.36, 0.28, 0.21, 0.15, 0.1, 0.06, 0.03];
const DEFLECTORS = [0, 45, 90, 135, 180, 225, 270, 315];
const ARMS = [0, 90, 180, 270];
const BOX = "-100 -100 200 200";

export function bowl(): TemplateResult {
  return html`<svg class="bowl" viewBox=${BOX} aria-hidden="true" focusable="false">
    <defs>
      <linearGradient id="brass" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="#fff3c9"></stop>
        <stop offset=".3" stop-color="#d9b96c"></stop>
        <stop offset=".62" stop-color="#8a6428"></stop>
        <stop offset=".8" stop-color="#e9cf88"></stop>
        <stop offset="1" stop-color="#6d4c1b"></stop>
      </linearGradient>
      <radialGradient id="groove" gradientUnits="userSpaceOnUse" cx="0" cy="0" r=${TRACK_EDGE}>
        <stop offset=".925" stop-color="#0c0603"></stop>
        <stop offset=".95" stop-color="#2a160b"></stop>
        <stop offset=".985" stop-color="#5d371c"></stop>
        <stop offset="1" stop-color="#1b0d06"></stop>
      </radialGradient>
      <radialGradient id="apron" gradientUnits="userSpaceOnUse" cx="0" cy="0" r=${APRON}>
        <stop offset=".9" stop-color="#1d0e06"></stop>
        <stop offset=".935" stop-color="#4f2a14"></stop>
        <stop offset=".98" stop-color="#7d4826"></stop>
        <stop offset="1" stop-color="#3d1f0e"></stop>
      </radialGradient>
    </defs>
    <circle class="edge-line" r=${RIM}></circle>
    <circle r=${TRACK_EDGE} fill="url(#groove)"></circle>
    <circle class="edge-line" r=${TRACK_EDGE}></circle>
    <circle r=${APRON} fill="url(#apron)"></circle>
    <circle class="seam" r=${APRON}></circle>
    ${DEFLECTORS.map((turn, place) => deflector(turn + 11, place % 2 === 0))}
    <circle class="pit" r=${ROTOR + 0.6}></circle>
  </svg>`;
}

// Two facets in the light and two in the shade.
function deflector(turn: number, along: boolean): SVGTemplateResult {
  const [long, wide] = along ? [3.4, 1.3] : [1.3, 3.4];
  return svg`<g class="deflector" transform="rotate(${turn}) translate(0 ${-(APRON + ROTOR) / 2})">
    <path class="shadow" d="M 0 ${-long} L ${wide} 0 L 0 ${long} L ${-wide} 0 Z" transform="translate(.5 .7)"></path>
    <path class="lit" d="M 0 ${-long} L ${wide} 0 L 0 ${long} L ${-wide} 0 Z"></path>
    <path class="dim" d="M 0 0 L ${wide} 0 L 0 ${long} Z M 0 0 L 0 ${-long} L ${-wide} 0 Z"></path>
  </g>`;
}

export function rotor(felt: Felt, arc: readonly string[], here: string | null): TemplateResult {
  const step = 360 / felt.wheel.length;
  return html`<svg viewBox=${BOX} aria-hidden="true" focusable="false">
    <defs>
      <radialGradient id="ring" gradientUnits="userSpaceOnUse" cx="0" cy="0" r=${ROTOR}>
        <stop offset=${CONE / ROTOR} stop-color="#000" stop-opacity=".1"></stop>
        <stop offset=${(WELLS - 5) / ROTOR} stop-color="#000" stop-opacity=".3"></stop>
        <stop offset=${WELLS / ROTOR} stop-color="#000" stop-opacity=".75"></stop>
        <stop offset=${WELLS / ROTOR} stop-color="#000" stop-opacity=".32"></stop>
        <stop offset=${(WELLS + 4) / ROTOR} stop-color="#000" stop-opacity="0"></stop>
        <stop offset=".97" stop-color="#fff" stop-opacity=".1"></stop>
        <stop offset="1" stop-color="#000" stop-opacity=".5"></stop>
      </radialGradient>
      <radialGradient id="cone" gradientUnits="userSpaceOnUse" cx="0" cy="0" r=${CONE}>
        <stop offset="0" stop-color="#9a6636"></stop>
        <stop offset=".45" stop-color="#6a3d1d"></stop>
        <stop offset=".86" stop-color="#3a1d0d"></stop>
        <stop offset="1" stop-color="#180b05"></stop>
      </radialGradient>
      <radialGradient id="knob" cx=".36" cy=".3" r=".75">
        <stop offset="0" stop-color="#fffbe6"></stop>
        <stop offset=".35" stop-color="#e3c678"></stop>
        <stop offset=".75" stop-color="#94702e"></stop>
        <stop offset="1" stop-color="#4b3310"></stop>
      </radialGradient>
    </defs>
    ${felt.wheel.map((pocket, place) =>
      sector(pocket, felt.colors[pocket] ?? "green", place * step, step, [arc.includes(pocket), pocket === here]),
    )}
    ${guard(
      [felt],
      () => svg`<circle class="hollow" r=${ROTOR} fill="url(#ring)"></circle>
      ${felt.wheel.map((_, place) => fret((place + 0.5) * step))}
      <circle class="edge-line" r=${ROTOR}></circle><circle class="edge-line thin" r=${WELLS}></circle>
      <circle r=${CONE} fill="url(#cone)"></circle>
      ${felt.wheel.map((_, place) => (place % 4 ? nothing : inlay((place + 0.5) * step)))}
      <circle class="edge-line" r=${CONE}></circle><circle class="edge-line thin" r="36"></circle>
      ${ARMS.map((turn) => spoke(turn + 45))}
      <circle class="shadow" r=${TURRET + 1.4}></circle>
      <circle r=${TURRET} fill="url(#brass)"></circle><circle class="groove-line" r=${TURRET - 3}></circle>
      <circle r="8.500" fill="url(#knob)"></circle>`,
    )}
    ${here === null ? nothing : frame(felt.wheel.indexOf(here) * step, step)}
  </svg>`;
}

// Behind the ball, fainter and fainter. Plain strokes: a mask would have to be put together anew for every frame.
export function trail(): TemplateResult {
  const turned = (turn: number): string =>
    `${(BALL * Math.sin(turn)).toFixed(2)} ${(-BALL * Math.cos(turn)).toFixed(2)}`;
  return html`<svg class="trail" viewBox=${BOX} aria-hidden="true" focusable="false">
    ${TRAIL.map(
      (strength, place) =>
        svg`<path stroke-opacity=${strength} d="M ${turned((-place - 1) * 0.09)} A ${BALL} ${BALL} 0 0 1 ${turned(
          -place * 0.09,
        )}"></path>`,
    )}
  </svg>`;
}

function sector(
  pocket: string,
  color: string,
  turn: number,
  step: number,
  [on, here]: [boolean, boolean],
): SVGTemplateResult {
  return svg`<g transform="rotate(${turn})" data-pocket=${pocket}
      class="pocket ${color} ${on ? "on" : ""} ${here ? "here" : ""}">
    <path class="number" d=${slice(ROTOR, WELLS, step)}></path>
    <path class="well" d=${slice(WELLS, CONE, step)}></path>
    <text y=${-(ROTOR + WELLS) / 2}>${pocket}</text></g>`;
}

// Over its neighbors, which would cover half of its line.
function frame(turn: number, step: number): SVGTemplateResult {
  return svg`<path class="frame" transform="rotate(${turn})" d=${slice(ROTOR, CONE, step)}></path>`;
}

function fret(turn: number): SVGTemplateResult {
  return svg`<g transform="rotate(${turn})">
    <path class="fret-shadow" d="M .7 ${-WELLS} L .7 ${-CONE}"></path>
    <path class="fret" d="M 0 ${-WELLS - 0.5} L 0 ${-CONE}"></path>
    <path class="divider" d="M 0 ${-ROTOR} L 0 ${-WELLS}"></path></g>`;
}

function inlay(turn: number): SVGTemplateResult {
  return svg`<path class="inlay" transform="rotate(${turn})" d="M 0 -48.500 L 0 -37"></path>`;
}

function spoke(turn: number): SVGTemplateResult {
  return svg`<g transform="rotate(${turn})">
    <path class="spoke-shadow" d="M 1 -4 L 1 ${-ARM}"></path>
    <path class="spoke" d="M 0 -4 L 0 ${-ARM}"></path><path class="spoke-light" d="M -.6 -4 L -.6 ${-ARM}"></path>
    <circle cy=${-ARM} r="4.200" fill="url(#knob)"></circle></g>`;
}

function slice(outer: number, inner: number, degrees: number): string {
  const half = (degrees / 2) * (Math.PI / 180);
  const at = (radius: number, side: number): string =>
    `${(side * Math.sin(half) * radius).toFixed(3)} ${(-Math.cos(half) * radius).toFixed(3)}`;
  return `M ${at(outer, -1)} A ${outer} ${outer} 0 0 1 ${at(outer, 1)} L ${at(inner, 1)} A ${inner} ${inner} 0 0 0 ${at(
    inner,
    -1,
  )} Z`;
}
