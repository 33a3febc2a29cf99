// Bets and what they pay, in words that every page uses.

export const LANGUAGE = "en";

export const KINDS: Record<string, string> = {
  straight: "Straight up",
  split: "Split",
  street: "Street",
  corner: "Corner",
  "six-line": "Six line",
  "first-five": "First five",
  "top-line": "Top line",
  "series-3": "Series",
  "series-4": "Series",
  "series-6": "Series",
  column: "Column",
  dozen: "Dozen",
  low: "1 to 18",
  high: "19 to 36",
  odd: "Odd",
  even: "Even",
  red: "Red",
  black: "Black",
  green: "Green",
};

export const courtesyLine = "courtesy line";
export const paying = (pays: number): string => `pays ${pays} to 1`;
export const yourBet = (amount: string): string => `your bet ${amount}`;
