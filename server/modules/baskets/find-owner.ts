import type { PriceTerms } from "#server/modules/discounts/price-terms.ts";
import { hashToken, newToken } from "#server/modules/identity/tokens.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import {
  cookieName,
  daySeconds,
  makeCookie,
  makeExpiredCookie,
} from "#server/platform/http/cookies.ts";
import type { BasketsContext } from "./context.ts";
import { findTerms, lockBasket, moveLines, type Owner } from "./store.ts";

const cookie = "basket";
const cookieDays = 90;

type Origin = Pick<BasketsContext, "db" | "origin">;

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

export async function findOrCreateOwner(context: Origin, caller: Caller): Promise<Owner> {
  const owner = await findOwner(context, caller);
  if (owner && "userId" in owner) return owner;
  const token = caller.cookie(cookieName(context.origin, cookie)) || newToken();
  caller.setCookie(makeCookie(context.origin, cookie, token, cookieDays * daySeconds));
  return { tokenHash: hashToken(token) };
}

export async function readOwnerTerms(
  {
    db,
    discounts,
    settings,
    clock,
  }: Pick<BasketsContext, "db" | "discounts" | "settings" | "clock">,
  owner: Owner | undefined,
): Promise<PriceTerms> {
  const moment = { settings: await settings(), now: clock.now() };
  const found = owner ? await findTerms(db, owner) : { codes: [], group: null, companyGroup: null };
  const userId = owner && "userId" in owner ? owner.userId : undefined;
  return discounts.readTerms(db, { ...found, userId }, moment);
}
