import type { Basket, basketCalls } from "#contract/baskets.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { codeProblem } from "#contract/rules/discount-problem.ts";
import type { Context } from "#server/context.ts";
import { readTerms } from "#server/modules/discounts/price-terms.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import {
  consumeLimits,
  keyLimits,
  restoreLimits,
} from "#server/platform/rate-limits/consume-limit.ts";
import { limitKeys } from "#server/platform/rate-limits/limit-keys.ts";
import { findOrCreateOwner } from "./find-owner.ts";
import { findTerms, lockBasket, maxCodes, type Owner, saveCodes } from "./store.ts";

const unknown = refuse(
  "not-found",
  "We do not know this code. Please look at its letters and figures again.",
  { code: "We do not know this code" },
);
const tooManyTries = refuse(
  "too-many",
  "Many unknown codes were tried. Please try again in an hour.",
  undefined,
  3_600,
);
const tooMany = refuse("conflict", `A basket takes at most ${maxCodes} codes.`);

/** One that would be of no use is not kept. One that these parts do not suit is, and says so. */
export function addCode(
  context: Context,
  read: (owner: Owner) => Promise<Basket>,
): Handler<typeof basketCalls.addCode> {
  const { db, settings, clock } = context;
  return async ({ params: { code } }, caller) => {
    // Only unknown codes count. Counted first, so that many at once do not pass the limit.
    const tries = keyLimits({ action: "unknown discount codes" }, limitKeys(caller));
    if (!(await consumeLimits(db, tries))) return tooManyTries;
    const owner = await findOrCreateOwner(context, caller);
    const { codes, ...groups } = await findTerms(db, owner);
    const userId = "userId" in owner ? owner.userId : undefined;
    const moment = { settings: await settings(), now: clock.now() };
    const buyer = { codes: [...codes, code], ...groups, userId };
    const terms = await readTerms(db, buyer, moment);
    const discount = terms.discounts.find((each) => each.code === code);
    if (!discount) return unknown;
    await restoreLimits(db, tries);
    const problem = codeProblem(discount, terms);
    if (problem) return refuseCode(problem, discount.until !== null && terms.now >= discount.until);
    const isKept = await inTransaction(db, async (tx) => {
      const basketId = await lockBasket(tx, owner);
      const { codes: before } = await findTerms(tx, owner);
      const after = [...new Set([...before, code])];
      if (after.length > maxCodes) return false;
      await saveCodes(tx, basketId, after);
      return true;
    });
    return isKept ? read(owner) : tooMany;
  };
}

function refuseCode(problem: string, isOver: boolean): Refusal<"gone" | "conflict"> {
  return refuse(isOver ? "gone" : "conflict", problem, { code: problem });
}
