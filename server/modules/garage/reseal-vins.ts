import { eq, inArray } from "drizzle-orm";
import type { VinKeys } from "#server/platform/config/vin-keys.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";
import { openVin, sealVin } from "./seal-vin.ts";
import { garageCars } from "./tables.ts";

const batchSize = 200;

/** VIN_KEYS lists the newest key first; what was encrypted with an older one is encrypted again. */
export const resealVinsJob = ({ db, env }: { db: Database; env: { VIN_KEYS: VinKeys } }) =>
  defineSchedule({
    kind: "reseal-vins",
    title: "Encrypt VINs with the newest key",
    everySeconds: 3_600,
    async run({ signal }) {
      while (!signal.aborted && (await resealSome(db, env.VIN_KEYS)) === batchSize);
    },
  });

function resealSome(db: Database, keys: VinKeys): Promise<number> {
  const [, ...others] = keys.keys();
  if (others.length === 0) return Promise.resolve(0);
  return inTransaction(db, async (tx) => {
    const cars = await tx
      .select()
      .from(garageCars)
      .where(inArray(garageCars.vinKey, others))
      .limit(batchSize)
      .for("update", { skipLocked: true });
    for (const { id, vinKey, vinSealed } of cars) {
      const sealed = sealVin(keys, id, openVin(keys, id, { vinKey, vinSealed }));
      await tx.update(garageCars).set(sealed).where(eq(garageCars.id, id));
    }
    return cars.length;
  });
}
