// Sheets over the table.

export const NAMES = {
  keys: "Keys and sound",
  pick: "Bet picker",
  typed: "Type a bet",
  chips: "Chips",
  rules: "Rules",
  help: "How to play",
  missed: "While you were away",
};

export const KEYS: [string, string][] = [
  ["Arrows", "from box to box"],
  ["Shift + arrows", "to the lines between numbers"],
  ["Enter", "place a chip"],
  ["Delete", "take it back"],
  ["P", "every bet that covers this number"],
  ["1–5", "choose a chip"],
  ["U, Shift+U", "undo, redo"],
  ["C, R, D", "clear, rebet, double"],
  ["/", "type a bet"],
  ["B", "my bets"],
  ["T", "time left"],
  ["L", "last results"],
  ["W", "what the last round brought"],
  ["M", "limits here"],
  ["Esc", "close this"],
];

export const close = "Close";
export const escape = "Esc";
export const shortcuts = "Shortcut keys";
export const sound = "Sound";
export const volume = "Volume";
export const covering = "Bets that cover";
export const bet = "Bet";
export const place = (amount: string): string => `Place ${amount}`;
export const examples = "17 · 8 11 · 8-9-11-12 · red · 1st 12 x20";
// Around an example, which is set as a key.
export const howToType = ["Type numbers or the name of a bet. Add", "to bet 20."] as const;
export const around = "Show me around";

// --- chips -----------------------------------------------------------------------------------------------------------

export const cashOut = (amount: string): string => `Cash out ${amount}`;
export const cashOutAndLeave = "Cash out and leave";
export const balance = "Balance";
export const chipsHere = "Chips at this table";
export const wallet = "In your wallet";
export const atTable = "At table";
export const inChips = (chips: string, value: string): string => ` (${chips} of ${value})`;
export const boughtWithBets = "Chips are bought with your bets, so there is nothing you have to do here.";
export const moreBelow = (amount: string): string =>
  `You can get more play chips when you have less than ${amount} in all.`;
export const buyChips = "Buy chips";
export const allOf = (amount: string): string => `All ${amount}`;
export const otherAmount = "Another amount";
export const amount = "Amount";
export const buy = "Buy";
export const chooseColor = "Choose a color (optional)";
export const colorOfChips = "Color of your chips";
export const taken = " (taken)";
export const oneIsWorth = "One chip is worth";
