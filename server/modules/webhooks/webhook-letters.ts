import { eq } from "drizzle-orm";
import type { Context } from "#server/context.ts";
import { listOwnerEmails } from "#server/modules/customers/list-admin-emails.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import { disabledLetter } from "./disable.ts";
import { webhookEndpoints } from "./tables.ts";

export function webhookLetters({
  db,
  origin,
}: Pick<Context, "db" | "origin">): Record<typeof disabledLetter, LetterWriter> {
  return {
    [disabledLetter]: async ({ email }, id) => {
      const [row] = id
        ? await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
        : [];
      const isOwner = (await listOwnerEmails(db)).includes(email);
      if (!row?.disabledAt || !isOwner) return undefined;
      return {
        kind: disabledLetter,
        to: email,
        values: { webhook: row.name },
        facts: [
          ["Webhook", row.name],
          ["Address", new URL(row.url).host],
        ],
        link: { label: "Open its log", href: `${origin}/dashboard/webhooks/${row.id}` },
      };
    },
  };
}
