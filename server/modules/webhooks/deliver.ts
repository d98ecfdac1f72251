import * as z from "zod/mini";
import { maxWebhooks } from "#contract/rules/webhooks.ts";
import { webhooksTag } from "#contract/tags.ts";
import type { Context } from "#server/context.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { addConsumer, consumeNext } from "#server/platform/events/consume-events.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { defineJob, defineSchedule, type JobKind } from "#server/platform/jobs/job.ts";
import { enqueue } from "#server/platform/jobs/store.ts";
import { toMessageId } from "./deliveries.ts";
import { disable } from "./disable.ts";
import { type DueMessage, isGivenUp, listDue, listDueEndpoints, recordOutcome } from "./due.ts";
import { type Outcome, postMessage } from "./post-message.ts";
import { webhookConsumer } from "./queue-messages.ts";
import { signMessage } from "./sign-message.ts";

const anEndpoint = z.object({ endpointId: z.string() });
const deliverJobKind: JobKind<z.output<typeof anEndpoint>> = {
  kind: "deliver-webhooks",
  payload: anEndpoint,
};

/** To one address at a time, each about another thing. */
const batchSize = 8;

export const followWebhooksJob = ({ db, jobs }: Pick<Context, "db" | "jobs">) =>
  defineSchedule({
    kind: "follow-webhooks",
    title: "Queue messages for webhooks",
    everySeconds: 2,
    async run({ signal }) {
      await addConsumer(db, webhookConsumer);
      while (!signal.aborted && (await consumeNext(db, webhookConsumer)));
      const due = await listDueEndpoints(db);
      for (const endpointId of due) await queueDelivery(db, endpointId);
      if (due.length > 0) jobs.wake();
    },
  });

const queueDelivery = (tx: Parameters<typeof enqueue>[0], endpointId: string) =>
  enqueue(tx, deliverJobKind, { payload: { endpointId }, key: endpointId });

/**
 * One job for each address: one that is slow delays no other, and at most one process sends to it.
 * A failure of the receiver is none of the job.
 */
export const deliverWebhooksJob = (context: Context) =>
  defineJob({
    ...deliverJobKind,
    title: "Send messages to webhooks",
    concurrency: maxWebhooks,
    async run({ endpointId }, { signal }) {
      while (!signal.aborted) {
        const due = await listDue(context.db, endpointId, batchSize);
        if (due.length === 0) return;
        const outcomes = await Promise.all(due.map((message) => deliver(context, message, signal)));
        await storeEvents(context.db, [
          { name: "webhooks.sent", about: endpointId, tags: [webhooksTag] },
        ]);
        await context.events.publish();
        if (await isGivenUp(context.db, endpointId, outcomes)) {
          await inTransaction(context.db, (tx) => disable(tx, endpointId));
          context.jobs.wake();
        }
        // Others may be due, but a receiver that answers nothing is left alone for a while.
        if (outcomes.every(({ isDelivered }) => !isDelivered)) return;
      }
    },
  });

/** Sent at least once: again if the process ends before the outcome is recorded. */
async function deliver(
  { db, env, clock }: Context,
  { id, url, body, secrets }: DueMessage,
  signal: AbortSignal,
): Promise<Outcome> {
  const headers = signMessage(secrets, { id: toMessageId(id), body, at: clock.now() });
  const outcome = await postMessage(url, body, {
    allowedHosts: env.WEBHOOK_HOSTS,
    headers,
    signal,
  });
  await recordOutcome(db, id, outcome);
  return outcome;
}
