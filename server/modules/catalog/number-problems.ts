import { sql } from "drizzle-orm";
import type { PartEdit } from "#contract/catalog.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { toGtin14 } from "#contract/rules/gtin.ts";
import { normalizePartNumber } from "#contract/rules/part-number.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { isCheckViolation, isUniqueViolation } from "#server/platform/database/database-errors.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";

type Taken = { kind: string; written: string; name: string; isDeleted: boolean };

/** Own numbers are never used again: an address with an earlier one leads to its part. */
export async function refuseTakenNumbers(
  tx: Queries,
  partId: string,
  { number, numbers = [] }: PartEdit,
): Promise<void> {
  const gtins = numbers
    .filter(({ kind }) => kind === "gtin")
    .map(({ written }) => toGtin14(normalizePartNumber(written)));
  if (number === undefined && gtins.length === 0) return;
  const [taken] = await queryRows<Taken>(
    tx,
    sql`
    select n.kind, n.written, p.name, p.deleted_at is not null as "isDeleted"
    from part_numbers n join parts p on p.id = n.part_id
    where n.part_id <> ${partId} and (
      n.norm = part_number_norm(${number ?? null}) and n.kind in ('own', 'old')
      or lpad(n.norm, 14, '0') = any(${sql.param(gtins)}::text[]) and n.kind = 'gtin')
    limit 1`,
  );
  if (!taken) return;
  const was = taken.isDeleted ? "the deleted part " : "";
  const earlier = taken.kind === "old" ? "an earlier number" : "the number";
  throw new RefusalError(
    taken.kind === "gtin"
      ? numberRefusal("numbers", `${taken.written} is the GTIN of ${was}${taken.name}`)
      : numberRefusal("number", `${taken.written} is ${earlier} of ${was}${taken.name}`),
  );
}

const numberRefusal = (field: string, message: string) =>
  refuse("conflict", `${message}. Please choose another.`, { [field]: message });

/** What two admins do at once can only be refused by the database. */
export async function refuseViolations<Result>(
  work: () => Promise<Result>,
): Promise<Result | Refusal<"conflict">> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, "part_numbers_own")) {
      return numberRefusal("number", "Another part has just been given this number");
    }
    if (isUniqueViolation(error, "part_numbers_gtin")) {
      return numberRefusal("numbers", "Another part has just been given this GTIN");
    }
    if (isCheckViolation(error, "supersessions_no_circle")) {
      const message = "The new part is itself replaced by this one";
      return refuse("conflict", `${message}. Please check both.`, { replacedBy: message });
    }
    throw error;
  }
}
