import { sql } from "drizzle-orm";
import type { AuditFields } from "#contract/audit-actions/audited-action.ts";
import { Refusal } from "#contract/refusals.ts";
import { vehiclesTag } from "#contract/tags.ts";
import type { VehicleChange } from "#contract/vehicle-edits.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import type { Done, Refused } from "./done.ts";

const lock = sql`select pg_advisory_xact_lock(7215018)`;

type Answer = Promise<Audited<{ make: string; model: string }> | Refused>;

export function saveChange(
  db: Database,
  caller: SignedInCaller,
  work: (tx: Queries) => Promise<Done | Refused>,
): Answer {
  return retryOnConflict(() =>
    inTransaction(db, async (tx) => {
      await tx.execute(lock);
      const done = await work(tx);
      if (done instanceof Refusal) return done;
      const { make, model, before, after } = done;
      await storeEvents(tx, [
        { name: "vehicles.changed", about: `${make}/${model}`, tags: [vehiclesTag] },
      ]);
      const noted = await recordAction(tx, caller, {
        action: "change-vehicles",
        about: newId(),
        ...(before && { before: toFields(before) }),
        ...(after && { after: toFields(after) }),
      });
      return { reply: { make, model }, noted };
    }),
  );
}

const toFields = (change: VehicleChange): AuditFields => ({ name: nameOf(change), change });

function nameOf(change: VehicleChange): string {
  if (change.what === "car") return `${change.make} ${change.model} ${change.year}`;
  return change.what === "fact" ? change.question : change.name;
}
