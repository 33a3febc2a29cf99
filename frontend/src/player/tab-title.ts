// What the browser's tab says of a table: its name, and how far the round is. Never the number, which is the wheel's to
// tell.

import { playersBanner } from "../parts.ts";
import type { TableModel } from "../wire/model.ts";
import { gameName } from "#words/games.ts";

const COUNTED = 600;

export function tabTitle(model: TableModel): string {
  const left = model.dueAt === null ? null : Math.max(0, Math.ceil((model.dueAt - performance.now()) / 1000));
  const counts = left !== null && left <= COUNTED && model.betting && !model.away;
  const name = model.snapshot ? gameName(model.snapshot.game) : model.table;
  return `${name} · ${counts ? `${left} s` : playersBanner(model, null).tag}`;
}
