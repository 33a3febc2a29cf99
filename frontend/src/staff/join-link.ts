// The link by which somebody comes in, for a phone to read.

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

// Where the house says how people reach it, that counts. An address that works on its own machine alone gives way to
// the one that this page was opened at.
export function joinLink(told: { link: string; code: string }): string {
  return LOOPBACK.has(new URL(told.link).hostname) ? `${location.origin}/#join=${told.code}` : told.link;
}
