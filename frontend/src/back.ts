// Ways back. A sheet over a page is a place of its own in the browser's history: the back button closes it, and leaves
// the page under it alone. And whoever reads a rule or a round comes from a table, and finds the way back to it.

import { inTab } from "./wire/kept.ts";

// Sheets that have a place in the history, the lowest first; and those that wait for one.
const open: HTMLDialogElement[] = [];
const waiting: HTMLDialogElement[] = [];
// Steps back of our own that the browser has not taken yet: it takes them later, and then says so.
let going = 0;
const table = inTab<string>("croupier-table");
let before = "";

// How many sheets lay over the page at the present place in the history.
const depth = (): number => Number((history.state as { sheets?: number } | null)?.sheets ?? 0);

export function showSheet(dialog: HTMLDialogElement): void {
  // Whoever asked for it may have left the page while it was loaded.
  if (!dialog.isConnected) return;
  dialog.showModal();
  dialog.addEventListener("close", () => closed(dialog), { once: true });
  if (going) waiting.push(dialog);
  else enter(dialog);
}

function enter(dialog: HTMLDialogElement): void {
  open.push(dialog);
  history.pushState({ sheets: open.length }, "");
}

// Closed by its own button or key: its place in the history goes too.
function closed(dialog: HTMLDialogElement): void {
  if (waiting.includes(dialog)) waiting.splice(waiting.indexOf(dialog), 1);
  if (!open.includes(dialog)) return;
  going += 1;
  history.go(-open.splice(open.indexOf(dialog)).length);
}

function settle(): void {
  if (going) {
    going -= 1;
    if (!going) for (const dialog of waiting.splice(0)) enter(dialog);
    return;
  }
  for (const dialog of open.splice(depth()).toReversed()) dialog.close();
  // A place whose sheet is gone, because the page was loaded anew or by the forward button, is passed over.
  if (depth() > open.length) history.back();
}

// A link in a sheet takes the sheet's place in the history: back from there is the page under it.
function follow(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("dialog a[href^='#']") : null;
  if (!link || link.target || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  location.replace(link.href);
}

export function watchHistory(): void {
  window.addEventListener("popstate", settle);
  window.addEventListener("hashchange", (event) => {
    for (const dialog of open.splice(0).toReversed()) dialog.close();
    before = new URL(event.oldURL).hash;
  });
  document.addEventListener("click", follow);
  settle();
}

// The table that one was at last, in this tab.
export function comeTo(name: string): void {
  table.write(name);
}

export function tableBefore(): string | null {
  return table.read();
}

// Where one came straight from the table, back is back, and the history does not grow.
export function goBack(event: Event): void {
  if (before !== (event.currentTarget as HTMLAnchorElement).hash) return;
  event.preventDefault();
  history.back();
}
