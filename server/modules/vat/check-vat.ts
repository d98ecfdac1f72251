import * as z from "zod/mini";
import type { Context } from "#server/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { defineJob } from "#server/platform/jobs/job.ts";
import { enqueue } from "#server/platform/jobs/store.ts";
import { askVies, isInVies } from "./ask-vies.ts";
import { beginVatCheck, findWaiting, saveAnswer, type VatHolder } from "./store.ts";

const checkVatKind = { kind: "check-vat-number", payload: z.object({ id: z.string() }) };

/** A number that VIES does not know of, or a shop without VIES, waits for an admin. */
export async function queueVatCheck(
  { env }: Pick<Context, "env">,
  tx: Queries,
  holder: VatHolder,
): Promise<void> {
  const id = await beginVatCheck(tx, holder);
  if (id && env.VIES_URL && isInVies(holder.vatId)) {
    await enqueue(tx, checkVatKind, { payload: { id }, key: id, priority: 0 });
  }
}

/** Outside of any transaction: VIES may take long. If it does not answer, it is asked again. */
export const checkVatJob = ({ db, env }: Pick<Context, "db" | "env">) =>
  defineJob({
    ...checkVatKind,
    title: "Check VAT numbers with VIES",
    storesEvents: false,
    async run({ id }, { signal }) {
      const row = env.VIES_URL ? await findWaiting(db, id) : undefined;
      if (!env.VIES_URL || !row) return;
      await saveAnswer(db, id, await askVies(env.VIES_URL, row.vatId, signal));
    },
  });
