import { sql } from "drizzle-orm";
import type { PartEdit } from "#contract/part-edits.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
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
  const gtins = numbers.filter(({ kind }) => kind === "gtin").map(({ written }) => written);
  if (number === undefined && gtins.length === 0) return;
  const [taken] = await queryRows<Taken>(
    tx,
    sql`
    select n.kind, n.written, p.name, p.deleted_at is not null as "isDeleted"
    from part_numbers n join parts p on p.id = n.part_id
    where n.part_id <> ${partId} and (
      n.norm = part_number_norm(${number ?? null}) and n.kind in ('own', 'old')
      or n.kind = 'gtin' and lpad(n.norm, 14, '0') = any(array(
        select lpad(part_number_norm(gtin), 14, '0') from unnest(${sql.param(gtins)}::text[]) gtin)))
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
    if (isCheckViolation(error, "kit_components_no_circle")) {
      const message = "One of these contains this kit itself";
      return refuse("conflict", `${message}. Please check both.`, { components: message });
    }
    if (isCheckViolation(error, "parts_shelf_without_stock")) {
      const message = "Packed kits are on the shelf: count them to 0 first";
      return refuse("conflict", `${message}.`, { fromShelf: message });
    }
    if (isCheckViolation(error, "parts_applications_need_type")) {
      const message = "Vehicles are listed for this product, so it needs a type";
      return refuse("conflict", `${message}.`, { type: message });
    }
    throw error;
  }
}

export type FoundPart = { id: string; isDeleted: boolean; isHidden: boolean };

export async function findPartByNumber(
  db: Queries,
  idOrNumber: string,
): Promise<FoundPart | undefined> {
  const columns = sql`p.id, p.deleted_at is not null as "isDeleted", p.hidden as "isHidden"`;
  const [found] = await queryRows<FoundPart>(
    db,
    isId(idOrNumber)
      ? sql`select ${columns} from parts p where p.id = ${idOrNumber}`
      : sql`select ${columns} from part_numbers n join parts p on p.id = n.part_id
          where n.norm = part_number_norm(${idOrNumber}) and n.kind in ('own', 'old')
          order by p.hidden, p.deleted_at is not null, n.kind = 'old', n.id limit 1`,
  );
  return found;
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
