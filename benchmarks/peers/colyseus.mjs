// One room that takes bets: it checks position and balance, keeps the bet and acknowledges it. It stores nothing.
// If nobody is to be told, the bets are kept beside Colyseus' synchronized state: what is measured is the way from a
// message to its acknowledgement, as on our sockets without a feed. If all are told, they are a map in that state,
// which Colyseus sends to every client at its default patch rate.
import { createInterface } from "node:readline";
import { Room, Server, matchMaker } from "@colyseus/core";
import { Encoder, schema, t } from "@colyseus/schema";
import { WebSocketTransport } from "@colyseus/ws-transport";

const line = await new Promise((resolve) => createInterface({ input: process.stdin }).once("line", resolve));
const given = JSON.parse(line);
const positions = new Set(given.positions);
// As it asks for itself when a patch outgrows its buffer: with the default it would encode many patches twice.
Encoder.BUFFER_SIZE = 1024 * 1024;

const Bet = schema({ player: t.string(), position: t.string(), stake: t.number() }, "Bet");
const State = schema({ bets: t.map(Bet) }, "State");

class Table extends Room {
  onCreate() {
    this.autoDispose = false;
    this.seatReservationTimeout = 600;
    if (given.told) this.state = new State();
    this.bets = new Map();
    this.balances = new Map();
    this.onMessage("bet", (client, { id, position, stake }) => {
      const balance = this.balances.get(client.sessionId);
      if (!positions.has(position) || !Number.isInteger(stake) || stake <= 0 || stake > balance) {
        client.send("refused", { id, position, stake });
        return;
      }
      this.balances.set(client.sessionId, balance - stake);
      if (given.told) this.show(client.sessionId, id, position, stake);
      else this.bets.get(client.sessionId).push({ id, position, stake });
      client.send("placed", { id, position, stake });
    });
  }

  show(player, id, position, stake) {
    const bet = new Bet();
    bet.player = player;
    bet.position = position;
    bet.stake = stake;
    this.state.bets.set(`${player}-${id}`, bet);
  }

  onJoin(client) {
    this.balances.set(client.sessionId, given.balance);
    this.bets.set(client.sessionId, []);
  }
}

const server = new Server({ transport: new WebSocketTransport({ pingInterval: 0 }), greet: false });
server.define("table", Table);
await server.listen(given.port, "127.0.0.1");
// A seat is reserved here, as the call for matchmaking would: that call is not what is measured.
const seats = [];
for (let seat = 0; seat < given.seats; seat += 1) {
  const reserved = await matchMaker.joinOrCreate("table", {});
  const room = reserved.room ?? reserved;
  seats.push(`/${room.processId}/${room.roomId}?sessionId=${reserved.sessionId}`);
}
console.log(JSON.stringify({ seats }));
