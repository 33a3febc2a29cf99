// Written by `make docs` from the shapes in croupier.web; edit those instead.

export type EventType =
  | "ball-spun"
  | "betting-ended"
  | "betting-opened"
  | "chips-bought"
  | "chips-brought-back"
  | "chips-redeemed"
  | "chips-removed"
  | "correction-proposed"
  | "debt-collected"
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
  | "outcome-disputed"
  | "power-failed"
  | "power-restored"
  | "redemption-approved"
  | "revolutions-counted"
  | "round-closed"
  | "round-voided"
  | "seat-left"
  | "seat-taken"
  | "spin-undone"
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
  | "collect-debt"
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
  | "undo-spin"
  ;

export type Ball =
  | "clockwise"
  | "counterclockwise"
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
  | "too-many-wagers"
  | "unknown-alert"
  | "unknown-person"
  | "unknown-wager"
  | "wager-held"
  | "wager-id-reused"
  | "withdrawal-referred"
  | "withdrawal-refused"
  | "wrong-pocket"
  ;

export type Concern =
  | "dispute"
  | "fill"
  | "help"
  | "wrong-number"
  ;

export type Irregularity =
  | "ball-broke"
  | "ball-hangs"
  | "ball-left-wheel"
  | "foreign-object"
  | "interference"
  | "no-compartment"
  | "not-spun"
  | "same-direction"
  | "too-few-revolutions"
  | "unlisted"
  | "wheel-still"
  | "wheel-stopped"
  ;

export type OpeningCall =
  | "board-open"
  | "place-your-bets"
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

// What somebody says when acknowledging an alert.
export interface AcknowledgmentIn {
  note?: string | null;
}

// What a correction changes for one wager; ``owed`` does not change hands.
export interface AdjustmentOut {
  wager: string;
  player: string;
  winnings: number;
  returned: number;
  collected: number;
  owed: number;
}

// The same stakes, laid again on every spin.
export interface AfterIn {
  stakes: string;
}

// Where stakes stand after 1, 2, 3, … spins.
export interface AfterOut {
  staked: number;
  edge: string;
  mean: string;
  sd: number;
  points: AfterSpinsOut[];
}

// Where stakes stand after some spins.
export interface AfterSpinsOut {
  spins: number;
  mean: number;
  sd: number;
  ahead: number;
  behind: number;
  quantiles: number[];
  error: number;
}

// One player's bet under both rulebooks; gains in the smallest unit, a loss below zero.
export interface AgainBetOut {
  player: string;
  position: string;
  stake: number;
  gain: number;
  other_gain: number;
  clauses: string[];
  other_clauses: string[];
  note: string;
}

// A round under another rulebook; ``difference`` is how much more all players would have gained.
export interface AgainOut {
  rulebook: string;
  other: string;
  pocket: string | null;
  difference: number;
  lines: AgainBetOut[];
  notes: string[];
}

// An alert; it stays until it is acknowledged.
export interface AlertOut {
  alert: string;
  table: string;
  kind: string;
  note: string;
  acknowledged_by: string | null;
  at: string;
  by: string;
  acknowledged_at: string | null;
  answered_after: number | null;
  concern: Concern | null;
}

// Why a table is taken out of service.
export interface AsideIn {
  reason: string;
}

// One of the player's own wagers, and how it ended: stake = returned + collected.
export interface BetOut {
  wager: string;
  position: string;
  stake: number;
  winnings: number;
  returned: number;
  collected: number;
}

// A printed box.
export interface BoxOut {
  name: string;
  label: string;
  color: string | null;
  rect: [number, number, number, number];
}

// What the pit is called for.
export interface CallIn {
  kind: Concern;
  note?: string | null;
}

// A player's stake on one bet outside the limits, and what happens to it.
export interface CheckOut {
  player: string;
  position: string;
  stake: number;
  min: number;
  max: number;
  treatment: string;
  clauses: string[];
}

// One check: how many things it looked at, and what it found wrong.
export interface CheckedOut {
  check: string;
  looked: number;
  findings: FindingOut[];
}

// What a player has at a table: chips beside the layout, and bets on it.
export interface ChipsAtOut {
  table: string;
  chips: number;
  bets: number;
}

// The chips that can be bought at a table, and why; a value is what one color chip is worth.
export interface ChipsOut {
  sorts: string[];
  clauses: string[];
  colors: ColorOut[];
  exclusive: string[];
  value_clauses: string[];
  value_min: number | null;
  value_default: number;
  bought: FirstChipsOut;
  seats: string[];
  walk_ups: string[];
  places: Record<string, number>;
}

