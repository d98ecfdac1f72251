// Standard Webhooks: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
import { createHmac, randomBytes } from "node:crypto";

export const newSecret = (): Buffer => randomBytes(32);

/** As receivers configure it. */
export const writeSecret = (secret: Buffer): string => `whsec_${secret.toString("base64")}`;

type Message = { id: string; body: string; at: Date };

export function signMessage(
  secrets: readonly Buffer[],
  { id, body, at }: Message,
): Record<string, string> {
  const timestamp = `${Math.floor(at.getTime() / 1_000)}`;
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map(
    (secret) => `v1,${createHmac("sha256", secret).update(signed).digest("base64")}`,
  );
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
