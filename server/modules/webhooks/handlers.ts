import { type Refusal, refuse } from "#contract/refusals.ts";
import { webhooksTag } from "#contract/tags.ts";
import { maxWebhooks, testKind, type webhookCalls } from "#contract/webhooks.ts";
import { nothingToAudit, recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { addressProblem } from "./address-problem.ts";
import type { WebhooksContext } from "./context.ts";
import { queueDelivery } from "./deliver.ts";
import { addTest, replayDeliveries } from "./deliveries.ts";
import {
  addEndpoint,
  changeEndpoint,
  findEndpoint,
  listEndpoints,
  lockEndpoints,
  removeEndpoint,
  renewSecret,
} from "./endpoints.ts";
import { logHandlers } from "./log-handlers.ts";

const noSuchWebhook = refuse("not-found", "There is no such webhook any more.");
const isOff = refuse("conflict", "This webhook is switched off. Switch it on first.");
const tooMany = refuse(
  "conflict",
  `There are ${maxWebhooks} webhooks already. Please delete those that are not used any more.`,
);

const changed = (tx: Queries, about: string) =>
  storeEvents(tx, [{ name: "webhooks.changed", about, tags: [webhooksTag] }]);

export function webhookHandlers(context: WebhooksContext): Handlers<typeof webhookCalls> {
  const { db, env, clock, jobs } = context;

  function urlProblem(url: string | undefined): Refusal<"invalid"> | undefined {
    const problem = url === undefined ? undefined : addressProblem(url, env.WEBHOOK_HOSTS);
    return problem === undefined ? undefined : refuse("invalid", problem, { url: problem });
  }

  return {
    ...logHandlers(context),
    list: () => listEndpoints(db),
    add: async ({ body }, caller) => {
      const problem = urlProblem(body.url);
      if (problem) return problem;
      return inTransaction(db, async (tx) => {
        await lockEndpoints(tx);
        if ((await listEndpoints(tx)).length >= maxWebhooks) return tooMany;
        const reply = await addEndpoint(tx, body);
        await changed(tx, reply._id);
        const added = { action: "add-webhook", about: reply._id, after: body } as const;
        return { reply, noted: await recordAction(tx, caller, added) };
      });
    },
    edit: async ({ params: { id }, body }, caller) => {
      const problem = urlProblem(body.url);
      if (problem) return problem;
      return inTransaction(db, async (tx) => {
        const before = await findEndpoint(tx, id);
        if (!before) return noSuchWebhook;
        const fields = Object.keys(body) as (keyof typeof body)[];
        const edited = fields.filter((field) => `${before[field]}` !== `${body[field]}`);
        if (edited.length === 0) return { reply: before, noted: nothingToAudit };
        await changeEndpoint(tx, id, body);
        await changed(tx, id);
        const pick = (from: object) =>
          Object.fromEntries(
            Object.entries(from).filter(([name]) => edited.some((e) => e === name)),
          );
        const noted = await recordAction(tx, caller, {
          ...{ action: "edit-webhook", about: id },
          before: { ...pick(before), name: before.name },
          after: pick(body),
        });
        return { reply: (await findEndpoint(tx, id)) ?? before, noted };
      });
    },
    renewSecret: ({ params: { id } }, caller) =>
      inTransaction(db, async (tx) => {
        const webhook = await findEndpoint(tx, id);
        const secret = await renewSecret(tx, id);
        if (!webhook || secret === undefined) return noSuchWebhook;
        await changed(tx, id);
        const after = { name: webhook.name };
        const noted = await recordAction(tx, caller, {
          ...{ action: "renew-webhook-secret", about: id, after },
        });
        return { reply: { _id: id, secret }, noted };
      }),
    remove: ({ params: { id } }, caller) =>
      inTransaction(db, async (tx) => {
        const webhook = await findEndpoint(tx, id);
        if (!webhook || !(await removeEndpoint(tx, id))) return noSuchWebhook;
        await changed(tx, id);
        const { name, url } = webhook;
        const noted = await recordAction(tx, caller, {
          ...{ action: "remove-webhook", about: id, before: { name, url } },
        });
        return { reply: { deletedCount: 1 }, noted };
      }),
    test: async ({ params: { id } }, caller) => {
      const answer = await inTransaction(db, async (tx) => {
        const webhook = await findEndpoint(tx, id);
        if (!webhook) return noSuchWebhook;
        if (!webhook.isOn) return isOff;
        const timestamp = clock.now().toISOString();
        const body = JSON.stringify({ type: testKind, timestamp, data: { webhook: id } });
        const reply = await addTest(tx, id, body, testKind);
        if (!reply) return noSuchWebhook;
        await queueDelivery(tx, id);
        await changed(tx, id);
        const after = { name: webhook.name };
        return { reply, noted: await recordAction(tx, caller, { ...tested, about: id, after }) };
      });
      jobs.wake();
      return answer;
    },
    replay: async ({ params: { id }, body }, caller) => {
      const answer = await inTransaction(db, async (tx) => {
        const webhook = await findEndpoint(tx, id);
        if (!webhook) return noSuchWebhook;
        if (!webhook.isOn) return isOff;
        const count = await replayDeliveries(tx, id, body.delivery);
        if (body.delivery && count === 0) return noSuchWebhook;
        if (count === 0) return { reply: { count }, noted: nothingToAudit };
        await queueDelivery(tx, id);
        await changed(tx, id);
        const after = { name: webhook.name, count };
        return {
          reply: { count },
          noted: await recordAction(tx, caller, { ...replayed, about: id, after }),
        };
      });
      jobs.wake();
      return answer;
    },
  };
}

const tested = { action: "test-webhook" } as const;
const replayed = { action: "replay-webhook" } as const;
