import { eq } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import type { withdrawalCalls } from "#contract/withdrawals.ts";
import type { Context } from "#server/context.ts";
import { formatTime } from "#server/modules/letters/format-time.ts";
import { writeInThread } from "#server/modules/papers/write-in-thread.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { sendPdf } from "#server/platform/http/send-pdf.ts";
import { limitKeys } from "#server/platform/rate-limits/limit-keys.ts";
import { KeyedSemaphore } from "#server/platform/rate-limits/semaphore.ts";
import { withdrawals } from "./tables.ts";

const notReceived = new RefusalError(
  refuse("not-found", "No withdrawal was received under this key."),
);

/** Of one person or address: writing takes turns with the papers of all others. */
const maxAtOnce = 4;

/** Only who stated it knows the key. */
export function sendReceipt(context: Context): Handler<typeof withdrawalCalls.receiptFile> {
  const { db, settings, env } = context;
  const atOnce = new KeyedSemaphore(maxAtOnce);
  return async ({ caller }, reply, { body: { key } }) => {
    const [row] = await db.select().from(withdrawals).where(eq(withdrawals.requestKey, key));
    if (!row) throw notReceived;
    const { name, address, email, phone, timeZone } = (await settings()).company;
    const receivedAt = formatTime(row.receivedAt, timeZone);
    const sender = { name: name || env.SHOP_NAME, address, email, phone };
    const paper = { ...row, receivedAt, sender };
    const pdf = await atOnce.run(limitKeys(caller), () =>
      writeInThread({ kind: "withdrawal", paper }),
    );
    return sendPdf(reply, `withdrawal-${row.number}`, pdf);
  };
}
