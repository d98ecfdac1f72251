import type { Checkout, checkoutCalls } from "#contract/checkout.ts";
import { refuse } from "#contract/refusals.ts";
import { hasOwnName } from "#contract/rules/account-name.ts";
import { vatIdProblem } from "#contract/rules/vat-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { CheckoutContext } from "./context.ts";
import { presentCheckout } from "./present-checkout.ts";
import { presentQuote, quoteBasket } from "./quote-basket.ts";
import {
  findCheckout,
  forgetAddress,
  listAddresses,
  rememberAddress,
  saveCheckout,
} from "./store.ts";

const noSuchAddress = refuse("not-found", "This address is forgotten already.");

export function checkoutHandlers(context: CheckoutContext): Handlers<typeof checkoutCalls> {
  const { db, accounts, baskets, basketParts, customers, legalTexts, settings } = context;

  async function present(userId: string): Promise<Checkout> {
    const stored = await findCheckout(db, userId);
    const lines = await baskets.listLiveLines(db, basketParts, { userId });
    const terms = await baskets.readOwnerTerms(context, { userId });
    const addresses = await listAddresses(db, userId);
    const buying = await accounts.readBuyingCompany(db, userId);
    const legal = await legalTexts.readVersions(db);
    return presentCheckout(context, { ...stored, addresses, ...buying, legal }, lines, {
      settings: await settings(),
      terms,
    });
  }

  async function toLines(wanted: readonly { part: string; quantity: number }[]) {
    const found = await basketParts(
      db,
      wanted.map(({ part }) => part),
    );
    const stored = wanted.flatMap(({ part: partId, quantity }) => {
      const part = found.get(partId);
      // What is not sold is in baskets only where it was before.
      return part?.isForSale ? { partId, quantity, saved: false, seenCents: part.priceCents } : [];
    });
    return baskets.toLiveLines(stored, found);
  }

  return {
    estimate: async ({ body: { lines: wanted, ...destination } }, caller) => {
      const owner = await baskets.findOwner(context, caller);
      const lines = wanted
        ? await toLines(wanted)
        : owner
          ? await baskets.listLiveLines(db, basketParts, owner)
          : [];
      const given = { lines, destination, method: null, vatId: "" };
      const terms = await baskets.readOwnerTerms(context, owner);
      const input = { ...given, settings: await settings(), terms };
      return presentQuote(lines, quoteBasket(context, input));
    },
    read: async (_given, caller) => {
      // What was put in before the sign-in belongs to it.
      await baskets.findOwner(context, caller);
      return present(caller.person._id);
    },
    edit: async ({ body }, { person }) => {
      const problem = await inTransaction(db, async (tx) => {
        const {
          address,
          billTo,
          vatId = "",
        } = { ...(await findCheckout(tx, person._id)), ...body };
        const payer = billTo ?? address;
        const wrong = payer && vatIdProblem(vatId, payer.country);
        if (wrong)
          return refuse("invalid", "Some of what was sent is not right.", { vatId: wrong });
        await saveCheckout(tx, person._id, body);
        if (body.address) await rememberAddress(tx, person._id, body.address);
        if (body.address && !hasOwnName(person)) {
          await customers.nameAccount(tx, person._id, body.address.name);
        }
        return undefined;
      });
      return problem ?? present(person._id);
    },
    forgetAddress: async ({ params }, { person }) =>
      (await forgetAddress(db, person._id, params.id)) ? present(person._id) : noSuchAddress,
  };
}
