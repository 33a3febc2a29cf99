// The cloth, for those who do not see it, and the bubble above a finger.

export const numbers = "Numbers";
export const series = "Series";
export const outside = "Outside";
export const between = "Between numbers";
export const toOne = (pays: number): string => `${pays} to 1`;
export const liftToChoose = " · lift to choose, slide to change";
export const liftToPlace = (amount: string): string => ` · lift to place ${amount}, slide to change`;
export const closed = " · closed";
