import assert from "node:assert/strict";
import { test } from "node:test";
import { History, type Steps, type Table } from "../../src/wire/history.ts";
import type { Chip } from "../../src/wire/fold.ts";
import type { LaidWager, Refused } from "../../src/wire/types.ts";

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
    return Promise.resolve(
      laid.map(({ position, stake }) => {
        const wager = `w${(this.names += 1)}`;
        const chip: Chip = { wager, player: "me", position, stake, state: "live", byStaff: false };
        this.chips.set(wager, chip);
        return chip;
      }),
    );
  }

  retract(wagers: string[]): Promise<string[]> {
    this.asked.push(`retract ${wagers.length}`);
    return Promise.resolve(wagers.filter((wager) => this.chips.delete(wager)));
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
  await history.place([
    { position: "20", stake: 10 },
    { position: "red", stake: 50 },
  ]);
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
  table.lastRound = [
    { wager: "a", player: "me", position: "17", stake: 10, held: false, won: false },
    { wager: "b", player: "me", position: "red", stake: 5, held: false, won: false },
  ];
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
  await history.place([
    { position: "17", stake: 20 },
    { position: "red", stake: 5 },
  ]);
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
  assert.deepEqual(await Promise.all([history.redo(), history.redo(), history.redo()]), [
    "Done again.",
    "Done again.",
    "",
  ]);
  assert.deepEqual([table.on("17"), table.on("20"), table.on("red")], [10, 10, 10]);
});

test("undo waits for a chip that is on its way and takes that one back, not an older one", async () => {
  const { table, history } = played();
  await history.place([{ position: "17", stake: 10 }]);
  let answer = (): void => undefined;
  const place = table.place.bind(table);
  table.place = (laid) =>
    new Promise((done) => {
      answer = () => done(place(laid));
    });
  const sent = history.place([{ position: "20", stake: 10 }]);
  const undone = history.undo();
  answer();
  assert.deepEqual([await sent, await undone], [true, "Undone."]);
  assert.deepEqual([table.on("17"), table.on("20")], [10, 0]);
});

test("a clear right after an undo takes the rest, and only the rest", async () => {
  const { table, history } = played();
  for (const position of ["1", "2", "3"]) await history.place([{ position, stake: 10 }]);
  const both = await Promise.all([history.undo(), history.clear()]);
  assert.deepEqual(both, ["Undone.", "Everything is taken back."]);
  assert.equal(table.chips.size, 0);
  assert.deepEqual(table.asked.slice(-2), ["retract 1", "retract 2"]);
  await history.undo();
  assert.deepEqual([table.on("1"), table.on("2"), table.on("3")], [10, 10, 0]);
});

test("a chip laid after a clear is not taken by it, even if the clear still waits", async () => {
  const { table, history } = played();
  await history.place([{ position: "1", stake: 10 }]);
  await history.place([{ position: "2", stake: 10 }]);
  await Promise.all([history.undo(), history.clear(), history.place([{ position: "5", stake: 10 }])]);
  assert.deepEqual([table.on("1"), table.on("2"), table.on("5")], [0, 0, 10]);
});

test("rebet and double pressed twice do so twice, each as one step", async () => {
  const { table, history } = played();
  table.lastRound = [{ wager: "a", player: "me", position: "17", stake: 10, held: false, won: false }];
  await Promise.all([history.rebet(), history.rebet()]);
  assert.equal(table.on("17"), 20);
  await Promise.all([history.double(), history.double()]);
  assert.equal(table.on("17"), 80);
  await Promise.all([history.undo(), history.undo(), history.undo()]);
  assert.equal(table.on("17"), 10);
});

test("what somebody else took back meanwhile is not put back by undo", async () => {
  const { table, history } = played();
  await history.place([{ position: "1", stake: 10 }]);
  await history.place([{ position: "2", stake: 10 }]);
  const gone = table.mineLive[0]?.wager ?? "";
  table.retract = (wagers) => Promise.resolve(wagers.filter((wager) => table.chips.delete(wager) && wager !== gone));
  await history.clear();
  await history.undo();
  assert.deepEqual([table.on("1"), table.on("2")], [0, 10]);
});

test("steps outlive the page within their round, and end with it", async () => {
  const { table, history } = played();
  const shelf = {
    read: () => JSON.parse(told) as Steps | null,
    write: (steps: Steps) => void (told = JSON.stringify(steps)),
  };
  let told = "null";
  const before = new History(table as unknown as Table, shelf);
  before.inRound("7");
  await before.place([{ position: "17", stake: 10 }]);
  const after = new History(table as unknown as Table, shelf);
  after.inRound("7");
  assert.ok(after.canUndo && !history.canUndo);
  await after.undo();
  assert.equal(table.on("17"), 0);
  after.inRound("8");
  assert.ok(!after.canUndo && !after.canRedo);
  assert.ok(!new History(table as unknown as Table, shelf).canRedo);
});
