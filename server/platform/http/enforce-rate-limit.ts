// So often and no more, for the calls that cost much; the contract says which, and how often.
import type { FastifyRequest } from "fastify";
import type { Call } from "#contract/call.ts";
import { refuse } from "#contract/refusals.ts";
import { addressPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { RateLimiter } from "#server/platform/rate-limits/rate-limiter.ts";
import { RefusalError } from "./refusal-error.ts";

/**
 * `times` as often as the contract says: a shop whose customers are programs may want more. For each
 * person, and for each network where nobody is signed in; each process counts what comes to it.
 */
export function enforceRateLimit(
  { max, seconds, unverified = max, onlyWith }: NonNullable<Call["rateLimit"]>,
  times: number,
) {
  const usual = new RateLimiter({ most: max * times, seconds });
  const tight = new RateLimiter({ most: unverified * times, seconds });
  return async ({ query, caller, ip }: FastifyRequest): Promise<void> => {
    if (onlyWith && !Object.hasOwn(query as object, onlyWith)) return;
    const { person } = caller;
    const pace = person?.emailVerified === false ? tight : usual;
    const wait = pace.consume(person?._id ?? addressPrefix(ip));
    if (wait === 0) return;
    throw new RefusalError(
      refuse(
        "too-many",
        "That was more than anybody needs. Please wait a moment.",
        undefined,
        wait,
      ),
    );
  };
}
