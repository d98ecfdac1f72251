import type { FastifyRequest } from "fastify";
import type { Call } from "#contract/call.ts";
import { refuse } from "#contract/refusals.ts";
import { limitKeys, personKey } from "#server/platform/rate-limits/limit-keys.ts";
import { RateLimiter } from "#server/platform/rate-limits/rate-limiter.ts";
import { addressOf } from "./caller.ts";
import { RefusalError } from "./refusal-error.ts";

export function enforceRateLimit(
  { max, seconds, unverified, onlyWith }: NonNullable<Call["rateLimit"]>,
  factor: number,
) {
  const normal = new RateLimiter({ most: max * factor, seconds });
  const strict = unverified && new RateLimiter({ most: unverified * factor, seconds });
  return async (request: FastifyRequest): Promise<void> => {
    if (onlyWith && !Object.hasOwn(request.query as object, onlyWith)) return;
    const { person } = request.caller;
    const keys = limitKeys({ person, address: addressOf(request) });
    const isStrict = strict && person?.emailVerified === false;
    const wait = (isStrict && strict.consume([personKey(person)])) || normal.consume(keys);
    if (wait === 0) return;
    throw new RefusalError(
      refuse("too-many", "You are doing that too often. Please wait a moment.", undefined, wait),
    );
  };
}
