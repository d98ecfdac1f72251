// The bank's page: asks, and hears the answer.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Api } from "./api.ts";
import { answeredPage, challengePage } from "./challenge-page.ts";
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
    if (request.method !== "POST") return send(200, challengePage(questionOf(api, id)));
    // Only the page above may answer for the customer.
    const from = request.headers.origin;
    if (from !== undefined && from !== `http://${request.headers.host}`) return send(403, "");
    const outcome = new URLSearchParams(await readBody(request)).get("outcome");
    const isAnswered = (outcome === "complete" || outcome === "fail") && answer(api, id, outcome);
    api.told();
    send(isAnswered ? 200 : 400, isAnswered ? answeredPage : challengePage(undefined));
  };
}

function questionOf({ ledger }: Api, id: string) {
  const waiting = findOpenChallenge({ ledger }, id);
  if (!waiting) return undefined;
  const card = ledger.find("payment_method", waiting.challenge.method)?.card?.last4 ?? "";
  return { amount: formatAmount(waiting.intent.amount), card };
}

function answer(api: Api, id: string, outcome: "complete" | "fail"): boolean {
  const desk = api.deskFor({ request: newId("req", 14), key: undefined });
  return api.ledger.atOnce(() => {
    try {
      return answerChallenge(desk, id, outcome);
    } catch (error) {
      if (error instanceof DeclinedError) return true;
      throw error;
    }
  });
}
