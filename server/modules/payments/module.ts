import type { ShopModule } from "#server/module.ts";
import { deleteCustomersJob } from "./delete-customers.ts";
import { findCustomer } from "./provider-customers.ts";

export const payments = {
  jobs: (context) => [deleteCustomersJob(context)],
  ownData: async ({ context: { db }, person }) => ({
    cardCustomer: (await findCustomer(db, person._id)) ?? null,
  }),
} satisfies ShopModule;
