// How the game goes, in plain words.

import { NO_MORE_BETS } from "../keys.ts";

export const title = "How to play";
export const steps = [
  "Choose a chip: it is what you stake.",
  `Place it on the cloth. You can place as many as you like, and take them back until “${NO_MORE_BETS}”.`,
  "The ball lands on a number. Bets that cover it win, all others lose.",
];
export const betsHere = "The bets on this cloth";
export const whatIsSaid = "What is said";
export const notDone = "What is not done here";
export const pays = (times: number): string => `pays ${times} to 1`;

export const BETS: Record<string, string> = {
  straight: "One number. Put the chip in the middle of its box.",
  split: "Two numbers side by side. Put the chip on the line between them.",
  street: "A row of three numbers. Put the chip on the outer line of the row.",
  corner: "Four numbers that meet. Put the chip on the point where they do.",
  "six-line": "Two rows next to each other, six numbers. Put the chip on the outer line, between the two rows.",
  "first-five": "The zeros and the first row of three. Put the chip on the outer line between them.",
  "top-line": "The zeros and the first row of three. Put the chip on the outer line between them.",
  "series-3": "Numbers that are neighbors on the wheel. Each box shows its own.",
  "series-4": "Numbers that are neighbors on the wheel. Each box shows its own.",
  "series-6": "Numbers that are neighbors on the wheel. Each box shows its own.",
  dozen: "A third of the numbers: the first, second or third twelve.",
  column: "One of the three long rows of twelve. Put the chip in the box at its end.",
  red: "All red numbers.",
  black: "All black numbers.",
  green: "The green numbers.",
  odd: "The odd numbers.",
  even: "The even numbers.",
  low: "The lower half of the numbers.",
  high: "The upper half of the numbers.",
};

export const WORDS: [string, string][] = [
  ["Pays 8 to 1", "You win 8 chips for each chip on the bet, and keep the chip."],
  [NO_MORE_BETS, "From this call on, bets are locked: nothing can be placed, moved or taken back."],
  [
    "Dolly",
    "The marker that is put on the winning number. Until it is lifted, winning bets stay where they are and are paid.",
  ],
  ["Void", "The spin does not count, and every stake goes back."],
  ["§", "The rule behind a decision. Choose it to read the rule."],
];
