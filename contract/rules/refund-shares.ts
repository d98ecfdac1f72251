import type { Cents } from "./money.ts";

type Pieces = { quantity: number; refundedBefore: number; refundedNow: number };

/** The amount of some of a line's pieces. In whatever steps, all of them come to the line's total. */
export function refundOfPieces(
  total: Cents,
  { quantity, refundedBefore, refundedNow }: Pieces,
): Cents {
  const share = (pieces: number) => Math.round((total * pieces) / quantity);
  return share(refundedBefore + refundedNow) - share(refundedBefore);
}

type Deposit = { id: string; part: string | null | undefined; quantity: number };
type WantedPieces = { line: string; quantity: number };

/** What goes back with pieces, without what went back before, such as for the old parts. */
export function depositsOf(
  deposits: readonly Deposit[],
  pieces: readonly WantedPieces[],
  refundedBefore: (line: string) => number,
): WantedPieces[] {
  return deposits.flatMap(({ id: line, part, quantity }) => {
    const wanted = pieces.find((each) => each.line === part)?.quantity ?? 0;
    const left = Math.min(wanted, quantity - refundedBefore(line));
    return left > 0 ? [{ line, quantity: left }] : [];
  });
}
