// What a round brought, in a sentence for whoever listens.

export const cameBack = (amount: string): string => `${amount} came back.`;
export const noBets = "You had no bets in the last round.";
export const won = (amount: string): string => `won ${amount}`;
export const lost = (amount: string): string => `lost ${amount}`;
export const plus = "plus ";
export const minus = "minus ";
export const net = (amount: string, parts: string): string => `Net ${amount}: ${parts}.`;
