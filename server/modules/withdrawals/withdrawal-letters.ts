import { eq } from "drizzle-orm";
import { hashToken, newToken } from "#server/modules/identity/tokens.ts";
import { breakLinks } from "#server/modules/letters/break-links.ts";
import { formatTime } from "#server/modules/letters/format-time.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { ReadSettings } from "#server/modules/settings/keep-settings.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Fact } from "#server/platform/mail/write-letter.ts";
import { type WithdrawalRow, withdrawals } from "./tables.ts";

type Options = { db: Queries; origin: string; settings: ReadSettings };

/** Anybody can state any address, so an unproven one gets none of their words. */
export function withdrawalLetters({ db, origin, settings }: Options): Record<string, LetterWriter> {
  return {
    "withdrawal-received": async ({ email, isVerified }, id) => {
      const row = id ? await findWithdrawal(db, id) : undefined;
      if (!row) return undefined;
      const { timeZone } = (await settings()).company;
      const facts: Fact[] = [
        ["Withdrawal", `${row.number}`],
        ["Received", formatTime(row.receivedAt, timeZone)],
        ...(isVerified ? stated(row) : []),
      ];
      const token = row.confirmedAt || row.answered ? undefined : newToken();
      if (token)
        await db
          .update(withdrawals)
          .set({ confirmHash: hashToken(token) })
          .where(eq(withdrawals.id, row.id));
      const page = `${origin}/withdrawal`;
      const values = { withdrawal: `${row.number}`, page, contact: `${origin}/contact` };
      const href = `${origin}/withdraw?confirm=1#token=${token}`;
      const link = token ? { label: "Confirm your withdrawal", href } : undefined;
      return { kind: "withdrawal-received", to: email, values, facts, ...(link && { link }) };
    },
  };
}

function stated({ name, orderNumber, goods }: WithdrawalRow): Fact[] {
  return [
    ["Name", breakLinks(name)],
    ["Order", breakLinks(orderNumber)],
    ["Goods", goods === "" ? "The whole order" : breakLinks(goods)],
  ];
}

async function findWithdrawal(db: Queries, id: string): Promise<WithdrawalRow | undefined> {
  const [row] = await db.select().from(withdrawals).where(eq(withdrawals.id, id));
  return row;
}
