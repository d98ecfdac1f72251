import type { cardCalls, SavedCard } from "#contract/cards.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import {
  findCustomer,
  findOwnCard,
  forgetCustomer,
  isMissing,
  noSuchCard,
  withCustomer,
} from "#server/modules/payments/provider-customers.ts";
import {
  type ProviderCard,
  ProviderDown,
  ProviderRejected,
  requireProvider,
} from "#server/modules/payments/provider-types.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { prepareIntent } from "./prepare-intent.ts";

const unavailable = refuse(
  "unavailable",
  "The card provider cannot be reached right now. Please try again in a moment.",
);

export function cardHandlers(context: Context): Handlers<typeof cardCalls> {
  const { db } = context;
  return {
    list: (_given, caller) =>
      whileReachable(caller, async () => {
        const customer = await findCustomer(db, caller.person._id);
        if (!customer) return [];
        try {
          return (await requireProvider(context).listCards(customer)).map(toSavedCard);
        } catch (error) {
          if (!isMissing(error)) throw error;
          await forgetCustomer(db, customer);
          return [];
        }
      }),
    add: (_given, caller) =>
      whileReachable(caller, async () => {
        const { createSetup } = requireProvider(context);
        return { clientSecret: await withCustomer(context, caller.person._id, createSetup) };
      }),
    remove: ({ params: { id } }, caller) =>
      whileReachable(caller, async () => {
        if (!(await findOwnCard(context, caller.person._id, id))) return noSuchCard;
        await requireProvider(context).detachCard(id).catch(ignoreRejected);
        return { deletedCount: 1 };
      }),
    prepare: prepareIntent(context),
  };
}

async function whileReachable<Reply>(
  caller: { replyWhenLate?: Refusal },
  work: () => Promise<Reply>,
): Promise<Reply | Refusal<"unavailable">> {
  caller.replyWhenLate = unavailable;
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderDown) return unavailable;
    throw error;
  }
}

/** It was detached meanwhile. */
function ignoreRejected(error: unknown): void {
  if (!(error instanceof ProviderRejected)) throw error;
}

function toSavedCard(card: ProviderCard): SavedCard {
  const { id: _id, brand, lastDigits, expiryMonth, expiryYear } = card;
  return { _id, brand, lastDigits, expiryMonth, expiryYear };
}
