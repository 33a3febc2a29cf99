// Where the table sounds: everything goes dry and through the room, and never louder than full.

const TAIL = 1.5;
const LOUDEST = 0.85;

export interface Room {
  // What is heard plainly, with a little of the room.
  near: AudioNode;
  // What fills the room.
  far: AudioNode;
  volume: GainNode;
}

export function roomOf(context: BaseAudioContext, volume: number): Room {
  const master = new GainNode(context, { gain: loudness(volume) });
  const limiter = new DynamicsCompressorNode(context, {
    threshold: -9,
    knee: 6,
    ratio: 16,
    attack: 0.002,
    release: 0.12,
  });
  // A limiter lets the first milliseconds of a click through: what is left over is bent, not cut.
  const bend = new WaveShaperNode(context, { curve: bent() });
  master.connect(limiter).connect(bend).connect(context.destination);
  const reverb = new ConvolverNode(context, { buffer: echo(context) });
  reverb.connect(master);
  const bus = (dry: number, wet: number): AudioNode => {
    const enters = new GainNode(context);
    enters.connect(new GainNode(context, { gain: dry })).connect(master);
    enters.connect(new GainNode(context, { gain: wet })).connect(reverb);
    return enters;
  };
  return { near: bus(1, 0.12), far: bus(0.8, 0.4), volume: master };
}

// An ear hears half as loud where the wave is a third as high.
export function loudness(volume: number): number {
  return (Math.max(0, Math.min(100, volume)) / 100) ** 1.6;
}

function bent(): Float32Array<ArrayBuffer> {
  const steps = 1025;
  return Float32Array.from({ length: steps }, (_, place) => {
    const x = (place / (steps - 1)) * 2 - 1;
    return LOUDEST * Math.tanh(1.2 * x);
  });
}

// What a room with felt, wood and people gives back of a clap: noise that dies away, the high notes first.
function echo(context: BaseAudioContext): AudioBuffer {
  const length = Math.round(context.sampleRate * TAIL);
  const buffer = new AudioBuffer({ length, numberOfChannels: 2, sampleRate: context.sampleRate });
  for (let channel = 0; channel < 2; channel += 1) {
    const samples = buffer.getChannelData(channel);
    let low = 0;
    for (let place = 0; place < length; place += 1) {
      const share = place / length;
      const open = 0.65 * (1 - share) ** 2 + 0.03;
      low += open * (Math.random() * 2 - 1 - low);
      samples[place] = low * Math.exp(-5.5 * share) * (place < context.sampleRate * 0.012 ? 0.2 : 1);
    }
  }
  return buffer;
}
