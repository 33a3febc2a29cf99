import assert from "node:assert/strict";
import { test } from "node:test";
import { History, type Table } from "../src/history.ts";
import type { Chip } from "../src/model.ts";
import type { LaidWager, Refused } from "../src/wire.ts";

// A table that takes everything up to a limit on each position.
class Fake {
  chips = new Map<string, Chip>();
  lastRound: LaidWager[] = [];
  asked: string[] = [];
  private names = 0;

  readonly most: number;

  constructor(most = Infinity) {
    this.most = most;
  }

  get mineLive(): Chip[] {
    return [...this.chips.values()];
  }

  on(position: string): number {
    return this.mineLive.filter((chip) => chip.position === position).reduce((sum, chip) => sum + chip.stake, 0);
  }

  place(laid: { position: string; stake: number }[]): Promise<Chip[] | Refused> {
    this.asked.push(`place ${laid.length}`);
    for (const { position } of laid) {
      const more = laid.filter((one) => one.position === position).reduce((sum, one) => sum + one.stake, 0);
      if (this.on(position) + more > this.most) {
        return Promise.resolve({ code: "above-maximum", clause: "", facts: { position }, passing: false });
      }
    }
    return Promise.resolve(laid.map(({ position, stake }) => {
      const wager = `w${(this.names += 1)}`;
      const chip: Chip = { wager, player: "me", position, stake, state: "live", byStaff: false };
      this.chips.set(wager, chip);
      return chip;
    }));
  }

  retract(wagers: string[]): Promise<boolean> {
    this.asked.push(`retract ${wagers.length}`);
    for (const wager of wagers) this.chips.delete(wager);
    return Promise.resolve(true);
  }

  move(wagers: string[], position: string): Promise<string[]> {
    for (const wager of wagers) {
      const chip = this.chips.get(wager);
      if (chip) chip.position = position;
    }
    return Promise.resolve(wagers);
  }
}

function played(most?: number): { table: Fake; history: History } {
  const table = new Fake(most);
  return { table, history: new History(table as unknown as Table) };
}

test("undo and redo reverse exactly one step each, whatever its size", async () => {
  const { table, history } = played();
  await history.place([{ position: "17", stake: 10 }]);
  await history.place([{ position: "20", stake: 10 }, { position: "red", stake: 50 }]);
  assert.equal(await history.undo(), "Undone.");
  assert.deepEqual([table.on("17"), table.on("20"), table.on("red")], [10, 0, 0]);
  assert.equal(await history.redo(), "Done again.");
  assert.deepEqual([table.on("20"), table.on("red")], [10, 50]);
  await history.undo();
  await history.undo();
  assert.equal(table.chips.size, 0);
  assert.equal(await history.undo(), "");
});

test("a step taken back is put back by undo, again and again", async () => {
  const { table, history } = played();
  await history.place([{ position: "17", stake: 10 }]);
  await history.clear();
  for (let turn = 0; turn < 3; turn += 1) {
    await history.undo();
    assert.equal(table.on("17"), 10);
    await history.redo();
    assert.equal(table.on("17"), 0);
  }
});

test("a new step forgets what was undone", async () => {
  const { history } = played();
  await history.place([{ position: "17", stake: 10 }]);
  await history.undo();
  assert.ok(history.canRedo);
  await history.place([{ position: "20", stake: 10 }]);
  assert.ok(!history.canRedo);
});

test("rebet adds and is one command and one step", async () => {
  const { table, history } = played();
  table.lastRound = [{ wager: "a", player: "me", position: "17", stake: 10, held: false }, { wager: "b", player: "me", position: "red", stake: 5, held: false }];
  assert.equal(history.rebetStake, 15);
  await history.place([{ position: "17", stake: 1 }]);
  await history.rebet();
  assert.deepEqual([table.on("17"), table.on("red")], [11, 5]);
  assert.equal(table.asked.at(-1), "place 2");
  await history.undo();
  assert.deepEqual([table.on("17"), table.on("red")], [1, 0]);
});

test("many chips on one bet are rebet and doubled as one wager", async () => {
  const { table, history } = played();
  for (let chip = 0; chip < 300; chip += 1) await history.place([{ position: "17", stake: 1 }]);
  await history.double();
  assert.equal(table.asked.at(-1), "place 1");
  assert.equal(table.on("17"), 600);
});

test("double is all or nothing", async () => {
  const { table, history } = played(30);
  await history.place([{ position: "17", stake: 20 }, { position: "red", stake: 5 }]);
  assert.equal(await history.double(), "");
  assert.deepEqual([table.on("17"), table.on("red")], [20, 5]);
});

test("a moved stack goes back where it was", async () => {
  const { table, history } = played();
  await history.place([{ position: "17", stake: 10 }]);
  await history.move(table.mineLive, "20");
  assert.equal(table.on("20"), 10);
  await history.undo();
  assert.equal(table.on("17"), 10);
  await history.redo();
  assert.equal(table.on("20"), 10);
});

test("a key pressed twice in a hurry undoes two steps, each once", async () => {
  const { table, history } = played();
  await history.place([{ position: "17", stake: 10 }]);
  await history.place([{ position: "20", stake: 10 }]);
  await history.place([{ position: "red", stake: 10 }]);
  const both = await Promise.all([history.undo(), history.undo()]);
  assert.deepEqual(both, ["Undone.", "Undone."]);
  assert.deepEqual([table.on("17"), table.on("20"), table.on("red")], [10, 0, 0]);
  assert.deepEqual(await Promise.all([history.redo(), history.redo(), history.redo()]), ["Done again.", "Done again.", ""]);
  assert.deepEqual([table.on("17"), table.on("20"), table.on("red")], [10, 10, 10]);
});

test("undo waits for a chip that is on its way and takes that one back, not an older one", async () => {
  const { table, history } = played();
  await history.place([{ position: "17", stake: 10 }]);
  let answer = (): void => undefined;
  const place = table.place.bind(table);
  table.place = (laid) => new Promise((done) => { answer = () => done(place(laid)); });
  const sent = history.place([{ position: "20", stake: 10 }]);
  const undone = history.undo();
  answer();
  assert.deepEqual([await sent, await undone], [true, "Undone."]);
  assert.deepEqual([table.on("17"), table.on("20")], [10, 0]);
});
