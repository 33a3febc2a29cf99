// Short signs for a hand, where the device has them and nobody asked for less motion.

import type { Grade } from "./net.ts";

const WINS: Record<Exclude<Grade, 0>, number[]> = {
  1: [25],
  2: [30, 60, 45],
  3: [40, 60, 40, 60, 140],
};

function buzz(pattern: number | number[]): void {
  if (!("vibrate" in navigator) || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  // A browser that has seen no gesture yet refuses, and says so aloud.
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate(pattern);
}

export const haptics = {
  chip: (): void => buzz(10),
  call: (): void => buzz([20, 50, 20]),
  won: (grade: Grade): void => {
    if (grade) buzz(WINS[grade]);
  },
};
