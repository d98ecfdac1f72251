import { readMoney } from "#web/app/money-field.tsx";

/** What is no number is sent as it was typed, so that the server's message stands at the field. */
export function toPieces(typed: string | undefined): number {
  const text = typed?.trim() ?? "";
  if (text === "") return 0;
  const pieces = Number(text);
  return Number.isNaN(pieces) ? (text as unknown as number) : pieces;
}

/** What is no amount yet is sent as it was typed, too. */
export function readDollars(typed: string): number {
  const reading = readMoney(typed);
  return "dollars" in reading ? reading.dollars : (typed.trim() as unknown as number);
}
