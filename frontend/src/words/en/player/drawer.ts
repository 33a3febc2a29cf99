// The rules beside the game.

export const rules = "Rules";
export const inOurWords = "In our words.";
export const whole = "The whole rulebook";
export const howToPlay = "How to play";
export const steps = [
  "Choose a chip.",
  "Put it on the table: on a number, on a line between numbers, or on a box outside.",
  "Wait for the ball. Wins are paid at once, and the next round begins.",
];
export const clauses = "Clauses";
export const used = "used in this round";
export const notCovered = "What this rulebook doesn’t cover";
export const nobody = "Nobody can do these things at this table.";
export const ours = "our reading";
