// What is said when bets were undone, repeated or doubled, and when a result was put right.

export const undone = "Undone.";
export const redone = "Done again.";
export const cleared = "Everything is taken back.";
export const rebet = (amount: string): string => `${amount} as in the last round.`;
export const doubled = "Doubled.";
export const putRight = (round: string, from: string, to: string): string =>
  `Round ${round}. The result was corrected from ${from} to ${to}.`;
