// The chips of a tray, and which of them a stake is made of: a chip lies there in the color in which it was picked.

const CASH = [1, 5, 10, 25, 100];
const FEW = [1, 2, 5, 10];
const COLORED = [1, 2, 5, 10, 20];
const UNIT = 100;

// As many sorts as a table has use for: none is worth more than the most that can be bet there.
export function denominations(most: number, chipValue: number | null): number[] {
  const fit = (values: number[], unit: number): number[] =>
    values.map((value) => value * unit).filter((value) => !most || value <= most);
  const chips = chipValue ? fit(COLORED, chipValue) : fit(CASH, UNIT);
  const all = chips.length < FEW.length && !chipValue ? fit(FEW, UNIT) : chips;
  return all.length ? all : [chipValue ?? UNIT];
}

export function faceOf(amount: number, sorts: readonly number[]): string {
  return `face-${Math.max(
    0,
    sorts.findLastIndex((value) => value <= amount),
  )}`;
}

// The chips of some stakes from the lowest to the top, at most so many: what lies on top was laid last.
export function facesOf(stakes: readonly number[], sorts: readonly number[], most: number): string[] {
  const faces: string[] = [];
  for (const stake of stakes.toReversed()) {
    let left = stake;
    while (left > 0 && faces.length < most) {
      const face = faceOf(left, sorts);
      faces.push(face);
      left -= sorts[Number(face.slice(5))] ?? left;
    }
  }
  return faces.toReversed();
}
