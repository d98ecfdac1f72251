import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { isGtin, normalizePartNumber } from "#contract/rules/part-number.ts";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { createDatabase } from "#tests/create-database.ts";

const letters = fc.constantFrom(..."АВЕКМНОРСТУХавекмнорстухÄÖÜäöüßéİıſ0O1Iaz -+/._😀\t".split(""));
const written = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(letters, { maxLength: 20 }).map((all) => all.join("")),
);
const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 7, maxLength: 15 });

it("is the same in the database and in the code", async () => {
  const { db, close } = connect(await createDatabase(), { most: 1 });
  onTestFinished(close);
  const numbers = fc
    .sample(written, 2_000)
    .filter((each) => each.isWellFormed() && !each.includes("\0"));
  const norms = await queryRows<{ norm: string }>(
    db,
    sql`select part_number_norm(each) as norm
      from unnest(${sql.param(numbers)}::text[]) with ordinality t (each, at) order by at`,
  );
  expect(norms.map(({ norm }) => norm)).toEqual(numbers.map(normalizePartNumber));
  const gtins = fc.sample(digits, 2_000).map((each) => each.join(""));
  const verdicts = await queryRows<{ valid: boolean }>(
    db,
    sql`select is_gtin(each) as valid
      from unnest(${sql.param(gtins)}::text[]) with ordinality t (each, at) order by at`,
  );
  expect(verdicts.map(({ valid }) => valid)).toEqual(gtins.map(isGtin));
});
