// The ball on the rim: the hiss of a hard ball on wood, which is higher and louder the faster it runs, over the rumble
// of the bowl under it. It goes around with the ball and knocks a little where the rim has its joint.

import { speedAt, type Spin } from "../wheel/run.ts";
import type { Room } from "./room.ts";
import { noise } from "./voices.ts";

// No ball rolls longer than this, in seconds, however long a dealer takes: towards the end it dies away.
export const LASTS = 24;
const DIES = 5;
const POINTS = 200;
const FASTEST = 0.8;
// How loud it is beside the strikes of its fall, which it leads up to.
const LOUD = 2.2;
// Where a wooden bowl rings, in hertz, and by how much, in decibels.
const BOWL = [
  [215, 8],
  [520, 6],
  [1180, 4],
] as const;
// How often the ball meets an unevenness of the rim in one turn.
const JOINTS = 8;

type Curve = Float32Array<ArrayBuffer>;

export class Rolling {
  private readonly sources: AudioScheduledSourceNode[];
  // Not every browser can hold a curve where it is: what fades is a volume of its own, after it.
  private readonly fades: GainNode;

  constructor({ near }: Room, at: number, run: Spin, after: number) {
    const { context } = near;
    const left = Math.max(0.1, LASTS - after / 1000);
    const paces = Array.from(
      { length: POINTS },
      (_, place) => speedAt(run, after + (place / (POINTS - 1)) * left * 1000) / FASTEST,
    );
    const follow = (param: AudioParam, of: (pace: number) => number): void => {
      param.setValueCurveAtTime(Float32Array.from(paces, of) as Curve, at, left);
    };
    const ear = new StereoPannerNode(context);
    this.fades = new GainNode(context, { gain: 0 });
    this.fades.gain.setTargetAtTime(LOUD, at, 0.06);
    this.fades.gain.setTargetAtTime(0, at + Math.max(0, left - DIES), DIES / 5);
    const bowl = BOWL.reduce<AudioNode>((from, [frequency, gain]) => {
      const rings = new BiquadFilterNode(context, { type: "peaking", frequency, Q: 2.5, gain });
      from.connect(rings);
      return rings;
    }, this.fades);
    bowl.connect(ear).connect(near);
    const band = (width: number, pitch: (pace: number) => number, loud: (pace: number) => number): GainNode => {
      const filter = new BiquadFilterNode(context, { type: "bandpass", Q: width });
      follow(filter.frequency, pitch);
      const gain = new GainNode(context, { gain: 0 });
      follow(gain.gain, loud);
      rolls.connect(filter).connect(gain).connect(this.fades);
      return gain;
    };
    const rolls = new AudioBufferSourceNode(context, { buffer: noise(context), loop: true });
    follow(rolls.playbackRate, (pace) => 0.55 + 0.55 * pace);
    const hiss = band(
      1.1,
      (pace) => 500 + 2400 * pace,
      (pace) => 0.02 + 0.22 * pace ** 1.6,
    );
    band(
      1.6,
      (pace) => 110 + 210 * pace,
      (pace) => 0.05 + 0.26 * pace ** 1.2,
    );
    // Once around is once to the left and once to the right, and at every joint a little louder.
    const turn = (times: number): OscillatorNode => {
      const wave = new OscillatorNode(context);
      follow(wave.frequency, (pace) => (times * pace * FASTEST * 1000) / 360);
      return wave;
    };
    const [around, joints] = [turn(1), turn(JOINTS)];
    around.connect(new GainNode(context, { gain: 0.5 })).connect(ear.pan);
    const knocks = new GainNode(context, { gain: 0 });
    follow(knocks.gain, (pace) => 0.008 + 0.09 * pace);
    joints.connect(knocks).connect(hiss.gain);
    this.sources = [rolls, around, joints];
    for (const source of this.sources) {
      source.start(at);
      source.stop(at + left);
    }
  }

  // The ball leaves the rim, or lies: what is heard of it dies away.
  stop(at: number, fades: number): void {
    this.fades.gain.cancelScheduledValues(at);
    this.fades.gain.setTargetAtTime(0, at, fades / 3);
    for (const source of this.sources) source.stop(at + fades * 1.5);
  }
}
