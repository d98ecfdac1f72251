import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { searchWords } from "#contract/rules/search-words.ts";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { createDatabase } from "#tests/create-database.ts";
import { fillCatalogue } from "#tests/fill-catalogue.ts";
import { shareShop } from "#tests/open-shop.ts";
import { keepDictionary } from "./dictionary.ts";
import { isNamedByText } from "./list-conditions.ts";
import { suggest } from "./suggest.ts";

const openShop = shareShop();

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

it("finds the same parts by the text of their names as by their words", async () => {
  const { db, close } = connect(await createDatabase(), { most: 1 });
  onTestFinished(close);
  const separators = [..."  ,.-/()'5°é", ", ", "12 ", ".5", " x 3 "];
  const names = fc.sample(
    fc
      .array(
        fc.tuple(
          fc.constantFrom("Ceramic", "ceramic", "CERAMICS", "Disc", "préceramic", "mm", "M20"),
          fc.constantFrom(...separators),
        ),
        { maxLength: 12 },
      )
      .map((pieces) => pieces.flat().join("")),
    3_000,
  );
  const words = ["ceramic", "disc"];
  const judged = await queryRows<{ name: string; byText: boolean; byWords: boolean }>(
    db,
    sql`
    select p.name, ${isNamedByText(words)} as "byText",
      search_words(p.name) && ${sql.param(words)}::text[] as "byWords"
    from unnest(${sql.param(names)}::text[]) p (name)`,
  );
  expect(judged.filter(({ byText, byWords }) => byText !== byWords)).toEqual([]);
  expect(judged.filter(({ byText }) => byText).length).toBeGreaterThan(500);
  expect(judged.filter(({ byText }) => !byText).length).toBeGreaterThan(100);
});

it("suggests the same parts where a word is in very many names", async () => {
  const shop = await openShop();
  await fillCatalogue(shop);
  const { db } = shop.shop;
  const dictionary = await keepDictionary({ onEvents: () => () => {}, isCurrent: () => true })(db);
  expect(dictionary.commonWords).toEqual(new Set());
  const common = { ...dictionary, commonWords: new Set(["ceramic", "ventilated", "solid", "pad"]) };
  for (const q of ["ceramic", "cer", "ventilated brake disc", "solid", "solid pad"]) {
    expect(await suggest(db, q, common)).toEqual(await suggest(db, q, dictionary));
  }
  const { suggestions } = await suggest(db, "ventilated brake disc", common);
  expect(suggestions.map(({ text }) => text)).toContain("Ventilated Brake Disc");
});
