// What goes over HTTP and the socket. The shapes are the service's own, generated; here they get the names that this
// side uses, and what is said about frames as a whole. The browser derives no rule from any of it.

import type {
  EventType,
  FeltOut,
  RefusalOut,
  LimitsOut,
  Now,
  Own,
  RecordEnd,
  Refused as RefusedOnWire,
  ResultsOut,
  Role,
  Snapshot,
  SpotOut as SpotOnWire,
} from "./generated.ts";

export type {
  AfterOut,
  FanOut,
  LabOut,
  ReachOut,
  RuinOut,
  SystemResultOut,
  WheelOut,
  Irregularity,
  OpeningCall,
  AgainBetOut,
  AgainOut,
  AlertOut,
  BoxOut as Box,
  CheckOut,
  ChipsOut,
  CommandName,
  Concern,
  DecisionOut,
  DueOut as Due,
  EventType,
  FindingOut,
  GameOut,
  LaidWager,
  LintedOut,
  MeOut,
  Now,
  Offer,
  Own,
  Phase,
  PrecedentOut,
  PresetOut,
  Purse,
  RecordEnd,
  MeaningOut,
  RefusalCode,
  ResultOut,
  ResultsOut,
  RetoldEventOut,
  Role,
  RoundChecksOut,
  RoundOut,
  RulingOut,
  Snapshot,
  StaffOut,
  TableOut,
  WelcomeOut,
  WireRuleOut,
  UnexpressedOut,
} from "./generated.ts";
export type Limits = LimitsOut;
export type Counts = ResultsOut;

export interface By {
  name: string;
  role: Role;
  acting?: Role;
}

// Each type of event has fields of its own, which the document lists; whoever reads one checks what it reads.
export interface TableEvent {
  seq: number;
  type: EventType;
  round: string | null;
  by?: By;
  clauses: string[];
  at?: string;
  [field: string]: unknown;
}

// What stays although it was asked to go is told like a refusal, with the event as its code.
export interface Refused extends Omit<RefusedOnWire, "code"> {
  code: string;
}

// A refusal in a list of them; the document leaves open what a command and a refusal have.
export interface RefusalSeen extends Omit<RefusalOut, "refused"> {
  refused: Refused;
}

export interface Frame {
  id: string | null;
  events?: TableEvent[];
  now?: Now;
  head?: RecordEnd;
  own?: Own;
  snapshot?: Snapshot | null;
  seq?: number;
  refused?: RefusedOnWire;
  error?: { code: string; message: string };
  pong?: boolean;
  you?: By | null;
}

// The name by which a spot is read out is worked out once, when the felt comes.
export interface Spot extends SpotOnWire {
  called?: string;
}

export interface Felt extends Omit<FeltOut, "spots"> {
  spots: Spot[];
}

export interface Ground {
  value: unknown;
  clauses: string[];
  basis: string | null;
  note: string | null;
  says: string;
  for: string;
}

export interface ClauseText {
  clause: string;
  summary: string;
  nature: string;
}
