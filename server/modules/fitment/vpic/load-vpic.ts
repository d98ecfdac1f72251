import { eq } from "drizzle-orm";
import { toSlug } from "#contract/rules/part-path.ts";
import { recordOperatorAction } from "#server/platform/audit/record-action.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { formerVehicleSlugs, makes } from "../tables.ts";
import { readVpic, type VpicRules } from "./read-rules.ts";
import { storeVpic } from "./store-vpic.ts";

export type LoadedVpic = VpicRules & { unknown: string[] };

export async function loadVpic(
  db: Database,
  path: string,
  named: readonly string[],
): Promise<LoadedVpic> {
  const present = await db.select({ slug: makes.slug, name: makes.name }).from(makes);
  const { slug, makeId } = formerVehicleSlugs;
  const renamed = await db
    .select({ slug, name: makes.name })
    .from(formerVehicleSlugs)
    .innerJoin(makes, eq(makes.id, makeId));
  const names = new Map([
    ...named.map((name) => [toSlug(name), name] as const),
    ...[...renamed, ...present].map(({ slug, name }) => [slug, name] as const),
  ]);
  const lastYear = new Date().getUTCFullYear() + 1;
  const rules = await readVpic(path, new Set(names.keys()), lastYear);
  const unknown = named.filter((name) => !rules.makes.has(toSlug(name)));
  if (unknown.length === 0 && rules.schemas.length > 0) {
    await inTransaction(db, async (tx) => {
      await storeVpic(tx, rules, names);
      const list = [...rules.makes.keys()].map((slug) => names.get(slug)).join(", ");
      await recordOperatorAction(tx, { action: "load-vehicles", after: { makes: list } });
    });
  }
  return { ...rules, unknown };
}
