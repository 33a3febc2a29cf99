// Times as people read them: on the clock of their own wall, and on request as the record has them.

import { html, type TemplateResult } from "lit";

const SECONDS = 8;

// HH:MM:SS where the reader is.
export function timeOf(moment: Date): string {
  return moment.toTimeString().slice(0, SECONDS);
}

// The record writes UTC; whoever points at a time is told what it has.
export function clock(at: string): TemplateResult {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return html`<time>${at}</time>`;
  return html`<time datetime=${at} title="${at.slice(0, 10)} ${at.slice(11, 19)} UTC">${timeOf(moment)}</time>`;
}
