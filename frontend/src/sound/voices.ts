// What is heard at a table, made from tones and noise: chips, the ball, calls and wins. Each voice plays once, from a
// moment on, and leaves nothing behind.

import type { Room } from "./room.ts";

interface Tone {
  pitch: number;
  loud: number;
  fades: number;
  rises?: number;
  wave?: OscillatorType;
}

function tone(to: AudioNode, at: number, { pitch, loud, fades, rises = 0.002, wave = "sine" }: Tone): void {
  const { context } = to;
  const source = new OscillatorNode(context, { frequency: pitch, type: wave });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + rises);
  gain.gain.exponentialRampToValueAtTime(loud / 1000, at + rises + fades);
  source.connect(gain).connect(to);
  source.start(at);
  source.stop(at + rises + fades + 0.02);
}

const noises = new WeakMap<BaseAudioContext, AudioBuffer>();

export function noise(context: BaseAudioContext): AudioBuffer {
  const known = noises.get(context);
  if (known) return known;
  const length = Math.round(context.sampleRate * 2);
  const made = new AudioBuffer({ length, sampleRate: context.sampleRate });
  const samples = made.getChannelData(0);
  for (let place = 0; place < length; place += 1) samples[place] = Math.random() * 2 - 1;
  noises.set(context, made);
  return made;
}

interface Hiss {
  pitch: number;
  width: number;
  loud: number;
  rises: number;
  fades: number;
}

function hiss(to: AudioNode, at: number, { pitch, width, loud, rises, fades }: Hiss): void {
  const { context } = to;
  const source = new AudioBufferSourceNode(context, { buffer: noise(context), loop: true });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: width });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + rises);
  gain.gain.exponentialRampToValueAtTime(loud / 1000, at + rises + fades);
  source.connect(filter).connect(gain).connect(to);
  source.start(at, Math.random() * 1.5);
  source.stop(at + rises + fades + 0.02);
}

// What rings when something hard is struck: each mode its pitch, its share and how long it is heard.
type Mode = readonly [pitch: number, share: number, fades: number];

function struck(to: AudioNode, at: number, loud: number, tuned: number, modes: readonly Mode[]): void {
  for (const [pitch, share, fades] of modes)
    tone(to, at, { pitch: pitch * tuned, loud: loud * share, fades, rises: 0.0006 });
}

const CLAY: readonly Mode[] = [
  [1730, 0.36, 0.045],
  [2890, 0.5, 0.035],
  [4410, 0.36, 0.022],
  [6900, 0.16, 0.012],
];
const FELT: readonly Mode[] = [
  [118, 0.34, 0.075],
  [236, 0.26, 0.045],
  [620, 0.16, 0.03],
];

// A clay chip: the click of its edge, the body of it, and the felt under it; then the little one as it comes flat.
function chip({ near }: Room, at: number, loud = 1): void {
  const tuned = 0.93 + Math.random() * 0.14;
  for (const [place, strength] of [
    [0, 1],
    [0.043 + Math.random() * 0.02, 0.36],
    [0.078 + Math.random() * 0.02, 0.12],
  ] as const) {
    const force = 0.5 * loud * strength;
    hiss(near, at + place, { pitch: 4200 * tuned, width: 0.7, loud: force * 1.9, rises: 0.0005, fades: 0.009 });
    struck(near, at + place, force, tuned * (1 + place), CLAY);
    struck(near, at + place, force, tuned, FELT);
  }
}

function chips(room: Room, at: number, number: number, apart = 0.07): void {
  for (let place = 0; place < number; place += 1)
    chip(room, at + place * apart * (0.8 + Math.random() * 0.4), 0.55 + Math.random() * 0.35);
}

// The ball is hard and rings high and short; the fret is brass and rings longer; the bowl under them is wood.
const BALL: readonly Mode[] = [
  [3150, 0.5, 0.018],
  [5480, 0.34, 0.014],
  [8300, 0.16, 0.008],
];
const FRET: readonly Mode[] = [
  [2210, 0.24, 0.06],
  [4730, 0.12, 0.085],
];
const WOOD: readonly Mode[] = [
  [196, 0.32, 0.07],
  [430, 0.36, 0.05],
  [905, 0.36, 0.03],
];

// The ball on a fret or a deflector.
function strike({ near, far }: Pick<Room, "near" | "far">, at: number, force: number): void {
  const tuned = 0.9 + Math.random() * 0.2;
  const loud = 0.1 + 0.95 * force;
  hiss(near, at, { pitch: 6200 * tuned, width: 0.6, loud: loud * 1.3, rises: 0.0004, fades: 0.006 });
  struck(near, at, loud, tuned, BALL);
  struck(far, at, loud, tuned, FRET);
  struck(near, at, loud * (0.5 + force), 0.95 + Math.random() * 0.1, WOOD);
}

// It comes to rest between two frets: knocks that are nearer to each other and softer, until there are none.
function settled(room: Pick<Room, "near" | "far">, at: number): void {
  let later = 0;
  for (let place = 0; place < 5; place += 1) {
    strike(room, at + later, 0.1 * 0.55 ** place);
    later += 0.085 * 0.72 ** place;
  }
}

