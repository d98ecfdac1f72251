type Named = { name: string; partNumber: string };
type Piece = Named & { quantity: number };
export type WithdrawnPiece<Line> = { line: Line; quantity: number };

const describe = ({ name, partNumber }: Named) =>
  `${name}${partNumber && ` (${partNumber})`}`.replace(/\s+/g, " ").trim();

export function writeGoods(pieces: readonly Piece[]): string {
  return pieces.map((piece) => `${piece.quantity} × ${describe(piece)}`).join("\n");
}

const toComparable = (text: string) => text.replace(/\s+/g, " ").trim().toLowerCase();
const namesOf = (line: Named) =>
  [describe(line), line.name, line.partNumber].map(toComparable).filter(Boolean);

/** Undefined where a statement names anything but pieces of these lines: a person reads it. */
export function readGoods<Line extends Named>(
  goods: string,
  lines: readonly Line[],
): WithdrawnPiece<Line>[] | undefined {
  const chosen: WithdrawnPiece<Line>[] = [];
  for (const row of goods.trim().split("\n")) {
    const [, quantity, what = ""] = /^\s*(\d{1,9})(?:\s*[×x*]\s*|\s+)(.+?)\s*$/i.exec(row) ?? [];
    const [line, other] = lines.filter((each) => namesOf(each).includes(toComparable(what)));
    if (!line || other || !Number(quantity)) return undefined;
    if (chosen.some((each) => each.line === line)) return undefined;
    chosen.push({ line, quantity: Number(quantity) });
  }
  return chosen;
}
