// What a finger means, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Finger } from "../../src/cloth/finger.ts";
import { Gliding } from "../../src/cloth/gliding.ts";

const never = (): string => assert.fail("a finger that does not slide asks nothing");
const at = (clientX: number, clientY: number, timeStamp: number) => ({ clientX, clientY, timeStamp });

test("a tap means what was touched, however it trembles", () => {
  const finger = new Finger("17", at(100, 100, 0));
  finger.move(at(104, 108, 20), never);
  finger.rest();
  finger.move(at(96, 93, 5000), never);
  assert.equal(finger.aim, "17");
  assert.equal(finger.steady, true);
});

test("a movement before the rest is a scroll in any direction, and nothing after it means anything", () => {
  for (const [x, y] of [
    [100, 111],
    [100, 89],
    [111, 100],
    [89, 100],
    [108, 108],
  ] as const) {
    const finger = new Finger("17", at(100, 100, 1000));
    finger.move(at(x, y, 1149), never);
    assert.equal(finger.aim, null);
    assert.equal(finger.scrolls, true);
    finger.rest();
    finger.move(at(100, 100, 3000), never);
    assert.equal(finger.aim, null);
    assert.equal(finger.slides(3000), false);
  }
});

test("a movement of which a busy page hears late is a scroll, and one that was made early is too", () => {
  const late = new Finger("17", at(100, 100, 1000));
  late.move(at(100, 60, 1400), never);
  assert.equal(late.scrolls, true);
  const early = new Finger("17", at(100, 100, 1000));
  early.rest();
  early.move(at(100, 60, 1020), never);
  assert.equal(early.scrolls, true);
});

test("after the rest it slides and means what it was last over, or nothing beside the cloth", () => {
  const finger = new Finger("17", at(100, 100, 1000));
  assert.equal(finger.slides(2000), false);
  finger.rest();
  assert.equal(finger.slides(1149), false);
  assert.equal(finger.slides(1150), true);
  finger.move(at(100, 111, 1150), () => "split");
  assert.equal(finger.aim, "split");
  finger.move(at(100, 101, 1160), () => "17 again");
  assert.equal(finger.aim, "17 again");
  finger.move(at(-50, 0, 1200), () => null);
  assert.equal(finger.aim, null);
  assert.equal(finger.steady, false);
  assert.equal(finger.slides(1200), true);
});

test("a page glides for as long as it goes on scrolling after a swipe", () => {
  const page = new Gliding();
  page.touch(1);
  page.scroll(1000);
  page.touch(0);
  page.scroll(1080);
  page.scroll(1160);
  assert.equal(page.now(1259), true);
  assert.equal(page.now(1260), false);
});

test("a page that a script scrolls does not glide", () => {
  const page = new Gliding();
  page.scroll(1000);
  assert.equal(page.now(1001), false);
  page.touch(1);
  page.touch(0);
  page.scroll(1200);
  assert.equal(page.now(1201), false);
  page.touch(1);
  page.scroll(2000);
  page.touch(0);
  page.scroll(2500);
  assert.equal(page.now(2501), false);
});
