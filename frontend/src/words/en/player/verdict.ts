// Whether a round was drawn as it was committed to.

export const notRevealed = "The secret was not revealed.";
export const otherSecret = "The revealed secret is not the one committed to.";
export const otherPocket = (drawn: string | null, declared: string): string =>
  `The secret gives ${drawn ?? "no pocket"}, but ${declared} was declared.`;
export const seeHow = "See how";
export const checking = (round: string): string => `Checking round ${round}…`;
export const notVerified = "Not verified.";
export const verified = "Verified";
export const holds = (round: string, pocket: string | null): string =>
  `round ${round}: ${pocket === null ? "void, its secret fits the seal" : `the secret gives ${pocket}`}.`;
export const recordUpTo = (seq: number): string => `Record up to event ${seq}:`;
export const keepIt = "Keep it";
export const doesNotVerify = (round: string): string => `Round ${round} does not verify`;
export const stopPlaying = "Stop playing here, and keep this seal:";
export const close = "Close";
