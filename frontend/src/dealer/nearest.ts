// The clauses whose words are nearest to what somebody describes, among those that name a fact of ball and wheel.

import type { Rulebook } from "../staff/staff.ts";
import type { ClauseText } from "../wire/types.ts";
import { descriptionWords } from "#words/described.ts";
import { irregularityName } from "../words/said.ts";

const NEAR = 3;
const SAID = 4;

export interface Near {
  kind: string;
  clause: string;
  summary: string;
}

export function nearest(words: string, clauses: readonly ClauseText[], book: Rulebook): Near[] {
  const asked = stems(words);
  const all = Object.entries(book.procedure.irregularities)
    .filter(([kind]) => kind !== "unlisted")
    .map(([kind, ground]) => {
      const clause = ground.clauses[0] ?? "";
      const summary = clauses.find((one) => one.clause === clause)?.summary ?? ground.says;
      const has = stems(`${summary} ${ground.says} ${irregularityName(kind)}`);
      return { kind, clause, summary: ground.says, has, described: stems(descriptionWords(kind)) };
    });
  // A word that every clause has, such as ball or wheel, says nothing; one that people use of one fact says most.
  const rare = (stem: string, of: "has" | "described"): number =>
    1 / Math.max(1, all.filter((one) => one[of].has(stem)).length);
  const score = (one: (typeof all)[number]): number =>
    [...asked].reduce(
      (sum, stem) =>
        sum +
        (one.has.has(stem) ? rare(stem, "has") : 0) +
        (one.described.has(stem) ? SAID * rare(stem, "described") : 0),
      0,
    );
  return all
    .map((one) => ({ ...one, score: score(one) }))
    .filter((one) => one.score > 0.4)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, NEAR)
    .map(({ kind, clause, summary }) => ({ kind, clause, summary }));
}

const SMALL = new Set([
  "the",
  "and",
  "was",
  "were",
  "with",
  "that",
  "this",
  "from",
  "into",
  "onto",
  "for",
  "has",
  "had",
  "its",
  "not",
]);

function stems(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  return new Set(words.filter((word) => !SMALL.has(word)).map((word) => word.slice(0, 5)));
}
