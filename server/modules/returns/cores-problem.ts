import { sql } from "drizzle-orm";
import { type FieldMessages, type Refusal, refuse } from "#contract/refusals.ts";
import type { NewReturn } from "#contract/returns.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { type CoreBalance, findBalances, returnableCores } from "./core-balances.ts";

const nothingToReturn = refuse(
  "nothing-to-return",
  "No core deposit of this order is open: its parts have not been sent, or the deposit is refunded, or the time for the old part is over.",
);
const mostLines = 200;

/** The caller locks the order. */
export async function coresProblem(
  tx: Queries,
  orderId: string,
  { lines }: NewReturn,
): Promise<Refusal<"nothing-to-return" | "conflict"> | undefined> {
  const balances = await findBalances(tx, sql`o.id = ${orderId}`, mostLines);
  if (balances.every((balance) => returnableCores(balance) === 0)) return nothingToReturn;
  const left = new Map(balances.map((balance) => [balance.line, balance]));
  const problems: FieldMessages = {};
  for (const [at, { line, quantity, reason }] of lines.entries()) {
    const found = left.get(line);
    left.delete(line);
    if (reason !== "core") problems[`lines.${at}.reason`] = "Return parts and old parts separately";
    else if (!found)
      problems[`lines.${at}.line`] = "Is not a deposit of this order, or named twice";
    else if (quantity > returnableCores(found)) problems[`lines.${at}.quantity`] = tooMany(found);
  }
  const [first] = Object.values(problems);
  return first === undefined ? undefined : refuse("conflict", first, problems);
}

function tooMany(balance: CoreBalance): string {
  return `At most ${returnableCores(balance)} old parts of ${balance.part} can be returned now`;
}
