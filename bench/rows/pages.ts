import { findPartPath } from "../find-part-path.ts";
import { compare, type Row } from "../row.ts";
import { openBareServer, openDemo } from "../servers.ts";

/** As browsers send it over TLS; the shop answers in brotli. */
export const browserHeaders = { "accept-encoding": "gzip, deflate, br, zstd" };
export const publicPaths = ["/", "/product", "/about"];

/** The public pages, and a bare server of the same bytes and headers. */
export async function pages(): Promise<Row[]> {
  const shop = await openDemo();
  const rows: Row[] = [];
  for (const path of [...publicPaths, await findPartPath(shop)]) {
    const url = shop.url + path;
    const limit = await openBareServer(url, browserHeaders);
    const headers = browserHeaders;
    const measured = await compare({ url, headers }, { url: limit.url, headers });
    await limit.stop();
    rows.push({
      what: `${path} as HTML`,
      ...measured,
      target: 0.75,
      megabytes: await shop.megabytes(),
    });
  }
  await shop.stop();
  return rows;
}
