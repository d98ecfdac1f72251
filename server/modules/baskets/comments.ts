import type { basketCommentCalls, OwnComments } from "#contract/basket-comments.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { hashToken } from "#server/modules/identity/tokens.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { consumeCallerLimit } from "#server/platform/rate-limits/consume-limit.ts";
import {
  addComment,
  findShareEnd,
  listComments,
  maxComments,
  removeComment,
} from "./comment-store.ts";
import { findOwner } from "./find-owner.ts";
import { goneLink } from "./gone-link.ts";
import { findShared, lockBasket, type Owner } from "./store.ts";

const notInIt = refuse("not-found", "This part is not in the basket any more.");
const tooManyHere = refuse(
  "conflict",
  `This basket has ${maxComments} comments, which is the most.`,
);
const tooMany = refuse("too-many", "You have written much in the last hour. Please wait a while.");

export function basketCommentHandlers(context: Context): Handlers<typeof basketCommentCalls> {
  const { db, clock } = context;

  async function read(owner: Owner | undefined): Promise<OwnComments> {
    if (!owner) return { sharedUntil: null, comments: [] };
    const until = await findShareEnd(db, owner);
    const sharedUntil = until !== null && until > clock.now() ? until.toISOString() : null;
    return { sharedUntil, comments: await listComments(db, owner) };
  }

  return {
    add: async ({ body: { token, part, name, text } }, caller) => {
      const shared = await findShared(db, hashToken(token));
      if (!shared || shared.until <= clock.now()) return goneLink;
      if (!(await consumeCallerLimit(db, { action: "comments on baskets" }, caller)))
        return tooMany;
      const { owner } = shared;
      const problem = await inTransaction(db, async (tx) => {
        const basketId = await lockBasket(tx, owner);
        if ((await listComments(tx, owner)).length >= maxComments) return tooManyHere;
        return (await addComment(tx, basketId, { part, name, text })) ? undefined : notInIt;
      });
      return problem ?? { comments: await listComments(db, owner) };
    },
    list: async (_given, caller) => read(await findOwner(context, caller)),
    remove: async ({ params: { id } }, caller) => {
      const owner = await findOwner(context, caller);
      if (owner) await removeComment(db, owner, id);
      return read(owner);
    },
  };
}
