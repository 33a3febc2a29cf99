// The display of a hall.

import { count } from "../words.ts";

export const result = "Result";
export const table = "Table";
export const round = (name: string): string => `Round ${name}`;
export const voided = "Round void";
export const atTable = (wheel: string, name: string): string => `${wheel} · table ${name}`;
export const lastNumbers = "Last numbers";
export const noNumbers = "No numbers yet";
export const updated = (at: string, stale: boolean): string =>
  `Last update ${at}${stale ? " · connection lost; this may be out of date" : ""}`;
export const closedEarly = (call: string): string => `${call} · closed before the spin`;
export const returned = "All bets were returned";
export const inPlay = "Ball in play · bets are still open";
export const limits = "Table limits";
export const fromNextRound = "From the next round:";
export const prices = "What a bet pays";
export const series = (kind: string, size: string): string => `${kind} of ${size}`;
export const toOne = (pays: number): string => `${pays} to 1`;
export const most = "Most seen";
export const least = "Least seen";
export const ofTheLast = (name: string, spins: number): string => `${name}, last ${count(spins, "spin")}`;
export const onAverage = (times: string): string => `On average each number comes ${times} times`;
export const shares = (red: number, green: number, black: number, of: number): string =>
  `Red ${red}, green ${green}, black ${black} of ${of}`;
export const note = (ours: boolean): string =>
  `This screen is for information. The pocket the ball lands in decides${ours ? " (our reading)" : ""}. ` +
  "Past spins don’t change the odds.";
export const notCarriedOut = (what: string): string => `Not carried out: ${what}`;
