/** What is no number is sent as it was typed, so that the server's message stands at the field. */
export function toPieces(typed: string | undefined): number {
  const text = typed?.trim() ?? "";
  if (text === "") return 0;
  const pieces = Number(text);
  return Number.isNaN(pieces) ? (text as unknown as number) : pieces;
}
