import type { Context } from "#server/context.ts";
import { deleteCardCustomersKind } from "#server/modules/customers/after-deletion.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";
import { forgetCustomer, listLeftCustomers } from "./provider-customers.ts";

const batchSize = 100;

export const deleteCustomersJob = (context: Context) =>
  defineSchedule({
    kind: deleteCardCustomersKind,
    title: "Delete the saved cards of deleted accounts at the card provider",
    everySeconds: 60,
    run: ({ signal }) => deleteLeftCustomers(context, signal),
  });

/** Each is deleted here only after the provider has deleted it. */
export async function deleteLeftCustomers(
  { db, provider }: Context,
  signal?: AbortSignal,
): Promise<void> {
  if (!provider) return;
  for (const id of await listLeftCustomers(db, batchSize)) {
    if (signal?.aborted) return;
    await provider.deleteCustomer(id);
    await forgetCustomer(db, id);
  }
}
