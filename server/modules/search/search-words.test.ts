import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { searchWords } from "#contract/rules/search-words.ts";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { createDatabase } from "#tests/create-database.ts";

const pieces = fc.constantFrom(
  ..."14 V|M20|×|x|1,5|.|,|-|%|_|\\|Ä|ß|é|Ø|ГЕН|Ω|ব্রেক|½|ﬁ|😀|\u202e|mm|Brake|discs|Ah".split("|"),
  " ",
);
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(pieces, { maxLength: 40 }).map((all) => all.join("")),
);

it("finds the same words in the database as in the code", async () => {
  const { db, close } = connect(await createDatabase(), { most: 1 });
  onTestFinished(close);
  const names = fc
    .sample(texts, 2_000)
    .filter((each) => each.isWellFormed() && !each.includes("\0"));
  const found = await queryRows<{ words: string[] }>(
    db,
    sql`select search_words(each) as words
      from unnest(${sql.param(names)}::text[]) with ordinality t (each, at) order by at`,
  );
  expect(found.map(({ words }) => words)).toEqual(names.map(searchWords));
});
