import type { FastifyRequest } from "fastify";
import type { Call } from "#contract/call.ts";
import { refuse } from "#contract/refusals.ts";
import { addressPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { RateLimiter } from "#server/platform/rate-limits/rate-limiter.ts";
import { RefusalError } from "./refusal-error.ts";

export function enforceRateLimit(
  { max, seconds, unverified = max, onlyWith }: NonNullable<Call["rateLimit"]>,
  factor: number,
) {
  const normal = new RateLimiter({ most: max * factor, seconds });
  const strict = new RateLimiter({ most: unverified * factor, seconds });
  return async ({ query, caller, ip }: FastifyRequest): Promise<void> => {
    if (onlyWith && !Object.hasOwn(query as object, onlyWith)) return;
    const { person } = caller;
    const limiter = person?.emailVerified === false ? strict : normal;
    const wait = limiter.consume(person?._id ?? addressPrefix(ip));
    if (wait === 0) return;
    throw new RefusalError(
      refuse("too-many", "You are doing that too often. Please wait a moment.", undefined, wait),
    );
  };
}
