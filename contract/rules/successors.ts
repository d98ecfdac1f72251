export type Supersession = { oldPart: string; newPart: string; choice: number; quantity: number };
export type Needed = { part: string; quantity: number };

const maxAlternatives = 20;

/** A part that is replaced itself gives way to its successors; one that is gone without any is left out. */
export function resolveSuccessors(
  part: string,
  supersessions: readonly Supersession[],
  state: (part: string) => "current" | "replaced" | "gone",
): Needed[][] {
  const choicesOf = (old: string) => {
    const rows = supersessions.filter(({ oldPart }) => oldPart === old);
    return [...Map.groupBy(rows, ({ choice }) => choice).entries()]
      .sort(([one], [other]) => one - other)
      .map(([, together]) => together);
  };
  const replace = (old: string, quantity: number): Needed[][] =>
    choicesOf(old).flatMap((together) =>
      together
        .map((row) => settle(row.newPart, quantity * row.quantity))
        .reduce<Needed[][]>(combine, [[]]),
    );
  const settle = (at: string, quantity: number): Needed[][] => {
    if (state(at) === "current") return [[{ part: at, quantity }]];
    const later = replace(at, quantity);
    if (later.length > 0 || state(at) === "gone") return later;
    return [[{ part: at, quantity }]];
  };
  return replace(part, 1).map(addUp).slice(0, maxAlternatives);
}

function combine(before: Needed[][], next: Needed[][]): Needed[][] {
  return before.flatMap((some) => next.map((more) => [...some, ...more])).slice(0, maxAlternatives);
}

function addUp(all: Needed[]): Needed[] {
  const sums = new Map<string, number>();
  for (const { part, quantity } of all) sums.set(part, (sums.get(part) ?? 0) + quantity);
  return [...sums].map(([part, quantity]) => ({ part, quantity }));
}
