import { compare, type Row } from "../row.ts";
import { openDemo, openLimit } from "../servers.ts";

/** As browsers ask on a line that is encrypted; the shop answers in brotli. */
export const asBrowsersAsk = { "accept-encoding": "gzip, deflate, br, zstd" };
export const paths = ["/", "/product", "/about"];

/** The public pages as HTML, against a bare server of the same bytes and headers. */
export async function pages(): Promise<Row[]> {
  const shop = await openDemo();
  const rows: Row[] = [];
  for (const path of paths) {
    const url = shop.url + path;
    const limit = await openLimit(url, asBrowsersAsk);
    const headers = asBrowsersAsk;
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
