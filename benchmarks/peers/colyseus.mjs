// One room that takes bets: it checks position and balance, keeps the bet in the room and acknowledges it.
// It stores nothing. The bets are kept beside Colyseus' synchronized state, so that nobody else is told of them: what is
// measured is the way from a message to its acknowledgement, as on our sockets without a feed.
import { createInterface } from "node:readline";
import { Room, Server, matchMaker } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";

const given = JSON.parse(await new Promise((resolve) => createInterface({ input: process.stdin }).once("line", resolve)));
const positions = new Set(given.positions);

class Table extends Room {
  onCreate() {
    this.autoDispose = false;
    this.seatReservationTimeout = 600;
    this.bets = new Map();
    this.balances = new Map();
    this.onMessage("bet", (client, { id, position, stake }) => {
      const balance = this.balances.get(client.sessionId);
      if (!positions.has(position) || !Number.isInteger(stake) || stake <= 0 || stake > balance) {
        client.send("refused", { id, position, stake });
        return;
      }
      this.balances.set(client.sessionId, balance - stake);
      this.bets.get(client.sessionId).push({ id, position, stake });
      client.send("placed", { id, position, stake });
    });
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
