// Written by `make pages` from the shapes in croupier.web; edit those instead.

export type EventType =
  | "ball-spun"
  | "betting-opened"
  | "chips-bought"
  | "chips-brought-back"
  | "chips-redeemed"
  | "chips-removed"
  | "correction-proposed"
  | "dolly-lifted"
  | "dolly-placed"
  | "early-close-authorized"
  | "irregularity-reported"
  | "irregularity-ruled"
  | "limits-set"
  | "no-more-bets-called"
  | "no-spin-called"
  | "outcome-confirmed"
  | "outcome-corrected"
  | "outcome-declared"
  | "power-failed"
  | "power-restored"
  | "redemption-approved"
  | "revolutions-counted"
  | "round-closed"
  | "round-voided"
  | "seat-left"
  | "seat-taken"
  | "table-closed"
  | "table-opened"
  | "undisclosed"
  | "value-chips-permitted"
  | "wager-collected"
  | "wager-marked-unclear"
  | "wager-moved"
  | "wager-paid"
  | "wager-placed"
  | "wager-retracted"
  | "wager-returned"
  | "wager-ruled"
  | "withdrawal-ignored"
  ;

export type CommandName =
  | "approve-correction"
  | "approve-redemption"
  | "authorize-early-close"
  | "bring-back-chips"
  | "buy-in"
  | "call-no-more-bets"
  | "call-no-spin"
  | "cash-out"
  | "close-table"
  | "confirm-outcome"
  | "correct-outcome"
  | "count-revolutions"
  | "declare-outcome"
  | "fail-power"
  | "leave-seat"
  | "lift-dolly"
  | "mark-unclear"
  | "move-wager"
  | "open-betting"
  | "open-table"
  | "permit-value-chips"
  | "place-dolly"
  | "place-wager"
  | "place-wagers"
  | "remove-chips"
  | "report-irregularity"
  | "restore-power"
  | "retract-wager"
  | "retract-wagers"
  | "rule-on-irregularity"
  | "rule-on-wager"
  | "set-limits"
  | "settle"
  | "spin-ball"
  | "take-seat"
  ;

export type RefusalCode =
  | "above-maximum"
  | "acting-not-allowed"
  | "already-done"
  | "already-spun"
  | "approval-needed"
  | "bell-missing"
  | "below-minimum"
  | "betting-closed"
  | "betting-open"
  | "chip-value-fixed"
  | "chip-value-missing"
  | "chip-value-too-low"
  | "chips-do-not-add-up"
  | "chips-not-accepted"
  | "chips-of-another-player"
  | "chips-of-another-table"
  | "color-taken"
  | "count-went-back"
  | "counts-where-it-lies"
  | "dolly-down"
  | "id-reused"
  | "limits-invalid"
  | "marker-missing"
  | "name-taken"
  | "no-dolly"
  | "no-outcome"
  | "no-seat"
  | "not-a-pocket"
  | "not-at-rest"
  | "not-authorized"
  | "not-counted"
  | "not-enough-chips"
  | "not-in-rulebook"
  | "not-on-layout"
  | "not-spun"
  | "not-yours"
  | "nothing-to-rule"
  | "one-color"
  | "permission-needed"
  | "reason-missing"
  | "reason-not-allowed"
  | "role-not-allowed"
  | "round-open"
  | "round-over"
  | "ruling-needed"
  | "same-person"
  | "seat-taken"
  | "stake-too-large"
  | "table-closed"
  | "table-open"
  | "too-late"
  | "unknown-alert"
  | "unknown-person"
  | "unknown-wager"
  | "wager-held"
  | "wager-id-reused"
  | "withdrawal-referred"
  | "withdrawal-refused"
  | "wrong-pocket"
  ;

export type Phase =
  | "at-rest"
  | "ball-in-play"
  | "betting-open"
  | "closed"
  | "dolly-down"
  | "no-more-bets"
  | "paid"
  | "void"
  ;

export type Role =
  | "auditor"
  | "dealer"
  | "floor-manager"
  | "house"
  | "pit-manager"
  | "pit-supervisor"
  | "player"
  | "shift-manager"
  | "surveillance"
  ;

// What somebody says on acknowledging an alert.
export interface Acknowledged {
  note?: string | null;
}

// One player's bet under both rulebooks; gains in the smallest unit, a loss below zero.
export interface AgainLine {
  player: string;
  position: string;
  stake: number;
  gain: number;
  other_gain: number;
  clauses: string[];
  other_clauses: string[];
  note: string;
}

// A round under another rulebook; the difference is what all players would have gained more.
export interface AgainTold {
  rulebook: string;
  other: string;
  pocket: string | null;
  difference: number;
  lines: AgainLine[];
  notes: string[];
}

