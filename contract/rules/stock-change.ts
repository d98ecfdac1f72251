export const stockReasons = ["delivery", "return", "damage", "count"] as const;
export type StockReason = (typeof stockReasons)[number];

/** A count is the absolute figure on the shelf; everything else is how many came or went. */
export type StockChange = { reason: StockReason; pieces: number };

export function stockDifference({ reason, pieces }: StockChange, onHand: number): number {
  if (reason === "count") return pieces - onHand;
  return reason === "damage" ? -pieces : pieces;
}

const maxPieces = 1_000_000_000;
const figure = /^([+=-]?)(\d{1,10}|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\.\d{3})+)$/;

/** "+200", "-3" and "=215" say by their sign what they are, a bare "200" is as `chosen`. */
export function readStockChange(
  text: string,
  chosen: StockReason,
): StockChange | { problem: string } {
  const bare = text.replace(/\s/g, "").replace(/^[\u2212\u2013]/, "-");
  const [, sign = "", digits] = figure.exec(bare) ?? [];
  if (digits === undefined) return { problem: "Write it as +200, -3, or =215 for a count" };
  const reason = toReason(sign, chosen);
  const pieces = Number(digits.replace(/\D/g, ""));
  if (pieces > maxPieces) return { problem: "Is too large" };
  if (pieces === 0 && reason !== "count") return { problem: "Must be at least 1" };
  return { reason, pieces };
}

function toReason(sign: string, chosen: StockReason): StockReason {
  if (sign === "=") return "count";
  if (sign === "-") return "damage";
  if (sign === "+") return chosen === "return" ? "return" : "delivery";
  return chosen;
}