// A struck bar: its note, and the high one that is gone at once.
function mallet({ far }: Room, at: number, pitch: number, loud: number, fades = 0.7): void {
  tone(far, at, { pitch, loud, fades, rises: 0.004 });
  tone(far, at, { pitch: pitch * 2.005, loud: loud * 0.12, fades: fades * 0.7, rises: 0.004 });
  tone(far, at, { pitch: pitch * 3.98, loud: loud * 0.22, fades: 0.09 });
  hiss(far, at, { pitch: 1800, width: 0.8, loud: loud * 0.25, rises: 0.001, fades: 0.02 });
}

function bell({ far }: Room, at: number, pitch: number, loud: number, fades: number): void {
  for (const [ratio, share, lasts] of [
    [1, 1, 1],
    [2.01, 0.5, 0.7],
    [2.76, 0.34, 0.5],
    [3.95, 0.22, 0.35],
    [5.43, 0.16, 0.22],
    [8.1, 0.08, 0.1],
  ] as const)
    tone(far, at, { pitch: pitch * ratio, loud: loud * share, fades: fades * lasts });
}

// A chord that swells and goes.
function swell({ far }: Room, at: number, pitches: readonly number[], loud: number, lasts: number): void {
  for (const pitch of pitches)
    for (const drift of [-3, 3]) {
      const source = new OscillatorNode(far.context, { type: "triangle", frequency: pitch, detune: drift });
      const gain = new GainNode(far.context, { gain: 0 });
      const soft = new BiquadFilterNode(far.context, { type: "lowpass", frequency: pitch * 3 });
      gain.gain.setValueAtTime(0, at);
      gain.gain.linearRampToValueAtTime(loud, at + lasts * 0.3);
      gain.gain.setTargetAtTime(0, at + lasts * 0.4, lasts * 0.18);
      source.connect(soft).connect(gain).connect(far);
      source.start(at);
      source.stop(at + lasts * 1.5);
    }
}

const [G4, C5, E5, G5, C6, E6, G6, C7] = [392, 523.25, 659.26, 783.99, 1046.5, 1318.5, 1568, 2093] as const;

// --- calls -----------------------------------------------------------------------------------------------------------

// Place your bets: an invitation, rising.
function opened(room: Room, at: number): void {
  mallet(room, at, G4, 0.22);
  mallet(room, at + 0.13, C5, 0.22);
  mallet(room, at + 0.26, E5, 0.2, 0.9);
}

// No more bets: the bell.
function closed(room: Room, at: number): void {
  bell(room, at, 880, 0.24, 1.5);
  bell(room, at + 0.17, 880, 0.14, 1.2);
}

// The dolly on the felt.
function marked(room: Room, at: number): void {
  tone(room.near, at, { pitch: 1240, loud: 0.45, fades: 0.06 });
  tone(room.near, at, { pitch: 2610, loud: 0.22, fades: 0.05 });
  tone(room.near, at, { pitch: 140, loud: 0.3, fades: 0.12 });
  tone(room.near, at, { pitch: 620, loud: 0.2, fades: 0.08 });
  hiss(room.near, at, { pitch: 2600, width: 0.7, loud: 0.3, rises: 0.0005, fades: 0.012 });
}

// Somebody at a table calls the pit: a door bell, twice, unlike any call of a round.
function summoned(room: Room, at: number): void {
  for (const later of [0, 0.75]) {
    bell(room, at + later, E6, 0.2, 0.9);
    bell(room, at + later + 0.28, C6, 0.2, 1.1);
  }
}

function refused(room: Room, at: number): void {
  for (const later of [0, 0.11]) {
    tone(room.near, at + later, { pitch: 146, loud: 0.24, fades: 0.09, rises: 0.004, wave: "triangle" });
    // A phone's speaker has no such depth: what it can say is this.
    tone(room.near, at + later, { pitch: 780, loud: 0.14, fades: 0.07, rises: 0.004, wave: "triangle" });
    hiss(room.near, at + later, { pitch: 400, width: 0.8, loud: 0.14, rises: 0.002, fades: 0.04 });
  }
}

// --- what a round came to --------------------------------------------------------------------------------------------

const ARPEGGIOS: Record<1 | 2 | 3, readonly number[]> = {
  1: [G5, C6],
  2: [C5, E5, G5, C6],
  3: [C5, E5, G5, C6, E6, G6, C7],
};

function won(room: Room, at: number, grade: 1 | 2 | 3): void {
  const apart = [0, 0.11, 0.1, 0.09][grade] ?? 0.1;
  const notes = ARPEGGIOS[grade];
  notes.forEach((pitch, place) => mallet(room, at + place * apart, pitch, 0.24 + 0.02 * grade, 0.5 + 0.25 * grade));
  const ends = at + (notes.length - 1) * apart;
  if (grade > 1) swell(room, ends - 0.1, [C5 / 2, G4, C5, E5], 0.035 * grade, 0.5 + 0.6 * grade);
  if (grade > 2) {
    swell(room, ends, [C5 / 4, G4 / 2], 0.1, 2.8);
    for (let place = 0; place < 10; place += 1)
      bell(room, ends + 0.15 + place * 0.11, [C6, E6, G6, C7][place % 4] ?? C6, 0.05 * (1 - place / 14), 0.8);
  }
}

// Chips that are swept away: quiet, and soon over.
function lost({ near }: Room, at: number): void {
  hiss(near, at, { pitch: 900, width: 0.5, loud: 0.4, rises: 0.1, fades: 0.28 });
}

export const voices = { chip, chips, closed, lost, marked, noise, opened, refused, settled, strike, summoned, won };