// An alert; it stays until it is acknowledged.
export interface AlertTold {
  alert: string;
  table: string;
  kind: string;
  note: string;
  acknowledged_by: string | null;
}

// One wager of one's own, and what became of it: stake = returned + collected.
export interface BetTold {
  wager: string;
  position: string;
  stake: number;
  winnings: number;
  returned: number;
  collected: number;
}

// A printed box.
export interface Box {
  name: string;
  label: string;
  color: string | null;
  rect: [number, number, number, number];
}

// A player's stake on one bet that is outside the limits, and what becomes of it.
export interface CheckTold {
  player: string;
  position: string;
  stake: number;
  min: number;
  max: number;
  treatment: string;
  clauses: string[];
}

// One check: how many things it looked at, and what it found wrong.
export interface CheckedTold {
  check: string;
  looked: number;
  findings: FindingTold[];
}

// What chips can be bought at a table, and why; a value is what one color chip is worth.
export interface ChipsTold {
  sorts: string[];
  clauses: string[];
  colors: ColorTold[];
  exclusive: string[];
  value_clauses: string[];
  value_min: number | null;
  value_default: number;
}

// An invitation's code.
export interface CodeShown {
  code: string;
}

// A color of chips, and who has it at this table.
export interface ColorTold {
  color: string;
  player: string | null;
}

// How often a pocket came; ``expected`` is what chance gives on average, as a fraction.
export interface CountTold {
  pocket: string;
  color: string;
  seen: number;
  expected: string;
}

// Something that waits for a decision, and the position that makes it.
export interface DecisionTold {
  table: string;
  kind: string;
  wager: string | null;
  position: string | null;
  round: string | null;
  needed: string;
  clauses: string[];
  player: string | null;
  stake: number | null;
  counts: string | null;
  point: number[] | null;
  readings: ReadingTold[];
  reason: string | null;
  waits: number | null;
  not_by: string[];
}

// It was done.
export interface Done {
  done: boolean;
}

// The next call of an automatic table, and how soon it comes.
export interface Due {
  call: string;
  in_ms: number;
}

// Events in order, as far as one may see them, and where the record ends.
export interface EventsTold {
  events: (Record<string, unknown>)[];
  seq: number;
}

// How the cloth is to be hit: a finger wants broader lines than a mouse.
export interface FeltAsked {
  touch?: boolean;
}

// The cloth, drawn: boxes, spots, and the wheel's order if it is to be drawn.
export interface FeltTold {
  rulebook: string;
  boxes: Box[];
  spots: Spot[];
  wheel: string[];
  verified: boolean;
  colors: Record<string, string>;
  words: Record<string, string>;
}

// Something that is wrong: where, what, and what was expected.
export interface FindingTold {
  where: string;
  what: string;
  expected: string;
}

// Somebody who wants to come in; the house finds a name where none is given.
export interface GuestAsked {
  name?: string | null;
}

// Whether the house runs, and each table.
export interface Health {
  status: string;
  version: string;
  tables: Record<string, string>;
}

// Somebody to work here.
export interface InvitationAsked {
  name: string;
  role: Role;
  table?: string | null;
}

// A code that lets one person in once.
export interface InvitationTold {
  name: string;
  role: Role;
  table: string | null;
  code: string;
  link: string;
}

// A wager that lies on the cloth; a held one waits for a ruling.
export interface LaidWager {
  wager: string;
  player: string;
  position: string;
  stake: number;
  held: boolean;
}

// How many of the last.
export interface Last {
  last?: number;
}

// What may be staked on a kind of bet.
export interface LimitTold {
  min: number;
  max: number;
  clauses: string[];
}

// The limits of a table, by kind of bet.
export interface LimitsTold {
  intake: string;
  limit_scope: string;
  chip_value_min: number | null;
  limits: Record<string, LimitTold>;
}

// Who is asking.
export interface Me {
  name: string;
  role: Role | null;
  owner: boolean;
  table: string | null;
  wallet: number;
}

// Where the round is, as everybody may see it.
export interface Now {
  open: boolean;
  phase: Phase;
  round: string | null;
  outcome: string | null;
  dolly: string | null;
  spun: boolean;
  revolutions: number | null;
  revolutions_min: number;
  irregularities: string[];
  awaits_ruling: boolean;
  early_close: Role | null;
  due: Due | null;
}

// An act that the rulebook gives to whoever is told; without ``now``, ``code`` says what stands in its way.
export interface Offer {
  do: string;
  choice: string | null;
  now: boolean;
  code: string | null;
  clauses: string[];
}

// What one person may see and do; only a player has a purse.
export interface Own {
  offers: Offer[];
  purse?: Purse | null;
}

