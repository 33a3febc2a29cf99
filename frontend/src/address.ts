// The parts of an address behind its hash. What is no valid escape is taken as it stands: whoever mistypes an address
// gets a page that says so, and not a blank one.

export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function partsOf(hash: string): string[] {
  return hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decoded);
}

// A rulebook's ref has two parts, and our own rules one.
export function refOf(parts: string[]): [string, string[]] {
  return parts[0] === "wire" ? ["wire", parts.slice(1)] : [parts.slice(0, 2).join("/"), parts.slice(2)];
}
