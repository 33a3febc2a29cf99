// Four cues, off until asked for; each has something to see beside it.

import type { Phase } from "./wire.ts";

const KEPT = "croupier-sound";
const LOUD = "croupier-volume";
const MOST = 0.25;

export class Cues {
  on = localStorage.getItem(KEPT) === "on";
  volume = Number(localStorage.getItem(LOUD) ?? "50");
  private context: AudioContext | null = null;

  toggle(): void {
    this.on = !this.on;
    localStorage.setItem(KEPT, this.on ? "on" : "off");
    this.play([[659, 0]], 0.1);
  }

  loud(volume: number): void {
    this.volume = Math.max(0, Math.min(100, volume));
    localStorage.setItem(LOUD, String(this.volume));
    this.play([[659, 0]], 0.1);
  }

  phase(phase: Phase): void {
    if (phase === "betting-open") this.play([[523, 0], [659, 0.15]], 0.12);
    if (phase === "no-more-bets") this.play([[1319, 0]], 0.6);
    if (phase === "dolly-down") this.play([[880, 0]], 0.06);
  }

  refusal(): void {
    this.play([[160, 0]], 0.08);
  }

  private play(notes: [number, number][], length: number): void {
    if (!this.on || !this.volume) return;
    this.context ??= new AudioContext();
    for (const [pitch, after] of notes) {
      const start = this.context.currentTime + after;
      const tone = this.context.createOscillator();
      const volume = this.context.createGain();
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime((this.volume / 100) * MOST, start);
      volume.gain.exponentialRampToValueAtTime(0.001, start + length);
      tone.connect(volume).connect(this.context.destination);
      tone.start(start);
      tone.stop(start + length);
    }
  }
}
