import type { Term } from "./fit.ts";

export type Supersession = {
  oldPart: string;
  newPart: string;
  choice: number;
  quantity: number;
  terms?: Term[];
};
/** `terms`: those of all steps that lead to it, if there are any. */
export type Needed = { part: string; quantity: number; terms?: Term[] };

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
  const replace = (old: string, quantity: number, before: Term[]): Needed[][] =>
    choicesOf(old).flatMap((together) =>
      together
        .map((row) =>
          settle(row.newPart, quantity * row.quantity, [...before, ...(row.terms ?? [])]),
        )
        .reduce<Needed[][]>(combine, [[]]),
    );
  const settle = (at: string, quantity: number, terms: Term[]): Needed[][] => {
    const itself = { part: at, quantity, ...(terms.length > 0 && { terms }) };
    if (state(at) === "current") return [[itself]];
    const later = replace(at, quantity, terms);
    if (later.length > 0 || state(at) === "gone") return later;
    return [[itself]];
  };
  return replace(part, 1, []).map(addUp).slice(0, maxAlternatives);
}

function combine(before: Needed[][], next: Needed[][]): Needed[][] {
  return before.flatMap((some) => next.map((more) => [...some, ...more])).slice(0, maxAlternatives);
}

function addUp(all: Needed[]): Needed[] {
  const sums = new Map<string, Needed>();
  for (const needed of all) {
    const { part, quantity } = needed;
    sums.set(part, { ...needed, quantity: (sums.get(part)?.quantity ?? 0) + quantity });
  }
  return [...sums.values()];
}
