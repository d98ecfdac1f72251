import { eq } from "drizzle-orm";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import { writeLetter } from "#server/platform/mail/write-letter.ts";
import type { WebhooksContext } from "./context.ts";
import { disabledLetter } from "./disable.ts";
import { webhookEndpoints } from "./tables.ts";

type Context = Pick<WebhooksContext, "db" | "customers" | "origin"> & { shopName: string };

export function webhookLetters({
  db,
  customers,
  origin,
  shopName,
}: Context): Record<typeof disabledLetter, LetterWriter> {
  return {
    [disabledLetter]: async ({ email }, id) => {
      const [row] = id
        ? await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id))
        : [];
      const isOwner = (await customers.listOwnerEmails(db)).includes(email);
      if (!row?.disabledAt || !isOwner) return undefined;
      return writeLetter({
        ...{ to: email, shopName, greeting: "Hello," },
        subject: `The webhook ${row.name} was switched off`,
        says: [
          `for days, no message from ${shopName} has arrived at this address, so the shop sends none there any more.`,
          "What has not arrived is in its log. Once the receiver works, switch the webhook on and send all of that again.",
        ],
        facts: [
          ["Webhook", row.name],
          ["Address", new URL(row.url).host],
        ],
        link: { label: "Open its log", href: `${origin}/dashboard/webhooks/${row.id}` },
      });
    },
  };
}
