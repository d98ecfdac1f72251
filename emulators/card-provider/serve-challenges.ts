import type { IncomingMessage, ServerResponse } from "node:http";
import type { Api } from "./api.ts";
import { challengePage, thankYouPage } from "./challenge-page.ts";
import { answerChallenge, findOpenChallenge } from "./challenges.ts";
import { DeclinedError } from "./charges.ts";
import { framePolicy } from "./frame-pages.ts";
import { newId } from "./ids.ts";
import { formatAmount } from "./money.ts";
import { readBody } from "./read-body.ts";

export function serveChallenges(api: Api) {
  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const id = url.pathname.split("/").at(-1) ?? "";
    const shop = url.searchParams.get("shop") ?? "";
    const send = (status: number, page: string) => {
      response.writeHead(status, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": framePolicy(shop),
        "cache-control": "no-store",
      });
      response.end(page);
    };
    if (request.method !== "POST") return send(200, challengePage(describeChallenge(api, id)));
    // Only our own page may answer.
    const from = request.headers.origin;
    if (from !== undefined && from !== `http://${request.headers.host}`) return send(403, "");
    const outcome = new URLSearchParams(await readBody(request)).get("outcome");
    const isAccepted = (outcome === "complete" || outcome === "fail") && answer(api, id, outcome);
    api.deliverEvents();
    send(isAccepted ? 200 : 400, isAccepted ? thankYouPage : challengePage(undefined));
  };
}

function describeChallenge({ store }: Api, id: string) {
  const found = findOpenChallenge({ store }, id);
  if (!found) return undefined;
  const card = store.find("payment_method", found.challenge.method)?.card?.last4 ?? "";
  const { intent } = found;
  const what =
    intent.object === "setup_intent"
      ? "Saving"
      : `A payment of ${formatAmount(intent.amount)} with`;
  return { what, card };
}

function answer(api: Api, id: string, outcome: "complete" | "fail"): boolean {
  const context = api.contextFor({ request: newId("req", 14), key: undefined });
  return api.store.inTransaction(() => {
    try {
      return answerChallenge(context, id, outcome);
    } catch (error) {
      if (error instanceof DeclinedError) return true;
      throw error;
    }
  });
}
