// The build that this page is of, and what hangs on it: style sheets, the worker, whether the house has a newer one.

import type bundles from "./styles.json";

export type StyleName = Exclude<keyof typeof bundles, "style">;

// The names of the style sheets that are loaded later, one text: a table of them would come as a file of its own.
declare const STYLES: string;

// By then a page has what it shows first.
const SETTLED = 3000;
const loading = new Map<string, Promise<void>>();

// The styles of a view, loaded once. Those of paper come last, in whatever order they are asked for.
export function styles(name: StyleName): Promise<void> {
  const known = loading.get(name);
  if (known) return known;
  const file = STYLES.split(" ").find((one) => one.startsWith(name)) ?? "";
  const link = document.createElement("link");
  const loaded = new Promise<void>((done, failed) => {
    link.onload = () => done();
    link.onerror = () => failed(new TypeError(`${file} did not load`));
  });
  link.rel = "stylesheet";
  link.href = file;
  if (name === "paper") document.head.append(link);
  else document.querySelector("link[rel=stylesheet]")?.after(link);
  loading.set(name, loaded);
  loaded.catch(() => {
    loading.delete(name);
    link.remove();
  });
  return loaded;
}

// Whether the house serves another build by now; where it cannot be asked, nothing is known.
export async function isStale(): Promise<boolean> {
  const here = document.querySelector<HTMLMetaElement>("meta[name=build]")?.content;
  const page = await fetch("/", { cache: "no-cache" })
    .then((response) => response.text())
    .catch(() => "");
  const there = /<meta name="build" content="([^"]*)"/.exec(page)?.[1];
  return here !== undefined && there !== undefined && here !== there;
}

export function isReachable(): Promise<boolean> {
  return fetch("/", { method: "HEAD", cache: "no-store" }).then(
    (response) => response.ok,
    () => false,
  );
}

// Keeps the page for when there is no network; what is kept is fetched when the first page has all it needs. Only where
// browsers allow it: over TLS, or on this machine.
export function keepPage(): void {
  if (!("serviceWorker" in navigator)) return;
  const register = (): void => void navigator.serviceWorker.register("/worker.js").catch(() => undefined);
  const later = (): number => window.setTimeout(register, SETTLED);
  if (document.readyState === "complete") later();
  else window.addEventListener("load", later, { once: true });
}
