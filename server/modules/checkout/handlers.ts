import type { Checkout, checkoutCalls } from "#contract/checkout.ts";
import { refuse } from "#contract/refusals.ts";
import { hasOwnName } from "#contract/rules/account-name.ts";
import { owesTaxItself } from "#contract/rules/quote-order.ts";
import { vatIdProblem } from "#contract/rules/vat-id.ts";
import type { Settings } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import { findOwner, readOwnerTerms } from "#server/modules/baskets/find-owner.ts";
import { listLiveLines, toLiveLines } from "#server/modules/baskets/live-lines.ts";
import { listBasketParts } from "#server/modules/catalog/list-basket-parts.ts";
import { readBuyingCompany } from "#server/modules/companies/read-buying-company.ts";
import { nameAccount } from "#server/modules/customers/name-account.ts";
import { readVersions } from "#server/modules/legal/store.ts";
import { queueVatCheck } from "#server/modules/vat/check-vat.ts";
import { mayCheckVat, tooManyVatNumbers } from "#server/modules/vat/may-check.ts";
import type { VatHolder } from "#server/modules/vat/store.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { presentCheckout } from "./present-checkout.ts";
import { presentQuote, quoteBasket } from "./quote-basket.ts";
import {
  findCheckout,
  forgetAddress,
  listAddresses,
  rememberAddress,
  type StoredCheckout,
  saveCheckout,
  vatHolderOf,
} from "./store.ts";

const noSuchAddress = refuse("not-found", "This address is forgotten already.");

/** Where a valid VAT number takes the tax off. */
function toCheck(
  settings: Settings,
  checkout: Pick<StoredCheckout, "address" | "billTo" | "vatId">,
): VatHolder | undefined {
  const holder = vatHolderOf(checkout);
  if (!holder || !checkout.address) return undefined;
  return owesTaxItself(settings, checkout.address, holder.country) ? holder : undefined;
}

export function checkoutHandlers(context: Context): Handlers<typeof checkoutCalls> {
  const { db, settings } = context;

  async function present(userId: string): Promise<Checkout> {
    const stored = await findCheckout(db, userId);
    const lines = await listLiveLines(db, { userId });
    const terms = await readOwnerTerms(context, { userId });
    const addresses = await listAddresses(db, userId);
    const buying = await readBuyingCompany(db, userId);
    const legal = await readVersions(db);
    return presentCheckout({ ...stored, addresses, ...buying, legal }, lines, {
      settings: await settings(),
      terms,
    });
  }

  /** What was checked long ago, or stood there before numbers were checked. */
  async function checkVatAgain(userId: string): Promise<void> {
    const stored = await findCheckout(db, userId);
    const holder = toCheck(await settings(), stored);
    if (!holder || stored.vatState) return;
    await inTransaction(db, (tx) => queueVatCheck(context, tx, holder));
    context.jobs.wake();
  }

  async function toLines(wanted: readonly { part: string; quantity: number }[]) {
    const found = await listBasketParts(
      db,
      wanted.map(({ part }) => part),
    );
    const stored = wanted.flatMap(({ part: partId, quantity }) => {
      const part = found.get(partId);
      // What is not sold is in baskets only where it was before.
      return part?.isForSale ? { partId, quantity, saved: false, seenCents: part.priceCents } : [];
    });
    return toLiveLines(stored, found);
  }

  return {
    estimate: async ({ body: { lines: wanted, ...destination } }, caller) => {
      const owner = await findOwner(context, caller);
      const lines = wanted ? await toLines(wanted) : owner ? await listLiveLines(db, owner) : [];
      const given = { lines, destination, method: null, vatId: "" };
      const terms = await readOwnerTerms(context, owner);
      const input = { ...given, settings: await settings(), terms };
      return presentQuote(lines, quoteBasket(input));
    },
    read: async (_given, caller) => {
      // What was put in before the sign-in belongs to it.
      await findOwner(context, caller);
      await checkVatAgain(caller.person._id);
      return present(caller.person._id);
    },
    edit: async ({ body }, { person }) => {
      const known = await settings();
      const problem = await inTransaction(db, async (tx) => {
        const {
          address = null,
          billTo = null,
          vatId = "",
        } = { ...(await findCheckout(tx, person._id)), ...body };
        const payer = billTo ?? address;
        const wrong = payer && vatIdProblem(vatId, payer.country);
        if (wrong)
          return refuse("invalid", "Some of what was sent is not right.", { vatId: wrong });
        const holder = toCheck(known, { address, billTo, vatId });
        if (holder && !(await mayCheckVat(tx, person._id, holder))) return tooManyVatNumbers;
        await saveCheckout(tx, person._id, body);
        if (holder) await queueVatCheck(context, tx, holder);
        if (body.address) await rememberAddress(tx, person._id, body.address);
        if (body.address && !hasOwnName(person)) {
          await nameAccount(tx, person._id, body.address.name);
        }
        return undefined;
      });
      context.jobs.wake();
      return problem ?? present(person._id);
    },
    forgetAddress: async ({ params }, { person }) =>
      (await forgetAddress(db, person._id, params.id)) ? present(person._id) : noSuchAddress,
  };
}
