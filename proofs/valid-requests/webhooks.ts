import type { ProofShop } from "./proof-shop.ts";

/** One that waits for its next attempt would write while a proof compares what is stored. */
export const clearWebhooks = ({ query }: Pick<ProofShop, "query">) =>
  query("delete from webhook_endpoints");

/** Nothing listens there. */
export async function addWebhook({ session }: ProofShop): Promise<string> {
  const sent = { name: "Sample", url: "https://localhost:9/hook", kinds: ["order.paid"] };
  const { body } = await session.send("POST", "/api/webhooks", sent);
  return (body as { _id: string })._id;
}
