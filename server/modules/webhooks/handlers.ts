import { type Refusal, refuse } from "#contract/refusals.ts";
import { maxWebhooks } from "#contract/rules/webhooks.ts";
import type { webhookCalls } from "#contract/webhooks.ts";
import type { Context } from "#server/context.ts";
import { nothingToAudit, recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { addressProblem } from "./address-problem.ts";
import {
  addEndpoint,
  changeEndpoint,
  findEndpoint,
  listEndpoints,
  lockEndpoints,
  noSuchWebhook,
  removeEndpoint,
  renewSecret,
  tellChanged,
} from "./endpoints.ts";
import { logHandlers } from "./log-handlers.ts";
import { sendAgainHandlers } from "./send-again.ts";

const tooMany = refuse(
  "conflict",
  `There are ${maxWebhooks} webhooks already. Please delete those that are not used any more.`,
);

export function webhookHandlers(context: Context): Handlers<typeof webhookCalls> {
  const { db, env } = context;

  function urlProblem(url: string | undefined): Refusal<"invalid"> | undefined {
    const problem = url === undefined ? undefined : addressProblem(url, env.WEBHOOK_HOSTS);
    return problem === undefined ? undefined : refuse("invalid", problem, { url: problem });
  }

  return {
    ...logHandlers(context),
    ...sendAgainHandlers(context),
    list: () => listEndpoints(db),
    add: async ({ body }, caller) => {
      const problem = urlProblem(body.url);
      if (problem) return problem;
      return inTransaction(db, async (tx) => {
        await lockEndpoints(tx);
        if ((await listEndpoints(tx)).length >= maxWebhooks) return tooMany;
        const reply = await addEndpoint(tx, body);
        await tellChanged(tx, reply._id);
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
        await tellChanged(tx, id);
        const pick = (from: object) =>
          Object.fromEntries(
            Object.entries(from).filter(([name]) => edited.some((e) => e === name)),
          );
        const noted = await recordAction(tx, caller, {
          action: "edit-webhook",
          about: id,
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
        await tellChanged(tx, id);
        const after = { name: webhook.name };
        const noted = await recordAction(tx, caller, {
          action: "renew-webhook-secret",
          about: id,
          after,
        });
        return { reply: { _id: id, secret }, noted };
      }),
    remove: ({ params: { id } }, caller) =>
      inTransaction(db, async (tx) => {
        const webhook = await findEndpoint(tx, id);
        if (!webhook || !(await removeEndpoint(tx, id))) return noSuchWebhook;
        await tellChanged(tx, id);
        const { name, url } = webhook;
        const noted = await recordAction(tx, caller, {
          action: "remove-webhook",
          about: id,
          before: { name, url },
        });
        return { reply: { deletedCount: 1 }, noted };
      }),
  };
}
