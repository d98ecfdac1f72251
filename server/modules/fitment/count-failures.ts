import { eq, inArray, sql } from "drizzle-orm";
import { isDoubtful } from "#contract/rules/fit-proof.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { lockApplication, note, type StoredApplication, toFields } from "./application-record.ts";
import { applications, fitFailures, fitProofs } from "./tables.ts";

type Returned = { orderId: string; lines: readonly string[] };

export async function countFailures(
  tx: Queries,
  caller: SignedInCaller,
  { orderId, lines }: Returned,
): Promise<void> {
  if (lines.length === 0) return;
  const proofs = await tx
    .select({ ids: fitProofs.applicationIds })
    .from(fitProofs)
    .where(inArray(fitProofs.orderLineId, [...lines]));
  const ids = [...new Set(proofs.flatMap((proof) => proof.ids))].sort((a, b) => a - b);
  for (const applicationId of ids) {
    const stored = await lockApplication(tx, `${applicationId}`);
    await tx.insert(fitFailures).values({ applicationId, orderId }).onConflictDoNothing();
    if (!stored || stored.record.heldBecause !== null) continue;
    const { failed, promised } = await readCounts(tx, stored);
    if (isDoubtful(failed.length, promised)) await hold(tx, caller, stored, failed);
  }
}

type Counts = { failed: string[]; promised: number };

async function readCounts(tx: Queries, { record, partId }: StoredApplication): Promise<Counts> {
  const id = Number(record._id);
  const [counts] = await queryRows<Counts>(
    tx,
    sql`select
      (select coalesce(array_agg(o.number::text order by o.number), '{}') from fit_failures f
        join orders o on o.id = f.order_id
        where f.application_id = ${id} and f.released_at is null) as failed,
      (select count(distinct l.order_id)::int from fit_proofs p
        join order_lines l on l.id = p.order_line_id and l.shipped > 0
        where p.part_id = ${partId} and p.says = 'yes'
          and ${id}::bigint = any(p.application_ids)) as promised`,
  );
  return counts ?? { failed: [], promised: 0 };
}

const shownNumbers = 10;

async function hold(
  tx: Queries,
  caller: SignedInCaller,
  { partId, record }: StoredApplication,
  failed: readonly string[],
): Promise<void> {
  const more = failed.length > shownNumbers ? " and more" : "";
  const numbers = `${failed.slice(-shownNumbers).join(", ")}${more}`;
  const heldBecause = `Came back as not fitting, orders ${numbers}`;
  await tx
    .update(applications)
    .set({ heldBecause, version: record.version + 1 })
    .where(eq(applications.id, Number(record._id)));
  const after = { ...(await toFields(tx, record)), because: heldBecause };
  await note(tx, caller, { action: "hold-application", about: partId, after });
}
