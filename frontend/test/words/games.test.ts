import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameOut, TableOut } from "../../src/wire/types.ts";
import { betSpan, gameFacts, gameName, houseEdge, players, tableState, wheelWords } from "#words/games.ts";

// What keeps a line together is not to be seen.
const plain = (words: string): string => words.replaceAll("\u00a0", " ").replaceAll("\u2060", "");

const game = (fields: Partial<GameOut>): GameOut => ({
  name: null,
  pockets: 37,
  zeros: 1,
  house: null,
  effective: null,
  edge: "1/37",
  edge_max: "1/37",
  ...fields,
});

const table = (fields: Partial<TableOut>): TableOut => ({
  table: "t",
  rulebook: "x/1",
  title: "x",
  house: null,
  automatic: true,
  open: true,
  phase: "closed",
  round: null,
  name: null,
  aside: null,
  seats: 0,
  limits: null,
  last: [],
  pace: null,
  fault: null,
  game: null,
  due: null,
  unexpressed: [],
  ...fields,
});

test("a game is called by its zeros, unless its document gives it a name", () => {
  assert.equal(gameName(game({})), "European Roulette · single zero");
  assert.equal(gameName(game({ zeros: 2, pockets: 38 })), "American Roulette · double zero");
  assert.equal(gameName(game({ zeros: 3, pockets: 39 })), "Triple Zero Roulette · triple zero");
  assert.equal(gameName(game({ name: "Roulette 360°" })), "Roulette 360° · single zero");
  assert.equal(gameName(game({ zeros: 4, pockets: 40 })), "Roulette · 4 zeros");
});

test("under it stand the house, the year and the edge, as far as the document names them", () => {
  const told = game({ house: "Marina Bay Sands", effective: "2019-08-14" });
  assert.equal(plain(gameFacts(told)), "Marina Bay Sands rules of 2019 · house edge 2.70 %");
  assert.equal(plain(gameFacts(game({ house: "The Bell" }))), "The Bell rules · house edge 2.70 %");
  assert.equal(plain(gameFacts(game({}))), "House edge 2.70 %");
  assert.equal(plain(houseEdge(game({ edge: "1/19", edge_max: "3/38" }))), "house edge 5.26–7.89 %");
});

test("a card says what happens to whoever opens it", () => {
  const said = (fields: Partial<TableOut>): string => tableState(table(fields)).words;
  assert.equal(said({}), "Play now");
  assert.equal(said({ phase: "betting-open", due: { call: "spin-ball", in_ms: 9000, closing: null } }), "Play now");
  assert.equal(said({ phase: "ball-in-play", automatic: false }), "Play now");
  assert.equal(said({ phase: "no-more-bets" }), "Round in progress");
  assert.equal(said({ phase: "paid", due: { call: "open-betting", in_ms: 3600, closing: null } }), "Next round in 4 s");
  assert.equal(said({ phase: "paid", due: { call: "open-betting", in_ms: 0, closing: null } }), "Next round in 1 s");
  assert.equal(said({ phase: "paid" }), "Play now", "an automatic table that waits for nothing waits for a player");
  assert.equal(said({ phase: "paid", automatic: false }), "Next round soon");
  assert.equal(said({ open: false }), "Closed");
  assert.equal(said({ open: false, fault: "broken" }), "Out of service");
  assert.deepEqual([tableState(table({})).open, tableState(table({ open: false })).open], [true, false]);
});

test("players and limits in few words", () => {
  assert.deepEqual([0, 1, 2].map(players), ["No players yet", "1 player", "2 players"]);
  assert.deepEqual([wheelWords(true), wheelWords(false)], ["Automatic wheel", "Live dealer"]);
  const limits = { straight: { min: 100, max: 20_000, clauses: [] }, red: { min: 500, max: 100_000, clauses: [] } };
  const told = { intake: "refuse", limit_scope: "player", chip_value_min: null, limits };
  assert.equal(plain(betSpan(table({ limits: told }))), "bets 1–1,000");
  assert.equal(betSpan(table({})), "");
});
