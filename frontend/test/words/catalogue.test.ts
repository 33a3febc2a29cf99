// Pages speak plainly: phrases that nobody understood do not come back.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const SOURCE = new URL("../../src/", import.meta.url);
const FOLDERS = ["words", "lobby", "player", "display", "cloth", "wheel"];
const FILES = ["app.ts", "parts.ts", "view.ts", "wire/log.ts", "wire/history.ts", "wire/service.ts"];

const BANNED = [
  /opens for you/i,
  /What lies on the cloth stands/,
  /The dolly comes next/,
  /opening call is to come/,
  /Point at a number\./,
  /the wheel has no memory/i,
  /for information</,
  /You do not have that many chips/,
  /won or lost all the same/,
  /Nothing of yours lies there/,
  /Wrong type/,
  /That is no bet on this cloth/,
  /Cash chips for/,
  /You were away for long/,
  /Understood/,
  /No clause, no button/,
  /spoken of/,
  /That is so already/,
  /Last return/,
  />Bank</,
  /\bmin here\b/,
  /single-letter keys/,
  /compartment in which/,
  /Accepted wagers stand/,
  /dealt on a wheel/,
  /\bseated\b/,
];

const STAFF_FOLDERS = ["words", "dealer", "pit", "staff", "examine"];

const BANNED_FOR_STAFF = [
  /"One moment"/,
  /Waiting for a ruling/,
  /This spin does not count/,
  /as it lay at the call/i,
  /waits for somebody else of staff/,
  /You declared what it corrects/,
  /or one of you/,
  /I saw/,
  /Nothing goes on until you choose/,
  /Point at a bet/,
  /No chips lie there/,
  /no whole number of/,
  /Sort of chips/,
  />Issue</,
  /equally near/,
  /toFixed\(\d\)\} box/,
  /You look on at/,
  /Without a consequence/,
  /winners take their chips/,
  /decide without seeing the money/,
  /with the highest position of each table/,
  /An empty line sets no limit/,
  /Something else/,
  /into a compartment/,
];

const inFolders = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, SOURCE), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `${folder}/${name}`),
  );
const sources = [...FILES, ...inFolders(FOLDERS)];
const staffSources = [...FILES, ...inFolders(STAFF_FOLDERS)];

// A line break in a template is a space on the page; comments are for us.
const text = (name: string): string =>
  readFileSync(new URL(name, SOURCE), "utf8")
    .replaceAll(/^\s*\/\/.*$/gm, "")
    .replaceAll(/\s+/g, " ");

test("no phrase that was a riddle is on a page of players", () => {
  assert.ok(sources.length > 30);
  for (const name of sources) for (const phrase of BANNED) assert.doesNotMatch(text(name), phrase, name);
});

test("no phrase that was a riddle is on a page of staff", () => {
  assert.ok(staffSources.length > 50);
  for (const name of staffSources) for (const phrase of BANNED_FOR_STAFF) assert.doesNotMatch(text(name), phrase, name);
});

test("numbers of things are counted by the catalogue, which knows one from many", () => {
  for (const name of new Set([...sources, ...staffSources]))
    assert.doesNotMatch(
      text(name),
      /\$\{[^{}]*\} (wagers|events|commands|bets|chips|rounds|spins|players|seats|minutes|seconds|draws)\b/,
      name,
    );
});

test("money and numbers are written in one place", () => {
  for (const name of sources)
    if (name !== "words/words.ts") assert.doesNotMatch(text(name), /toLocaleString|NumberFormat/, name);
});
