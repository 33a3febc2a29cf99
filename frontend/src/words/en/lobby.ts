// The lobby.

export const title = "Roulette, run by the book";
export const lead = "Free roulette with play chips. No sign-up. Every decision shows the rule behind it.";
export const rules = "Rules";
export const odds = "Odds";
export const balance = "Your balance";
export const yourHouse = "Your house";
export const yourTable = "Your table";
export const noSpins = "No spins yet";
export const chipsHere = "Your chips here:";
export const partly = "Not all of its rules are carried out";
export const seenAt = (time: string): string => `What you see is from ${time}.`;
