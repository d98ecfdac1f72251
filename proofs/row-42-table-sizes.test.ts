// Row 42: a table of any size is backed up while people buy, and comes back the same elsewhere.
import { describe, expect, it } from "vitest";
import { begin, complete, newFile, newPlace, placeOf } from "./backups.ts";
import { openCustomers, whileBuying } from "./customers.ts";
import { type Database, openDatabase } from "./database.ts";
import { addPart } from "./orders.ts";
import { full, report } from "./report.ts";
import { startShop } from "./start-shop.ts";

const sizes = full
  ? Array.from({ length: 31 }, (_, at) => Math.round(1_000 * 50 ** (at / 30)))
  : [1_900, 7_000];

/** People buy another part meanwhile. */
const summarize = ({ query }: Database) =>
  query(`select count(*)::int as rows, md5(string_agg(parts::text, '' order by id)) as md5
    from parts where name like 'Part %'`);

const addRows = ({ query }: Database, count: number) =>
  query(
    `insert into parts (id, name, img, description, minimum_quantity, availabl_quantity, price_cents)
    select gen_random_uuid(), 'Part ' || n, '', 'Cast and balanced', 1, 0, 4550
    from generate_series(1, $1::int) n`,
    [count],
  );

describe("row 42: table sizes", () => {
  it("a backup under load restores each as it was", async () => {
    const shop = await startShop({ expectedComplaints: /./ });
    const sold = await addPart(shop);
    const customers = await openCustomers(shop, [sold, sold]);
    const wrong: string[] = [];
    await whileBuying(customers, async () => {
      let rows = 0;
      for (const size of sizes) {
        await addRows(shop.database, size - rows);
        rows = size;
        const [file, to] = [await newFile(), await newPlace()];
        await complete(begin("backup", file, placeOf(shop)));
        await complete(begin("restore", file, to));
        const restored = openDatabase(to.DATABASE_URL);
        const [before, after] = [await summarize(shop.database), await summarize(restored)];
        await restored.close();
        if (JSON.stringify(before) !== JSON.stringify(after)) {
          wrong.push(`${size} rows: ${JSON.stringify([before, after])}`);
        }
      }
    });
    report({
      check: "a backup of tables of many sizes, under load",
      target: "31 sizes from 1,000 to 50,000 rows: each is restored as it was, and balances",
      figure: `${sizes.length} sizes, ${customers[0].acknowledged.length} orders meanwhile`,
      faults: wrong,
    });
    expect(customers[0].acknowledged.length).toBeGreaterThan(0);
  });
});
