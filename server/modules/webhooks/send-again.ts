import { refuse } from "#contract/refusals.ts";
import { testKind } from "#contract/rules/webhooks.ts";
import type { webhookCalls } from "#contract/webhooks.ts";
import type { Context } from "#server/context.ts";
import { nothingToAudit, recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { addTest, replayDeliveries } from "./deliveries.ts";
import { holdEndpoint, noSuchWebhook, tellChanged } from "./endpoints.ts";

const isOff = refuse("conflict", "This webhook is switched off. Switch it on first.");

const tested = { action: "test-webhook" } as const;
const replayed = { action: "replay-webhook" } as const;

/** What is stored as waiting is sent within two seconds. */
export function sendAgainHandlers({
  db,
  clock,
}: Pick<Context, "db" | "clock">): Pick<Handlers<typeof webhookCalls>, "test" | "replay"> {
  return {
    test: ({ params: { id } }, caller) =>
      inTransaction(db, async (tx) => {
        const webhook = await holdEndpoint(tx, id);
        if (!webhook) return noSuchWebhook;
        if (!webhook.isOn) return isOff;
        const timestamp = clock.now().toISOString();
        const body = JSON.stringify({ type: testKind, timestamp, data: { webhook: id } });
        const reply = await addTest(tx, id, body, testKind);
        if (!reply) return noSuchWebhook;
        await tellChanged(tx, id);
        const after = { name: webhook.name };
        return { reply, noted: await recordAction(tx, caller, { ...tested, about: id, after }) };
      }),
    replay: ({ params: { id }, body }, caller) =>
      inTransaction(db, async (tx) => {
        const webhook = await holdEndpoint(tx, id);
        if (!webhook) return noSuchWebhook;
        if (!webhook.isOn) return isOff;
        const count = await replayDeliveries(tx, id, body.delivery);
        if (body.delivery && count === 0) return noSuchWebhook;
        if (count === 0) return { reply: { count }, noted: nothingToAudit };
        await tellChanged(tx, id);
        const after = { name: webhook.name, count };
        return {
          reply: { count },
          noted: await recordAction(tx, caller, { ...replayed, about: id, after }),
        };
      }),
  };
}
