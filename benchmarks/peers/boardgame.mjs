// One match that takes bets: a move checks position and balance and keeps the bet in the match's state.
// It keeps that in memory and stores nothing. Everybody is told of every move, as boardgame.io has it; each is shown only
// the number of the own last bet, so that what is told is as short as it can be.
import { createInterface } from "node:readline";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { Server } = require("boardgame.io/server");
const { ActivePlayers, INVALID_MOVE } = require("boardgame.io/core");

const given = JSON.parse(await new Promise((resolve) => createInterface({ input: process.stdin }).once("line", resolve)));
const positions = new Set(given.positions);
const everybody = (value) => Object.fromEntries(Array.from({ length: given.seats }, (_, seat) => [String(seat), value]));

const bet = ({ G, playerID }, id, position, stake) => {
  if (!positions.has(position) || !Number.isInteger(stake) || stake <= 0 || stake > G.balances[playerID]) return INVALID_MOVE;
  G.balances[playerID] -= stake;
  G.staked[playerID][position] = (G.staked[playerID][position] ?? 0) + stake;
  G.last[playerID] = id;
  return undefined;
};

const table = {
  name: "table",
  setup: () => ({
    balances: everybody(given.balance),
    last: everybody(0),
    staked: Object.fromEntries(Object.keys(everybody(0)).map((seat) => [seat, {}])),
  }),
  turn: { activePlayers: ActivePlayers.ALL },
  moves: { bet: { move: bet, client: false, redact: true, ignoreStaleStateID: true } },
  playerView: ({ G, playerID }) => ({ last: G.last[playerID] }),
  minPlayers: given.seats,
  maxPlayers: given.seats,
  disableUndo: true,
};

const silent = () => undefined;
console.info = silent;
console.error = silent;
const server = Server({ games: [table], origins: [] });
const listen = server.app.listen.bind(server.app);
server.app.listen = (port, told) => listen(port, "127.0.0.1", told);
await server.run({ port: given.port });
const seats = Array.from({ length: given.seats }, () => "/socket.io/?EIO=4&transport=websocket");
process.stdout.write(`${JSON.stringify({ seats })}\n`);
