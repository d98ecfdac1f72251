import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { type PriceTerms, readTerms } from "#server/modules/discounts/price-terms.ts";
import { hashToken, newToken } from "#server/modules/identity/tokens.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import {
  cookieName,
  daySeconds,
  makeCookie,
  makeExpiredCookie,
} from "#server/platform/http/cookies.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { consumeLimits, keyLimits } from "#server/platform/rate-limits/consume-limit.ts";
import { addressKeys } from "#server/platform/rate-limits/limit-keys.ts";
import { findTerms, hasBasket, lockBasket, moveLines, type Owner } from "./store.ts";

const cookie = "basket";
const cookieDays = 90;

type Origin = Pick<Context, "db" | "origin">;
type Limited = Origin & Pick<Context, "env">;

/** Whose basket is meant. What a browser kept before its person signed in becomes theirs. */
export async function findOwner(context: Origin, caller: Caller): Promise<Owner | undefined> {
  const token = caller.cookie(cookieName(context.origin, cookie));
  const tokenHash = token ? hashToken(token) : undefined;
  if (!caller.person) return tokenHash && { tokenHash };
  const owner = { userId: caller.person._id };
  if (tokenHash) {
    await retryOnConflict(() =>
      inTransaction(context.db, async (tx) =>
        moveLines(tx, tokenHash, await lockBasket(tx, owner)),
      ),
    );
    caller.setCookie(makeExpiredCookie(context.origin, cookie));
  }
  return owner;
}

const tooManyNew = refuse(
  "too-many",
  "Many baskets were begun from your network. Please sign in to fill yours, or try again later.",
  undefined,
  3_600,
);

/** Each may be as large as any, and stays for days. */
function newBasketLimits({ address }: Caller, factor: number) {
  const keys = addressKeys(address);
  return [
    ...keyLimits({ action: "new baskets", most: 60 * factor }, keys),
    ...keyLimits({ action: "a day's new baskets", most: 200 * factor, seconds: daySeconds }, keys),
  ];
}

export async function findOrCreateOwner(context: Limited, caller: Caller): Promise<Owner> {
  const owner = await findOwner(context, caller);
  if (owner && "userId" in owner) return owner;
  const isNew = !owner || !(await hasBasket(context.db, owner.tokenHash));
  if (
    isNew &&
    !(await consumeLimits(context.db, newBasketLimits(caller, context.env.RATE_LIMIT_FACTOR)))
  ) {
    throw new RefusalError(tooManyNew);
  }
  const token = caller.cookie(cookieName(context.origin, cookie)) || newToken();
  caller.setCookie(makeCookie(context.origin, cookie, token, cookieDays * daySeconds));
  return { tokenHash: hashToken(token) };
}

export async function readOwnerTerms(
  { db, settings, clock }: Pick<Context, "db" | "settings" | "clock">,
  owner: Owner | undefined,
): Promise<PriceTerms> {
  const moment = { settings: await settings(), now: clock.now() };
  const found = owner ? await findTerms(db, owner) : { codes: [], group: null, companyGroup: null };
  const userId = owner && "userId" in owner ? owner.userId : undefined;
  return readTerms(db, { ...found, userId }, moment);
}
