// What stands on a player's page, or is said there.

import { NO_MORE_BETS } from "../keys.ts";
import { count } from "../../words.ts";

// --- the head and the menu -------------------------------------------------------------------------------------------

export const allTables = "All tables";
export const timeHere = "time at the table";
export const minutes = (value: number): string => `${value} min`;
export const round = "Round";
export const roundNumber = "round";
export const connecting = "connecting";
export const delay = (lag: number | string): string => `${lag} ms`;
export const slow = (lag: number | string): string => `slow ${lag} ms`;
export const reconnecting = "reconnecting";
export const menu = "Menu";
export const redo = "Redo";
export const betsAndResults = "Bets and results";
export const typeABet = "Type a bet";
export const chips = "Chips";
export const sound = "Sound";
export const on = "on";
export const off = "off";
export const rules = "Rules";
export const odds = "Odds";
export const help = "Help";
export const close = "Close";
export const theRound = "The round";
export const whatWasCalled = "What was called";
export const called = "Called";
export const revolutions = (done: number, needed: number): string =>
  `${done} of ${needed} revolutions needed for a valid spin`;
export const secondsLeft = "Seconds until no more bets";

// --- the cloth and the line above it ---------------------------------------------------------------------------------

export const theCloth = "The cloth";
export const returns = "returns";
export const pays = (times: number): string => `pays ${times} to 1`;
export const bet = (span: string): string => `bet ${span}`;
export const closed = "closed";
export const place = (amount: string): string => `Place ${amount}`;
export const buyChips = "Buy chips";
export const noBetHere = "You have no bet here.";
export const laid = (amount: string, where: string): string => `${amount} on ${where}`;
export const takenBack = (amount: string, where: string): string => `${amount} taken back from ${where}`;
export const movedTo = (where: string): string => `Moved to ${where}`;
export const stackTakenBack = (where: string): string => `Taken back from ${where}`;
export const typeSomething = "Type a bet, such as 17.";
export const pleaseCheck = (what: string): string => `Please check: ${what}.`;
export const forYou = (one: string): string => `${one} was placed for you`;
export const moved = (one: string, from: string): string => `${one} was moved by accident from ${from}`;
export const newer = "A newer version is ready. It loads when the round is over.";
export const reload = "Reload now";
export const back = "You are back.";
export const allMissed = (many: number): string => `All ${many}`;
export const ok = "OK";

// --- first steps -----------------------------------------------------------------------------------------------------

export const firstSteps = "First steps";
export const step = (which: number, of: number): string => `${which} of ${of}`;
export const next = "Next";
export const gotIt = "Got it";
export const skip = "Skip";
export const chooseAChip = "Choose a chip below: it is your stake.";
export const layOne = (coarse: boolean): string =>
  `${coarse ? "Tap" : "Click"} a number to bet on it, or a line to bet on both its numbers.`;
export const layLater = (coarse: boolean): string =>
  `Bets are closed. When they open, ${coarse ? "tap" : "click"} a number to bet on it.`;
export const ballDecides = "Bets are locked. The ball decides, and wins are paid.";
export const untilTheRing = "Bet until the ring runs out. Then the ball decides.";
export const untilTheCall = `Bet until the call “${NO_MORE_BETS}”. Then the ball decides.`;

// --- money -----------------------------------------------------------------------------------------------------------

export const youHave = (amount: string): string => `You have ${amount}.`;
export const tooDear = (amount: string, wallet: string): string =>
  `That costs ${amount}; you have ${wallet} to buy chips with.`;
export const balanceOf = (amount: string): string => `Balance ${amount}.`;
export const balance = "Balance";
export const lastWin = "Last win";
export const staked = "Bet";

// --- the tray --------------------------------------------------------------------------------------------------------

export const chipsAndActions = "Chips and actions";
export const yourChip = "Your chip";
export const chip = (amount: string): string => `Chip ${amount}`;
export const severalChips = (many: number, amount: string): string => `${count(many, "chip")}, ${amount}`;
export const undo = "Undo";
export const clear = "Clear";
export const rebet = (amount: string): string => (amount ? `Rebet ${amount}` : "Rebet");
export const double = "Double";
export const chipsOf = (value: string): string => `Chips of ${value}`;

// --- one's bets, the limits, results ---------------------------------------------------------------------------------

export const yourBets = "Your bets";
export const betsOnTable = "Bets on the table";
export const yourBetsOnTable = "Your bets on the table";
export const where = "On";
export const paysHead = "Pays";
export const returnsHead = "Returns";
export const toOne = (times: number): string => `${times} to 1`;
export const total = "Total";
export const sending = "sending…";
export const deciding = "staff are deciding";
export const won = "won";
export const checkIt = "placed for you: please check";
export const owners = "Whose chips are whose";
export const you = "You";
export const andMore = (many: number): string => `and ${many} more`;
export const tableLimits = "Table limits";
export const newLimits = "New limits from the next round";
export const inside = "inside";
export const columns = "column, dozen";
export const evenChances = "even chances";
export const results = "Results";
export const lastNumbers = "Last numbers";
export const noSpins = "No spins yet";
export const inDetail = "This round in detail";
export const verifyLast = "Verify the last draw";
export const strip = (last: (string | null)[]): string =>
  `${betsAndResults}${last.length ? `; last: ${last.map((one) => one ?? "void").join(", ")}` : ""}`;

// --- the draw --------------------------------------------------------------------------------------------------------

export const fairDraw = "Fair draw";
export const doesNotVerify = (name: string, fault: string): string => `Round ${name} does not verify. ${fault}`;
export const copied = "Copied";
export const copy = "Copy";
export const byThisPage = "Verified by this page";
export const sealedAs = (seal: string): string => `Sealed before betting: ${seal}`;
export const verifiedFor = "Verified:";
export const sealedFor = "Sealed:";
export const verified = "Verified";
export const sealed = (name: string | null | undefined, inTime: boolean): string =>
  `${name ? `Round ${name} was` : "Every round is"} sealed ${
    inTime ? "before any bet" : "before you came; its seal proves nothing to you"
  }:`;