// How soon betting is to be closed, and how long bets are taken in all: for a countdown, nothing depends on it.
export interface ClosingOut {
  in_ms: number;
  of_ms: number;
}

// A color of chips, and who has it at this table.
export interface ColorOut {
  color: string;
  player: string | null;
}

// How often a pocket came; ``expected`` is what chance gives on average, as a fraction.
export interface CountOut {
  pocket: string;
  color: string;
  seen: number;
  expected: string;
}

// What waits for a decision, and whose it is. Of a moved chip, ``was`` is where it lay, ``by`` who reported it.
export interface DecisionOut {
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
  was: string | null;
  by: string | null;
  readings: MeaningOut[];
  reason: string | null;
  waits: number | null;
  report: number | null;
  outcome: string | null;
  entered_by: string[];
  changes: AdjustmentOut[];
  not_by: string[];
}

// The operation succeeded.
export interface DoneOut {
  done: boolean;
}

// The next call, and how soon it comes: at an automatic table, and at a dealt one where the dealer's timer runs.
export interface DueOut {
  call: string;
  in_ms: number;
  closing: ClosingOut | null;
}

// The smallest bankroll with at most this risk.
export interface EnoughOut {
  risk: number;
  bankroll: number;
}

// The seq after which to read.
export interface EventsIn {
  after?: number;
  limit?: number;
}

// Events in order, as far as the asker may see them, and the seq at which the record ends.
export interface EventsOut {
  events: (Record<string, unknown>)[];
  seq: number;
}

// The first sessions of a seed.
export interface FanIn {
  system: string;
  stakes: string;
  bankroll: number;
  spins?: number;
  target?: number | null;
  stop_loss?: number | null;
  minimum?: number | null;
  maximum?: number | null;
  seed?: number;
  sessions?: number;
}

// Between which bankrolls sessions lie as they go on.
export interface FanOut {
  system: string;
  sessions: number;
  spins: number[];
  percents: number[];
  bands: number[][];
  mean: number[];
  some: number[][];
  ahead: number;
}

// How the cloth is to be hit: a finger gets more of the short side of a number than a mouse.
export interface FeltIn {
  touch?: boolean;
}

// The cloth to draw: boxes, spots, and the wheel's order if the wheel is to be drawn.
export interface FeltOut {
  rulebook: string;
  boxes: BoxOut[];
  spots: SpotOut[];
  wheel: string[];
  verified: boolean;
  colors: Record<string, string>;
  words: Record<string, string>;
  unexpressed: UnexpressedOut[];
}

// Something that is wrong: where, what, and what was expected.
export interface FindingOut {
  where: string;
  what: string;
  expected: string;
}

// The chips that a wager buys for a player who has none, or more of what they have.
export interface FirstChipsOut {
  chips: string;
  color: string | null;
  value: number | null;
}

// What people want to know of a game before they play; all of it follows from the rulebook.
export interface GameOut {
  name: string | null;
  pockets: number;
  zeros: number;
  house: string | null;
  effective: string | null;
  edge: string;
  edge_max: string;
}

// A guest who wants to come in; the house chooses a name if none is given.
export interface GuestIn {
  name?: string | null;
}

// Whether the house and each of its tables are running.
export interface HealthOut {
  status: string;
  version: string;
  tables: Record<string, string>;
  record: string;
  files: string;
  anchors: string;
}

// Whether the lab is installed, and which systems it has.
export interface LabOut {
  missing: string | null;
  systems: SystemOut[];
}

// A wager that lies on the cloth; a held one waits for a ruling, and one that won is paid and still lies there.
export interface LaidWager {
  wager: string;
  player: string;
  position: string;
  stake: number;
  held: boolean;
  won: boolean;
}

// How many of the latest to return.
export interface LastIn {
  last?: number;
}

// What may be staked on a kind of bet.
export interface LimitOut {
  min: number;
  max: number;
  clauses: string[];
}

// The limits of a table, by kind of bet.
export interface LimitsOut {
  intake: string;
  limit_scope: string;
  chip_value_min: number | null;
  limits: Record<string, LimitOut>;
}

// What the linter says about a rulebook, and whether the house now has it.
export interface LintedOut {
  kept: boolean;
  problems: ProblemOut[];
  ref: string | null;
  title: string | null;
  digest: string | null;
  pockets: number;
  positions: number;
  unexpressed: UnexpressedOut[];
  affects_money: boolean;
  tables: string[];
}

