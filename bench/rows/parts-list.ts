import { compare, type Row } from "../row.ts";
import { openBareServer, openShop } from "../servers.ts";

/** Each encoding has its own ETag. */
const plain = { "accept-encoding": "identity" };

/** GET /api/parts with 24 parts, 200 and 304, and a bare server of the same bytes. */
export async function partsList(): Promise<Row[]> {
  const shop = await openShop(24);
  const url = `${shop.url}/api/parts`;
  const etag = (await fetch(url, { headers: plain })).headers.get("etag") ?? "";
  const rows: Row[] = [];
  for (const [what, status, headers] of [
    ["GET /api/parts, 24 parts, whole", 200, plain],
    ["GET /api/parts, 24 parts, 304", 304, { ...plain, "if-none-match": etag }],
  ] satisfies [string, number, Record<string, string>][]) {
    const limit = await openBareServer(url, {});
    for (const each of [url, limit.url]) await mustAnswer(each, headers, status);
    const measured = await compare({ url, headers }, { url: limit.url, headers });
    await limit.stop();
    rows.push({ what, ...measured, target: 0.75, megabytes: await shop.megabytes() });
  }
  await shop.stop();
  return rows;
}

/** The loader does not distinguish 200 from 304. */
async function mustAnswer(url: string, headers: Record<string, string>, wanted: number) {
  const { status } = await fetch(url, { headers });
  if (status !== wanted) throw new Error(`${url} answers ${status} instead of ${wanted}`);
}
