// What a table shows of its round: a tag, a title, and what it means for whoever plays.

import { NO_MORE_BETS } from "./keys.ts";

export const reconnectingTag = "Reconnecting";
export const reconnecting = "Reconnecting. Your bets stand.";
export const acceptedCount = "All that were accepted count.";
export const opensSoon = "The next round opens soon.";
export const waitingForDealer = "Waiting for the dealer.";
export const waitingTag = "Waiting";
export const nextSoon = "Next round soon";
export const closedTag = "Closed";
export const closed = "Table closed";
export const onceOpen = "You can bet as soon as it opens.";
export const openTag = "Open";
export const open = "Bets are open.";
export const inPlayTag = "Ball in play";
export const rolling = "The ball is rolling";
export const untilTheCall = `You can bet until “${NO_MORE_BETS}”.`;
export const shutTag = "Bets closed";
export const locked = "Bets are locked.";
export const closedEarly = (role: string): string => `Closed before the spin by order of the ${role}. ${locked}`;
export const atRestTag = "At rest";
export const atRest = "The ball is at rest";
export const marking = "Marking the winning number…";
export const resultTag = "Result";
export const paying = "Paying the winning bets…";
export const paidTag = "Paid";
export const voidTag = "Void";
export const voided = "Round void";
export const returned = "All bets were returned.";
export const voidMark = "void";
