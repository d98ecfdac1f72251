// Customers of the provider and their cards, of which only the customer's id is stored here.
import type Stripe from "stripe";
import { type Provider, ProviderRejected } from "./provider-types.ts";
import { toCard } from "./stripe-objects.ts";
import { withOwnErrors } from "./with-own-errors.ts";

type Cards = Pick<
  Provider,
  "createCustomer" | "deleteCustomer" | "listCards" | "findCard" | "detachCard" | "createSetup"
>;

/** The most that the provider lists at once. */
const limit = 100;
/** A page that can do without waits for it. */
const listTimeout = { timeout: 3_000, maxNetworkRetries: 0 };

export function openProviderCards({ customers, paymentMethods, setupIntents }: Stripe): Cards {
  return {
    async createCustomer(userId) {
      const created = customers.create({ metadata: { user: userId } });
      return (await withOwnErrors(created, "make a customer")).id;
    },
    async deleteCustomer(id) {
      await withOwnErrors(customers.del(id)).catch(ignoreMissing);
    },
    async listCards(customerId) {
      const listed = customers.listPaymentMethods(customerId, { type: "card", limit }, listTimeout);
      return (await withOwnErrors(listed)).data.map(toCard);
    },
    async findCard(id) {
      return toCard(await withOwnErrors(paymentMethods.retrieve(id)));
    },
    async detachCard(id) {
      await withOwnErrors(paymentMethods.detach(id));
    },
    async createSetup(customer) {
      const setup = { customer, payment_method_types: ["card"], usage: "on_session" as const };
      const created = setupIntents.create(setup);
      return (await withOwnErrors(created, "prepare the saving of a card")).client_secret ?? "";
    },
  };
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof ProviderRejected && error.code === "resource_missing")) throw error;
}
