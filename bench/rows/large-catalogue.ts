import { connect } from "#server/database/connect.ts";
import { type Row, summary } from "../row.ts";
import { openShop, type Server } from "../servers.ts";

const times = 40;

/**
 * The first request after a change, when nothing is prepared: of a shop with 100,000 parts (the
 * product) and of one with 48 (the limit), in turn.
 */
export async function largeCatalogue(): Promise<Row[]> {
  const large = await openShop(100_000);
  const small = await openShop(48);
  const rows: Row[] = [];
  for (const path of ["/", "/product"]) {
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let time = 0; time < times; time++) {
      ours.push(await firstAfterChange(large, path));
      theirs.push(await firstAfterChange(small, path));
    }
    const product = summary(ours);
    const limit = summary(theirs);
    rows.push({
      what: `${path} after a change, 100,000 parts against 48`,
      product,
      limit,
      ratio: limit.p50 / product.p50,
      target: 0.5,
      megabytes: await large.megabytes(),
    });
  }
  await small.stop();
  await large.stop();
  return rows;
}

/** Milliseconds from asking to having it all, once the shop has heard of the change. */
async function firstAfterChange({ url, databaseUrl }: Server, path: string): Promise<number> {
  const leaving = new AbortController();
  const stream = await fetch(`${url}/api/live`, { signal: leaving.signal });
  const connection = connect(databaseUrl, { most: 1 });
  await connection.sql`select pg_notify('changes', 'parts')`;
  await heard(stream, "changed");
  leaving.abort();
  await connection.close();
  const asked = performance.now();
  await (await fetch(url + path)).arrayBuffer();
  return performance.now() - asked;
}

async function heard(stream: Response, word: string): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of stream.body ?? []) {
    text += decoder.decode(bytes);
    if (text.includes(word)) return;
  }
}
