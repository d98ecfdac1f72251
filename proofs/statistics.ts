export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
}

/** How often a value of the first is larger: 0.5 if nothing tells the two apart, 0 or 1 at best. */
export function auc(first: readonly number[], second: readonly number[]): number {
  let larger = 0;
  for (const one of first) {
    for (const other of second) larger += one > other ? 1 : one === other ? 0.5 : 0;
  }
  return larger / (first.length * second.length);
}
