import type { ManagedPart } from "#contract/part-edits.ts";
import { lowStockLimit } from "#contract/rules/stock-level.ts";
import type { Context } from "#server/context.ts";
import { listAdminEmails } from "#server/modules/customers/list-admin-emails.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import { addAdminLetter } from "#server/modules/letters/queue-letter.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";
import type { Fact } from "#server/platform/mail/write-letter.ts";
import { countManaged, listManaged } from "./list-managed.ts";

const kind = "low-stock";
const maxListed = 50;
const list = "/dashboard/manageProducts?view=low&sort=stock";

export const lowStockJob = ({ db }: Context) =>
  defineSchedule({
    kind: "low-stock-letter",
    title: "Tell the admins once a day which stock is low",
    everySeconds: 86_400,
    run: () =>
      inTransaction(db, async (tx) => {
        const { low } = await countManaged(tx, {});
        const emails = low > 0 ? await listAdminEmails(tx) : [];
        for (const email of emails) await addAdminLetter(tx, kind, email);
      }),
  });

type WriterContext = Pick<Context, "db" | "origin">;

export function lowStockLetters({ db, origin }: WriterContext): Record<typeof kind, LetterWriter> {
  return {
    [kind]: async ({ email }) => {
      const isAdmin = (await listAdminEmails(db)).includes(email);
      const { low } = await countManaged(db, {});
      if (!isAdmin || low === 0) return undefined;
      const parts = await listManaged(db, { view: "low", sort: "stock", limit: maxListed });
      const products = low === 1 ? "1 product is" : `${low} products are`;
      const rest = low > parts.length ? `The ${parts.length} with the fewest are below.` : "";
      return {
        kind,
        to: email,
        values: { products, rest },
        facts: parts.map((part) => toFact(part, origin)),
        link: { label: "Open the list", href: origin + list },
      };
    },
  };
}

function toFact(part: ManagedPart, origin: string): Fact {
  const { _id, number, name, availablQuantity } = part;
  const stock = `${availablQuantity} left, low from ${lowStockLimit(part)}`;
  return [number, `${name}: ${stock}`, `${origin}/dashboard/manageProducts/${_id}`];
}
