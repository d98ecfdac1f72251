import { compare, type Row } from "../row.ts";
import { openLimit, openShop } from "../servers.ts";

/** GET /api/parts with 24 parts, whole and unchanged, against a bare server of the same bytes. */
export async function partsList(): Promise<Row[]> {
  const shop = await openShop(24);
  const url = `${shop.url}/api/parts`;
  const etag = (await fetch(url)).headers.get("etag") ?? "";
  const rows: Row[] = [];
  for (const [what, headers] of [
    ["GET /api/parts, 24 parts, whole", {}],
    ["GET /api/parts, 24 parts, 304", { "if-none-match": etag }],
  ] satisfies [string, Record<string, string>][]) {
    const limit = await openLimit(url, {});
    const measured = await compare({ url, headers }, { url: limit.url, headers });
    await limit.stop();
    rows.push({ what, ...measured, target: 0.85, megabytes: await shop.megabytes() });
  }
  await shop.stop();
  return rows;
}
