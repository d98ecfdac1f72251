// Messages to the shop as the card provider sends them, and as somebody else might.
import { createHmac } from "node:crypto";
import type { OpenCardProvider } from "./open-card-provider.ts";

export const webhookPath = "/api/webhooks/card-provider";

export type WebhookMessage = { body: string; signature?: string | undefined; type?: string };

/** The signature that the provider puts on a body; each part of it can be made wrong. */
export function signWebhook(
  body: string,
  secret: string,
  { at = Math.floor(Date.now() / 1000), scheme = "v1" } = {},
): string {
  const digest = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return `t=${at},${scheme}=${digest}`;
}

export async function sendWebhook(
  shop: { url: string },
  { body, signature, type = "application/json; charset=utf-8" }: WebhookMessage,
): Promise<number> {
  const response = await fetch(shop.url + webhookPath, {
    method: "POST",
    headers: {
      "content-type": type,
      ...(signature !== undefined && { "stripe-signature": signature }),
    },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

/** What the provider has told or would tell, of this kind and about this intent. */
export function findWebhookBody(
  { cards }: { cards: OpenCardProvider },
  intent: string,
  type: string,
): string {
  const found = cards
    .events()
    .findLast(
      ({ event }) =>
        event.type === type && "id" in event.data.object && event.data.object.id === intent,
    );
  if (!found) throw new Error(`The provider has nothing to tell: ${type} of ${intent}`);
  return JSON.stringify(found.event);
}
