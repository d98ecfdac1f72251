// Protects against cross-site request forgery.
import type { FastifyRequest } from "fastify";
import { refuse } from "#contract/refusals.ts";
import { hasBearerToken } from "./caller.ts";
import { RefusalError } from "./refusal-error.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

export function requireSameOrigin(request: FastifyRequest, origin: string): void {
  if (safeMethods.has(request.method)) return;
  // With a token the cookie does not count, and no other site knows a token.
  if (hasBearerToken(request)) return;
  const site = request.headers["sec-fetch-site"];
  const isOurs = site === undefined ? request.headers.origin === origin : site === "same-origin";
  if (isOurs) return;
  throw new RefusalError(
    refuse(
      "not-allowed",
      "That did not come from a page of this shop. Programs send an access token, " +
        "or the shop's own address as Origin.",
    ),
  );
}
