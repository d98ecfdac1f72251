import type { DeliveryFileColumn, WebhookDelivery, webhookCalls } from "#contract/webhooks.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { type FileColumns, sendColumns } from "#server/platform/http/send-csv.ts";
import { listDeliveries } from "./deliveries.ts";

const columns: FileColumns<DeliveryFileColumn, WebhookDelivery> = {
  message: ["Message", ({ messageId }) => messageId],
  kind: ["Kind", ({ kind }) => kind],
  state: ["State", ({ state }) => state],
  attempts: ["Attempts", ({ attempts }) => `${attempts}`],
  status: ["Status", ({ status }) => `${status ?? ""}`],
  duration: ["Milliseconds", ({ durationMs }) => `${durationMs ?? ""}`],
  stored: ["Stored", ({ createdAt }) => createdAt],
  answer: ["Answer", ({ answer }) => answer],
  body: ["Sent", ({ body }) => body],
};

export function logHandlers({
  db,
}: Pick<Context, "db">): Pick<Handlers<typeof webhookCalls>, "deliveries" | "file"> {
  return {
    deliveries: ({ params: { id }, query }) => listDeliveries(db, id, query),
    file: (_request, reply, { params: { id }, query: { columns: chosen, ...query } }) =>
      sendColumns(reply, {
        name: "webhook",
        columns,
        chosen,
        list: (page) => listDeliveries(db, id, { ...query, ...page }),
      }),
  };
}
