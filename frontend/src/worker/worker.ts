// The page without a network: the browser keeps the files of one build and hands them out where the house cannot be
// reached. A page is always asked of the house first, so nobody gets an old build from here while there is a newer one;
// answers of the service are never kept.

declare const BUILD: string;
declare const SHELL: string[];

const worker = self as unknown as ServiceWorkerGlobalScope;
const CACHES = "croupier-";
const CACHE = `${CACHES}${BUILD}`;
const PAGE = "/";
// Such a name changes with what is in the file.
const NAMED = /^\/[\w.-]+-[A-Z0-9]{8}\.\w+$/;
const FAULT = 500;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== worker.location.origin) return;
  if (mode === "navigate" && pathname === PAGE) event.respondWith(page(event.request));
  else if (NAMED.test(pathname)) event.respondWith(file(event.request));
});

// All files of one build or none: a page and files of different builds do not fit together.
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.put(PAGE, await ownPage());
  await cache.addAll(SHELL.map((name) => `/${name}`));
  await worker.skipWaiting();
}

// The page that this worker came with: the browser has it, or the house.
async function ownPage(): Promise<Response> {
  for (const cache of ["force-cache", "no-cache"] as const) {
    const found = await fetch(PAGE, { cache });
    if ((await found.clone().text()).includes(`"${BUILD}"`)) return found;
  }
  throw new Error("another build is served by now");
}

async function takeOver(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(CACHES) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function page(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  if (answer && answer.status < FAULT) return answer;
  return (await kept(PAGE)) ?? answer ?? Response.error();
}

async function file(request: Request): Promise<Response> {
  const known = await kept(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}

async function kept(request: Request | string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(request, { ignoreVary: true });
}
