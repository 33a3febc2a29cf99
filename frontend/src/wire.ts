// What goes over HTTP and the socket. The shapes are the service's own, generated; here they get the names that this side
// uses, and what is said about frames as a whole. The browser derives no rule from any of it.

import type {
  EventType, FeltTold, RefusalTold, LimitsTold, Now, Own, Refused as RefusedTold, ResultsTold, Role, Snapshot, Spot as SpotTold,
} from "./wire.generated.ts";

export type {
  AgainLine, AgainTold, AlertTold, Box, CheckTold, ChipsTold, CommandName, DecisionTold, Due, EventType, FindingTold, LaidWager, Now, Offer, Own, Phase, PrecedentTold, Purse,
  ReadingTold, RefusalCode, ResultTold, ResultsTold, RetoldLine, Role, RoundChecked, RoundTold, RulingTold, Snapshot, StaffTold, TableTold, Welcome, WireRuleTold,
} from "./wire.generated.ts";
export type Limits = LimitsTold;
export type Counts = ResultsTold;

export interface By { name: string; role: Role; acting?: Role }

// Each type of event has fields of its own, which the document lists; whoever reads one checks what it reads.
export interface TableEvent {
  seq: number; type: EventType; round: string | null; by?: By; clauses: string[]; at?: string;
  [field: string]: unknown;
}

// What stays although it was asked to go is told like a refusal, with the event as its code.
export interface Refused extends Omit<RefusedTold, "code"> { code: string }

// A refusal in a list of them; the document leaves open what a command and a refusal have.
export interface RefusalSeen extends Omit<RefusalTold, "refused"> { refused: Refused }

export interface Frame {
  id: string | null; events?: TableEvent[]; now?: Now; own?: Own; snapshot?: Snapshot | null; seq?: number;
  refused?: RefusedTold; error?: { code: string; message: string }; pong?: boolean; you?: By | null;
}

// The name by which a spot is read out is worked out once, when the felt comes.
export interface Spot extends SpotTold { called?: string }

export interface Felt extends Omit<FeltTold, "spots"> { spots: Spot[] }

export interface Ground { value: unknown; clauses: string[]; basis: string | null; note: string | null; says: string; for: string }

export interface ClauseTold { clause: string; summary: string; nature: string }
