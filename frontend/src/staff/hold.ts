// A button that is held down, for what cannot be taken back: a tap on it, or two, does nothing. From the keyboard the
// space bar is held.

import { html, nothing, type TemplateResult } from "lit";
import { plainTags } from "./staff.ts";

export const HELD = 700;

export interface Held {
  act: string;
  label: string | TemplateResult;
  can: boolean;
  clauses: readonly string[];
  // What the button is about: if that changes under the finger, nothing happens.
  about: string;
  done: () => void;
  kind?: string;
  reason?: string;
  keys?: string;
}

const timers = new WeakMap<HTMLElement, number>();

function end(event: Event): void {
  const button = event.currentTarget as HTMLElement;
  window.clearTimeout(timers.get(button));
  timers.delete(button);
  delete button.dataset["holding"];
}

function begin(event: Event, done: () => void): void {
  end(event);
  const button = event.currentTarget as HTMLButtonElement;
  const about = button.dataset["about"];
  button.dataset["holding"] = "";
  const timer = window.setTimeout(() => {
    timers.delete(button);
    delete button.dataset["holding"];
    const same = button.isConnected && button.dataset["about"] === about;
    if (same && !button.disabled && !button.closest(".resting")) done();
  }, HELD);
  timers.set(button, timer);
}

export function holdButton(one: Held): TemplateResult {
  const press = (event: PointerEvent): void => {
    if (event.button === 0 && event.isPrimary) begin(event, one.done);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) begin(event, one.done);
  };
  return html`<button
    type="button"
    class="hold ${one.kind ?? "act danger"}"
    data-do=${one.act}
    data-about=${one.about}
    data-reason=${one.reason ?? nothing}
    ?disabled=${!one.can}
    title="Hold it down"
    @pointerdown=${press}
    @pointerup=${end}
    @pointercancel=${end}
    @pointerleave=${end}
    @keydown=${key}
    @keyup=${end}
    @blur=${end}
    @contextmenu=${(event: Event) => event.preventDefault()}
  >
    <small>Hold</small><span>${one.label}</span>${plainTags(one.clauses)}${
      one.keys ? html`<kbd>${one.keys}</kbd>` : nothing
    }
  </button>`;
}
