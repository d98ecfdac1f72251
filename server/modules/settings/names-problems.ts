import { isDeepStrictEqual } from "node:util";
import type { DiscountSettings } from "#contract/discount-settings.ts";
import type { FieldMessages } from "#contract/refusals.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { findUnknownNames, type NamedInCatalogue } from "./find-unknown-names.ts";

type Named = NamedInCatalogue & { field: string };

const nouns: Record<NamedInCatalogue["kind"], string> = {
  part: "no part with the number",
  type: "no part type",
  brand: "no brand",
};

/** Of discounts and price lists that change: an earlier one may name a part that has gone since. */
export async function namesProblems(
  tx: Queries,
  before: DiscountSettings,
  after: DiscountSettings,
): Promise<FieldMessages> {
  const named = [
    ...changedRows(before.discounts, after.discounts).flatMap(([at, { targets, excluded }]) => [
      ...targets.map(
        (each, row): Named => ({ ...each, field: `discounts.${at}.targets.${row}.id` }),
      ),
      ...excluded.map(
        (each, row): Named => ({ ...each, field: `discounts.${at}.excluded.${row}.id` }),
      ),
    ]),
    ...changedRows(before.priceLists, after.priceLists).flatMap(([at, { prices }]) =>
      prices.map(
        ({ part: id }, row): Named => ({
          kind: "part",
          id,
          field: `priceLists.${at}.prices.${row}.part`,
        }),
      ),
    ),
  ];
  if (named.length === 0) return {};
  const unknown = await findUnknownNames(tx, named);
  const problems = named
    .filter(({ kind, id }) => unknown.some((each) => each.kind === kind && each.id === id))
    .map(({ kind, id, field }) => [field, `There is ${nouns[kind]} ${id}`]);
  return Object.fromEntries(problems);
}

const changedRows = <Row extends { id: string }>(before: readonly Row[], after: readonly Row[]) =>
  [...after.entries()].filter(
    ([, row]) =>
      !isDeepStrictEqual(
        row,
        before.find(({ id }) => id === row.id),
      ),
  );
