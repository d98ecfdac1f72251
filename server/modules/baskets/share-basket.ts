import { refuse } from "#contract/refusals.ts";
import type { sharedBasketCalls } from "#contract/shared-baskets.ts";
import type { Context } from "#server/context.ts";
import { readTerms } from "#server/modules/discounts/price-terms.ts";
import { hashToken, newToken } from "#server/modules/identity/tokens.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { listComments } from "./comment-store.ts";
import { findOwner } from "./find-owner.ts";
import { goneLink } from "./gone-link.ts";
import { listLiveLines } from "./live-lines.ts";
import { presentBasket } from "./present-basket.ts";
import { findShared, listLines, saveShare } from "./store.ts";

const empty = refuse("conflict", "There is nothing in your basket to share.");
const shareDays = 30;

export function sharedBasketHandlers(context: Context): Handlers<typeof sharedBasketCalls> {
  const { db, clock, settings } = context;
  return {
    share: async (_given, caller) => {
      const owner = await findOwner(context, caller);
      if (!owner || (await listLines(db, owner)).length === 0) return empty;
      const token = newToken();
      const until = new Date(clock.now().getTime() + shareDays * 86_400_000);
      await saveShare(db, owner, { shareHash: hashToken(token), shareUntil: until });
      return { token, until: until.toISOString() };
    },
    stop: async (_given, caller) => {
      const owner = await findOwner(context, caller);
      if (owner) await saveShare(db, owner, { shareHash: null, shareUntil: null });
      return { ended: true };
    },
    read: async ({ body }) => {
      const now = clock.now();
      const shared = await findShared(db, hashToken(body.token));
      if (!shared || shared.until <= now) return goneLink;
      const lines = await listLiveLines(db, shared.owner);
      const shown = lines
        .filter(({ stored }) => !stored.saved)
        // What has changed since then is not shown to others.
        .map((line) => ({ ...line, stored: { ...line.stored, seenCents: line.part.priceCents } }));
      const visitor = { codes: [], group: null, companyGroup: null, userId: undefined };
      const terms = await readTerms(db, visitor, { settings: await settings(), now });
      return {
        basket: presentBasket(shown, terms),
        until: shared.until.toISOString(),
        comments: await listComments(db, shared.owner),
      };
    },
  };
}
