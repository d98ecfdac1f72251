import type { WebhookDelivery, webhookCalls } from "#contract/webhooks.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { listAll, sendCsv } from "#server/platform/http/send-csv.ts";
import type { WebhooksContext } from "./context.ts";
import { listDeliveries } from "./deliveries.ts";

const columns = [
  "Message",
  "Kind",
  "State",
  "Attempts",
  "Status",
  "Milliseconds",
  "Stored",
  "Answer",
];

const toCells = ({ messageId, kind, state, attempts, status, ...row }: WebhookDelivery) => [
  ...[messageId, kind, state, `${attempts}`, `${status ?? ""}`],
  ...[`${row.durationMs ?? ""}`, row.createdAt, row.answer],
];

export function logHandlers({
  db,
}: Pick<WebhooksContext, "db">): Pick<Handlers<typeof webhookCalls>, "deliveries" | "file"> {
  return {
    deliveries: ({ params: { id }, query }) => listDeliveries(db, id, query),
    file: (_request, reply, { params: { id }, query }) =>
      sendCsv(
        reply,
        "webhook",
        columns,
        listAll((page) => listDeliveries(db, id, { ...query, ...page }), toCells),
      ),
  };
}
