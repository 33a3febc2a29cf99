// The sheet that lies over a dealer's table, and what was entered on it so far. The sheets themselves come after the
// table: the round can begin without them.

import { html, nothing, type TemplateResult } from "lit";
import type { DealerView } from "./dealer.ts";
import type { chipsSheet } from "./chips-sheet.ts";
import type * as SheetsModule from "./sheets.ts";
import { clauseTags } from "../parts.ts";
import { focusSheet, sheet, type Rulebook } from "../staff/staff.ts";
import type { TableModel } from "../wire/model.ts";

type Name =
  | ""
  | "open"
  | "void"
  | "revolutions"
  | "close"
  | "power"
  | "unlisted"
  | "chips"
  | "choose"
  | "moved"
  | "correct"
  | "entered";

export class Sheets {
  name: Name = "";
  made: typeof SheetsModule | null = null;
  private chips: typeof chipsSheet | null = null;
  called = false;
  private power: { dropped: boolean | null; called: boolean | null } = { dropped: null, called: null };
  private words = "";
  private returnTo: HTMLElement | null = null;

  constructor(private readonly view: DealerView) {}

  async load(): Promise<void> {
    const [made, { chipsSheet }] = await Promise.all([import("./sheets.ts"), import("./chips-sheet.ts")]);
    [this.made, this.chips] = [made, chipsSheet];
    this.view.requestUpdate();
  }

  open(name: Name): void {
    this.returnTo ??= document.activeElement instanceof HTMLElement ? document.activeElement : null;
    this.name = name;
    this.view.message = null;
    if (name === "chips") void this.view.till.read();
    this.view.requestUpdate();
    void this.view.updateComplete.then(() => focusSheet(this.view));
  }

  close(): void {
    this.name = "";
    this.words = "";
    this.power = { dropped: null, called: null };
    this.view.requestUpdate();
    this.returnTo?.focus();
    this.returnTo = null;
  }

  render(model: TableModel, book: Rulebook): TemplateResult | typeof nothing {
    const { made, chips, view } = this;
    if (!made || !chips) return nothing;
    const close = (): void => this.close();
    const refused = view.message
      ? html`<span class="refused" role="alert"
          >${view.message.says} ${clauseTags(book.ref, view.message.clauses)}</span
        >`
      : nothing;
    switch (this.name) {
      case "void":
        return sheet(
          "Void",
          made.voidSheet(model, book, this.called, view.fromSheet, (name) => this.open(name)),
          close,
          refused,
        );
      case "revolutions":
        return sheet(
          "Revolutions",
          made.revolutionsSheet(model, book, view.revolutions.made, view.picked ?? "", view.fromSheet),
          close,
          refused,
        );
      case "open":
        return sheet("Open the table", made.openForm(model, view.fromSheet), close, refused);
      case "close":
        return sheet(
          "Close the table",
          made.closeSheet(model, view.overview?.detail ?? null, view.fromSheet),
          close,
          refused,
        );
      case "power":
        return sheet(
          "Power failure",
          made.powerSheet(
            model,
            book,
            this.power,
            (name, value) => {
              this.power = { ...this.power, [name]: value };
              view.requestUpdate();
            },
            view.fromSheet,
          ),
          close,
          refused,
        );
      case "unlisted":
        return sheet(
          "Not covered",
          made.unlistedSheet(
            model,
            book,
            view.clauses,
            this.words,
            (words) => {
              this.words = words;
              view.requestUpdate();
            },
            view.fromSheet,
          ),
          close,
          refused,
        );
      case "chips":
        return sheet(
          "Chips",
          chips(
            model,
            view.overview?.detail ?? null,
            view.owners?.told ?? null,
            view.hand.player,
            (player) => {
              view.hand.player = player;
              view.requestUpdate();
            },
            (act, fields) => view.ask(act, fields),
            view.till,
          ),
          close,
          refused,
        );
      case "choose":
        return sheet(
          "Which wager",
          made.chooseSheet(view.hand.candidates, view.felt, (wager) => void view.hand.markUnclear(wager)),
          close,
          refused,
        );
      case "moved":
        return sheet("Moved chip", made.movedSheet(model, view.felt, view.fromSheet), close, refused);
      case "entered":
        return sheet(
          "Entered wrongly",
          made.wrongEntrySheet(model, view.overview?.detail ?? null, view.fromSheet),
          close,
          refused,
        );
      case "correct":
        return sheet("Correct the result", made.correctionForm(model, view.felt, view.fromSheet), close, refused);
      default:
        return nothing;
    }
  }
}