// The signed-in person, and where a player's play money is.
export interface MeOut {
  name: string;
  role: Role | null;
  owner: boolean;
  table: string | null;
  wallet: number;
  at_tables: ChipsAtOut[];
  refill: number;
  refill_below: number;
}

// A position that an unclear wager may have been meant for; amounts only once the outcome is known.
export interface MeaningOut {
  position: string;
  distance: number;
  winnings: number | null;
  returned: number | null;
  collected: number | null;
}

// The public state of the round.
export interface Now {
  open: boolean;
  phase: Phase;
  round: string | null;
  outcome: string | null;
  dolly: string | null;
  spun: boolean;
  revolutions: number | null;
  revolutions_min: number;
  irregularities: Irregularity[];
  awaits_ruling: boolean;
  early_close: Role | null;
  due: DueOut | null;
}

// An act that the rulebook gives to the receiver; without ``now``, ``code`` says why it is not possible yet.
export interface Offer {
  do: string;
  choice: string | null;
  now: boolean;
  code: string | null;
  clauses: string[];
}

// What one person may see and do: the part that has changed, or all of it after a reconnect.
export interface Own {
  offers?: Offer[];
  purse?: Purse | null;
  wallet?: number;
}

// A way to play for a target.
export interface PlayOut {
  play: string;
  lays: string;
  chance: number;
  mean_spins: number;
  position: string | null;
  stake: number;
  curve: number[];
}

// One of the player's own rounds; a void one has no pocket.
export interface PlayedOut {
  round: string;
  pocket: string | null;
  bets: BetOut[];
}

