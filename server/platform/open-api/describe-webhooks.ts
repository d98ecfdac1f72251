import {
  schemaOfKind,
  type WebhookKind,
  webhookKindNames,
  webhookKinds,
} from "#contract/webhooks.ts";
import { type Json, json, type Operation, toSchema } from "./to-schema.ts";

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const headers = [
  header("webhook-id", "The same at each attempt: a receiver ignores an id that it has seen."),
  header("webhook-timestamp", "Seconds since 1970, of this attempt."),
  header(
    "webhook-signature",
    "`v1,` and the HMAC-SHA256 of `ID.TIMESTAMP.BODY` by the secret of the webhook, in Base64; several, separated by spaces, while a secret is renewed.",
  ),
];

export function describeWebhooks(): Record<string, Record<string, Operation>> {
  return Object.fromEntries(
    webhookKindNames.map((kind) => [kind, { post: describe(kind) }] as const),
  );
}

function describe(kind: WebhookKind): Operation {
  const properties: Json = {
    type: { const: kind },
    timestamp: { type: "string", format: "date-time", description: "When it happened." },
    data: toSchema(schemaOfKind(kind), "output"),
  };
  const schema = { type: "object", properties, required: Object.keys(properties) };
  return {
    operationId: `webhooks.${kind}`,
    tags: ["webhooks"],
    summary: `${webhookKinds[kind]}.`,
    description: "Sent by the shop, signed as Standard Webhooks describes.",
    parameters: headers,
    requestBody: { required: true, content: json(schema) },
    responses: { "2XX": { description: "Received. Anything else is sent again for three days." } },
    security: [],
  };
}
