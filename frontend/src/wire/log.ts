// What was said at a table, in order, and what of it was missed while the connection was cut.

import * as say from "#words/connection.ts";
import type { EventType, OpeningCall, TableEvent } from "./types.ts";
import { EVENTS, known } from "../words/said.ts";

export interface LogEntry {
  at: string;
  type: EventType | "";
  says: string;
  by?: string | undefined;
  clauses: string[];
}

const KEPT = 40;

export class Log {
  entries: LogEntry[] = [];
  missed: LogEntry[] = [];

  // How an event is told; what has no sentence is not in the log. Staff are told more.
  words: Readonly<Record<string, (event: TableEvent, opening: OpeningCall) => string>> = EVENTS;

  // What is said aloud elsewhere may be left out here.
  constructor(private readonly unsaid: (event: TableEvent) => boolean) {}

  note(event: TableEvent, opening: OpeningCall, cut: boolean): void {
    const entry = this.told(event, opening);
    if (!entry) return;
    this.entries.push(entry);
    if (this.entries.length > KEPT) this.entries.shift();
    if (cut) this.missed.push(entry);
  }

  // What was said before one came: so that whoever sits down in the middle of a round sees how it got there.
  recall(events: readonly TableEvent[], opening: OpeningCall): void {
    const before = events.map((event) => this.told(event, opening)).filter((entry) => entry !== null);
    this.entries = [...before, ...this.entries].slice(-KEPT);
  }

  missedMuch(): void {
    this.missed = [{ at: "", type: "", says: say.disconnected, clauses: [] }];
  }

  private told(event: TableEvent, opening: OpeningCall): LogEntry | null {
    const says = this.unsaid(event) ? "" : known(this.words, event.type)?.(event, opening);
    const { at, type, by, clauses } = event;
    return says ? { at: at ?? "", type, says, by: by?.name, clauses } : null;
  }
}