// One's own round; a void one has no pocket.
export interface PlayedTold {
  round: string;
  pocket: string | null;
  bets: BetTold[];
}

// A ruling on what no clause covers. It binds nobody: it is there to be read.
export interface PrecedentTold {
  table: string;
  rulebook: string;
  round: string;
  at: string;
  reported_by: string;
  reported: string;
  ruling: string;
  by: string;
  role: string;
  reason: string;
  clauses: string[];
}

// A player's chips beside the layout; ``worth`` is what the color chips there are worth.
export interface Purse {
  cash: number;
  owed: number;
  color: string | null;
  chip_value: number | null;
  chips: number;
  worth: number;
  away: number;
}

// A position that an unclear wager may be meant for; amounts only once the outcome is known.
export interface ReadingTold {
  position: string;
  distance: number;
  winnings: number | null;
  returned: number | null;
  collected: number | null;
}

// A command that was refused.
export interface RefusalTold {
  at: string;
  who: string;
  id: string;
  command: Record<string, unknown>;
  refused: Record<string, unknown>;
}

// Why a command was refused; ``passing``: the same may be accepted later.
export interface Refused {
  code: RefusalCode;
  clause: string;
  facts: Record<string, unknown>;
  passing: boolean;
}

// A command that was refused; ``after`` is where the record ended then.
export interface RefusedTold {
  place: number;
  at: string;
  after: number;
  command: Record<string, unknown>;
  refused: Record<string, unknown>;
}

// A past round; a void one has no pocket.
export interface ResultTold {
  round: string;
  pocket: string | null;
  clauses: string[];
}

// Past rounds, oldest first, and counts over all that are kept.
export interface ResultsTold {
  results: ResultTold[];
  counted: number;
  counts: CountTold[];
  says: string;
  clauses: string[];
}

// One event in words.
export interface RetoldLine {
  seq: number;
  at: string;
  says: string;
  clauses: string[];
  type: string;
  by: string;
}

// A round checked by itself; hashes by the place of their event, for staff.
export interface RoundChecked {
  sound: boolean;
  first: number;
  last: number;
  checks: CheckedTold[];
  hashes: Record<string, string>;
}

// A whole round: retold, with what proves it.
export interface RoundTold {
  table: string;
  round: string;
  rulebook: string;
  digest: string;
  commitment: string | null;
  secret: string | null;
  pocket: string | null;
  void: boolean;
  lines: RetoldLine[];
}

// What whoever ruled on a wager had before them: the readings, and the one chosen if the wager was not returned.
export interface RulingTold {
  wager: string;
  stake: number;
  chosen: string | null;
  outcome: string | null;
  readings: ReadingTold[];
}

// Where to read on.
export interface Since {
  after?: number;
  limit?: number;
}

// A table as somebody may see it; what follows ``results`` depends on who that is.
export interface Snapshot {
  table: string;
  ref: string;
  title: string;
  digest: string;
  automatic: boolean;
  open: boolean;
  seq: number;
  round: string | null;
  phase: Phase;
  outcome: string | null;
  dolly: string | null;
  limits: LimitsTold;
  seats: string[];
  layout: Record<string, number>;
  now: Now;
  wagers_all: LaidWager[];
  results: (string | null)[];
  offers?: Offer[];
  purse?: Purse | null;
  purses?: Record<string, Purse | null>;
  you?: string;
  wagers?: (Record<string, unknown>)[];
}

// One spot of the cloth. Coordinates are in boxes of a number.
export interface Spot {
  name: string;
  position: string;
  kind: string;
  pockets: string[];
  pays: number;
  clauses: string[];
  basis: string | null;
  anchor: [number, number];
  zone: [number, number, number, number];
}

// Somebody who works here; without a table, at every one.
export interface StaffTold {
  name: string;
  role: Role;
  table: string | null;
}

// Stakes as people write them: ``17=5,red=10``.
export interface StakesAsked {
  stakes?: string | null;
}

// A shape that takes nothing it does not know.
export interface Strict {
}

// A new table.
export interface TableAsked {
  table: string;
  rulebook: string;
  automatic?: boolean;
}

// A table as the lobby shows it.
export interface TableTold {
  table: string;
  rulebook: string;
  title: string;
  house: string | null;
  automatic: boolean;
  open: boolean;
  phase: Phase;
  round: string | null;
  seats: number;
  limits: LimitsTold | null;
  last: (string | null)[];
  pace: number | null;
  fault: string | null;
}

// Somebody who is signed in, with the token that says so from now on.
export interface Welcome {
  name: string;
  role: Role | null;
  owner: boolean;
  table: string | null;
  token: string;
}

// One of our own rules.
export interface WireRuleTold {
  clause: string;
  summary: string;
}
