import { compare, type Row } from "../row.ts";
import { openShop } from "../servers.ts";

/** The same pages of a shop with 100,000 parts (the product) and with 48 (the limit). */
export async function largeCatalogue(): Promise<Row[]> {
  const large = await openShop(100_000);
  const small = await openShop(48);
  const rows: Row[] = [];
  for (const path of ["/", "/product"]) {
    const side = (url: string) => ({ url: url + path, headers: {} });
    const measured = await compare(side(large.url), side(small.url));
    rows.push({
      what: `${path} of 100,000 parts against 48`,
      ...measured,
      target: "0.5",
      megabytes: await large.megabytes(),
    });
  }
  await small.stop();
  await large.stop();
  return rows;
}
