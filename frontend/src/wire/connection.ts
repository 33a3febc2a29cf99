// The socket of a table: answers by id, events in order without gaps, and a connection that heals itself.
// A command is sent again under the same id until it is answered; the service takes it once.

import type { Frame, Own, Now, RecordEnd, Refused, Snapshot, TableEvent } from "./types.ts";

export type ConnectionState = "connecting" | "live" | "slow" | "reconnecting";

// What a connection tells whoever keeps it.
export interface Listener {
  connection(state: ConnectionState, milliseconds: number | null): void;
  snapshot(snapshot: Snapshot): void;
  events(events: TableEvent[], now: Now | undefined): void;
  own(own: Own): void;
  error(message: string): void;
}

export type Receipt = { events: TableEvent[] } | { refused: Refused } | { error: { code: string; message: string } };

interface Waiting {
  text: string;
  sent: number;
  done(receipt: Receipt): void;
}

const RESEND = 2500;
const RETRY = 1500;
const PING = 2500;
const SILENT = 9000;
const SLOW = 400;
const LONGEST = 8192;

export class Connection {
  seq = 0;
  // Where the record ended with the last round that is over.
  head: RecordEnd | null = null;
  private socket: WebSocket | null = null;
  private signed = false;
  private ended = false;
  private count = 0;
  private heard = 0;
  private pinged = 0;
  private lag = 0;
  private readonly prefix = crypto.getRandomValues(new Uint32Array(2)).join("-");
  private readonly waiting = new Map<string, Waiting>();
  private timer = 0;

  constructor(
    private readonly table: string,
    private readonly token: string | null,
    private readonly listener: Listener,
  ) {}

  open(): void {
    this.connect();
    window.addEventListener("offline", this.lost);
    window.addEventListener("online", this.found);
    this.timer = window.setInterval(() => this.look(), 500);
  }

  // The system reports a lost or restored network at once; otherwise nine seconds of silence tell.
  private readonly lost = (): void => this.drop(RETRY);
  private readonly found = (): void => {
    if (!this.signed && !this.ended) this.connect();
  };

  close(): void {
    this.ended = true;
    window.removeEventListener("offline", this.lost);
    window.removeEventListener("online", this.found);
    window.clearInterval(this.timer);
    this.socket?.close();
  }

  ask(what: string, fields: Record<string, unknown>): Promise<Receipt> {
    this.count += 1;
    // Beginning with the time: ids that grow are cheap to keep apart in the record.
    const id = `${Date.now().toString(36)}-${this.prefix}-${this.count}`;
    const text = JSON.stringify({ id, do: what, ...fields });
    // The service ends a connection over which more comes.
    if (new TextEncoder().encode(text).length > LONGEST) {
      return Promise.resolve({ error: { code: "too-long", message: "more than one command can carry" } });
    }
    return new Promise((done) => {
      this.waiting.set(id, { text, sent: performance.now(), done });
      this.send(text);
    });
  }

  private connect(): void {
    this.listener.connection(this.seq ? "reconnecting" : "connecting", null);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const after = this.seq ? `?after=${this.seq}` : "";
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/tables/${this.table}/socket${after}`);
    this.socket = socket;
    this.signed = false;
    this.heard = performance.now();
    socket.onopen = () => {
      socket.send(JSON.stringify({ id: "0", do: "sign-in", token: this.token }));
    };
    socket.onmessage = (message) => this.take(JSON.parse(message.data as string) as Frame);
    socket.onclose = () => {
      if (this.socket === socket) this.drop(RETRY);
    };
  }

  // Whatever the old socket still does is nobody's business any more; a new one goes on after the last event seen.
  private drop(wait: number): void {
    if (this.ended) return;
    const old = this.socket;
    this.socket = null;
    this.signed = false;
    old?.close();
    this.listener.connection(this.seq ? "reconnecting" : "connecting", null);
    window.setTimeout(() => {
      if (!this.ended && this.socket === null) this.connect();
    }, wait);
  }

  private take(frame: Frame): void {
    this.heard = performance.now();
    if (frame.id === "0") return this.welcome(frame);
    if (frame.pong) return this.ponged();
    if (frame.id !== null) return this.answered(frame.id, frame);
    if (frame.snapshot) {
      this.seq = frame.seq ?? this.seq;
      this.listener.snapshot(frame.snapshot);
    }
    if (frame.events) {
      const fresh = frame.events.filter((event) => event.seq > this.seq);
      if (fresh[0] && fresh[0].seq !== this.seq + 1) return this.drop(0);
      const last = fresh.at(-1);
      if (last) this.seq = last.seq;
      if (frame.head) this.head = frame.head;
      this.listener.events(fresh, frame.now);
    }
    if (frame.own) this.listener.own(frame.own);
  }

  private welcome(frame: Frame): void {
    if (frame.error) {
      this.listener.error(frame.error.message);
      this.close();
      return;
    }
    this.signed = true;
    if (frame.snapshot) {
      this.seq = frame.seq ?? 0;
      this.listener.snapshot(frame.snapshot);
    }
    this.listener.connection("live", null);
    this.ping();
    for (const one of this.waiting.values()) this.send(one.text);
  }

  private answered(id: string, frame: Frame): void {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    // Not stored or busy is no answer: the same id is asked again until there is one.
    if (frame.error && (frame.error.code === "busy" || frame.error.code === "not-stored")) return;
    this.waiting.delete(id);
    waiting.done(frame as unknown as Receipt);
  }

  private ponged(): void {
    const took = performance.now() - this.pinged;
    this.lag = this.lag ? this.lag * 0.7 + took * 0.3 : took;
    this.listener.connection(this.lag > SLOW ? "slow" : "live", Math.round(this.lag));
  }

  private send(text: string): void {
    if (this.signed && this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  private ping(): void {
    this.pinged = performance.now();
    this.send(JSON.stringify({ id: `ping-${Math.round(this.pinged)}`, do: "ping" }));
  }

  private look(): void {
    const moment = performance.now();
    if (this.socket && moment - this.heard > SILENT) return this.drop(0);
    if (!this.signed) return;
    if (moment - this.pinged > PING) this.ping();
    for (const one of this.waiting.values()) {
      if (moment - one.sent > RESEND) {
        one.sent = moment;
        this.send(one.text);
      }
    }
  }
}
