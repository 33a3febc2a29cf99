// What goes over HTTP and the socket, as the service writes it. The browser derives no rule from any of it.

export type Phase =
  | "closed" | "betting-open" | "ball-in-play" | "no-more-bets" | "at-rest" | "dolly-down" | "paid" | "void";

export interface By { name: string; role: string; acting?: string }

export interface TableEvent {
  seq: number; type: string; round: string | null; by?: By; clauses: string[]; at?: string;
  [field: string]: unknown;
}

export interface Due { call: string; in_ms: number }

export interface Now {
  open: boolean; phase: Phase; round: string | null; outcome: string | null; dolly: string | null;
  revolutions: number | null; revolutions_min: number; irregularities: string[]; awaits_ruling: boolean; due: Due | null;
}

export interface Offer { do: string; choice: string | null; now: boolean; code: string | null; clauses: string[] }

export interface Purse {
  cash: number; color: string | null; chip_value: number | null; chips: number; worth: number; away: number;
}

export interface Own { offers: Offer[]; purse?: Purse | null }

export interface LaidWager { wager: string; player: string; position: string; stake: number; held: boolean }

export interface Limits {
  intake: string; limit_scope: string; chip_value_min: number | null;
  limits: Record<string, { min: number; max: number; clauses?: string[] }>;
}

export interface Snapshot {
  table: string; ref: string; title: string; automatic: boolean; seq: number; limits: Limits | null;
  seats: string[]; now: Now; wagers_all: LaidWager[]; results: (string | null)[]; purse?: Purse | null; offers?: Offer[];
}

export interface Refused { code: string; clause: string; facts: Record<string, unknown>; passing: boolean }

export interface Frame {
  id: string | null; events?: TableEvent[]; now?: Now; own?: Own; snapshot?: Snapshot | null; seq?: number;
  refused?: Refused; error?: { code: string; message: string }; pong?: boolean; you?: By | null;
}

export interface Spot {
  name: string; position: string; kind: string; pockets: string[]; pays: number; clauses: string[]; basis: string | null;
  anchor: [number, number]; zone: [number, number, number, number];
  called?: string;
}

export interface Box { name: string; label: string; color: string | null; rect: [number, number, number, number] }

export interface Felt {
  rulebook: string; boxes: Box[]; spots: Spot[]; wheel: string[]; verified: boolean; colors: Record<string, string>;
  words: Record<string, string>;
}

export interface ChipsTold {
  sorts: string[]; clauses: string[]; colors: { color: string; player: string | null }[]; exclusive: string[];
  value_clauses: string[]; value_min: number | null; value_default: number;
}

export interface Counts {
  counted: number; counts: { pocket: string; color: string; seen: number; expected: string }[];
}

export interface Ground { value: unknown; clauses: string[]; basis: string | null; note: string | null; says: string; for: string }

export interface ClauseTold { clause: string; summary: string; nature: string }

export interface TableTold {
  table: string; rulebook: string; title: string; house: string | null; automatic: boolean; open: boolean;
  phase: Phase; round: string | null; seats: number; limits: Limits | null; last: (string | null)[];
}

export interface Welcome { name: string; role: string | null; owner: boolean; table: string | null; token: string }