// A ruling on something that no clause covers. It binds nobody and is there to be read.
export interface PrecedentOut {
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

// Limits that a table can be given by name.
export interface PresetOut {
  name: string;
  limits: Record<string, LimitOut>;
}

// One thing that is wrong or doubtful in a rulebook.
export interface ProblemOut {
  code: string;
  key: string;
  message: string;
  malformed: boolean;
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

// From a bankroll to a target on one bet.
export interface ReachIn {
  bankroll: number;
  target: number;
  bet?: string;
  unit?: number | null;
  minimum?: number | null;
  maximum?: number | null;
}

// Timid, bold and best play.
export interface ReachOut {
  unit: number;
  bankrolls: number[];
  plays: PlayOut[];
}

// Where a table's record ended: whoever keeps this can show later that the record up to there is the same.
export interface RecordEnd {
  seq: number;
  hash: string;
}

// A request for more play money. The same id is one request.
export interface RefillIn {
  id: string;
}

// A refused command.
export interface RefusalOut {
  at: string;
  who: string;
  id: string;
  command: Record<string, unknown>;
  refused: Record<string, unknown>;
}

// Why a command was refused; ``passing``: the same command may be accepted later.
export interface Refused {
  code: RefusalCode;
  clause: string;
  facts: Record<string, unknown>;
  passing: boolean;
}

// A refused command; ``after`` is the seq at which the record ended then.
export interface RefusedOut {
  place: number;
  at: string;
  after: number;
  command: Record<string, unknown>;
  refused: Record<string, unknown>;
}

// A past round; a void one has no pocket.
export interface ResultOut {
  round: string;
  pocket: string | null;
  clauses: string[];
}

// Past rounds, oldest first, and counts over all that are kept.
export interface ResultsOut {
  results: ResultOut[];
  counted: number;
  counts: CountOut[];
  says: string;
  clauses: string[];
}

// One event in words.
export interface RetoldEventOut {
  seq: number;
  at: string;
  says: string;
  clauses: string[];
  type: string;
  by: string;
}

// One round, checked on its own; hashes by the seq of their event, for staff.
export interface RoundChecksOut {
  sound: boolean;
  first: number;
  last: number;
  checks: CheckedOut[];
  hashes: Record<string, string>;
}

// The seq after which to read, and how many events at most.
export interface RoundIn {
  after?: number;
  limit?: number;
}

// A whole round: retold, with its proof.
export interface RoundOut {
  table: string;
  round: string;
  rulebook: string;
  digest: string;
  commitment: string | null;
  secret: string | null;
  pocket: string | null;
  void: boolean;
  lines: RetoldEventOut[];
  after: number | null;
}

// The same stakes until the money is gone, until the target, or for some spins.
export interface RuinIn {
  stakes: string;
  bankroll: number;
  spins?: number | null;
  target?: number | null;
}

// The chance of ruin, from one bankroll and from others.
export interface RuinOut {
  bankroll: number;
  ruin: number;
  mean_spins: number | null;
  error: number;
  curve: ([number, number])[];
  enough: EnoughOut[];
}

// A rulebook to be checked, and to be brought into the house if ``keep`` is set.
export interface RulebookIn {
  text: string;
  keep?: boolean;
  accept_unexpressed?: boolean;
}

// The file of a rulebook.
export interface RulebookTextOut {
  text: string;
}

// What the person who ruled on a wager saw: the meanings, and the chosen one unless the wager was returned.
export interface RulingOut {
  wager: string;
  stake: number;
  chosen: string | null;
  outcome: string | null;
  readings: MeaningOut[];
}

// A session of a betting system; ``stakes`` are one unit.
export interface SessionIn {
  system: string;
  stakes: string;
  bankroll: number;
  spins?: number;
  target?: number | null;
  stop_loss?: number | null;
  minimum?: number | null;
  maximum?: number | null;
  seed?: number;
}

// A table as somebody may see it; the fields after ``results`` depend on who that is.
export interface Snapshot {
  table: string;
  ref: string;
  title: string;
  game: GameOut;
  digest: string;
  opening: OpeningCall;
  automatic: boolean;
  open: boolean;
  seq: number;
  round: string | null;
  phase: Phase;
  outcome: string | null;
  dolly: string | null;
  limits: LimitsOut;
  seats: string[];
  layout: Record<string, number>;
  now: Now;
  wagers_all: LaidWager[];
  results: (string | null)[];
  offers?: Offer[];
  purse?: Purse | null;
  wallet?: number;
  purses?: Record<string, Purse | null>;
  you?: string;
  wagers?: (Record<string, unknown>)[];
}

// Spins that somebody brings: pockets, or CSV with a header.
export interface SpinsIn {
  ref: string;
  text: string;
  column?: string | null;
}

// One spot of the cloth. Coordinates are in units of one number box.
export interface SpotOut {
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

// A member of staff; without a table, at every one.
export interface StaffOut {
  name: string;
  role: Role;
  table: string | null;
  acting: Role | null;
}

// Stakes as people write them: ``17=5,red=10``.
export interface StakesIn {
  stakes?: string | null;
}

// A shape that refuses unknown fields.
export interface Strict {
}

// A betting system, and what it does.
export interface SystemOut {
  name: string;
  does: string;
}

// How sessions of a system end.
export interface SystemResultOut {
  system: string;
  exact: boolean;
  sessions: number;
  mean_gain: number;
  error: number;
  ruin: number;
  ahead: number;
  reached_target: number;
  quantiles: number[];
  mean_spins: number;
  mean_staked: number;
  lost_per_staked: number;
}

// A new table; a preset names its limits, and without one they are the house's own.
export interface TableIn {
  table: string;
  rulebook: string;
  automatic?: boolean;
  preset?: string | null;
}

// What people are to call a table.
export interface TableNameIn {
  name: string;
}

// A table as the lobby shows it.
export interface TableOut {
  table: string;
  rulebook: string;
  title: string;
  house: string | null;
  automatic: boolean;
  open: boolean;
  phase: Phase;
  round: string | null;
  seats: number;
  limits: LimitsOut | null;
  last: (string | null)[];
  pace: number | null;
  fault: string | null;
  game: GameOut | null;
  due: DueOut | null;
  unexpressed: UnexpressedOut[];
  name: string | null;
  aside: string | null;
}

// The only table to list; without it, all.
export interface TablesIn {
  table?: string | null;
}

// How long bets are still to be taken.
export interface TimerIn {
  seconds: number;
}

// What this program does not carry out of a rulebook.
export interface UnexpressedOut {
  clauses: string[];
  what: string;
  affects: string[];
  on: string[];
}

// A signed-in person, and the token for further requests.
export interface WelcomeOut {
  name: string;
  role: Role | null;
  owner: boolean;
  table: string | null;
  token: string;
}

// What the tests say about some spins.
export interface WheelOut {
  spins: number;
  counts: Record<string, number>;
  usual: [number, number];
  alpha: number;
  verdict: string[];
  alarms: string[];
  tests: WheelTestOut[];
  ignored: string[];
}

// Which spins of a table to test; without anything, all.
export interface WheelTestIn {
  dealer?: string | null;
  direction?: Ball | null;
  since?: string | null;
  until?: string | null;
}

// One test of a wheel.
export interface WheelTestOut {
  test: string;
  found: string;
  p: number | null;
  adjusted: number | null;
}

// One of our own rules.
export interface WireRuleOut {
  clause: string;
  summary: string;
}
