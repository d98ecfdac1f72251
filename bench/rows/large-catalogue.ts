import { measureAfterChange } from "../measure-after-change.ts";
import { compareWithBudget, type Row, summarize } from "../row.ts";
import { openShop, type Server } from "../servers.ts";

const times = 40;
const many = Number(process.env.BENCH_PARTS ?? 100_000);
const mostMegabytes = 400;

/** The first request after a change, with 100,000 parts (the product) and with 48 (the limit). */
export async function largeCatalogue(): Promise<Row[]> {
  const large = await openShop(many);
  const small = await openShop(48);
  const rows: Row[] = [];
  const pages: [string, PathIn][] = [
    ["/", async () => "/"],
    ["/product", async () => "/product"],
    ["/part/…", findPartPath],
  ];
  for (const [path, pathIn] of pages) {
    const [inLarge, inSmall] = [await pathIn(large), await pathIn(small)];
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let time = 0; time < times; time++) {
      ours.push(await measureAfterChange(large, inLarge));
      theirs.push(await measureAfterChange(small, inSmall));
    }
    const product = summarize(ours);
    const limit = summarize(theirs);
    rows.push({
      what: `${path} after a change, ${many.toLocaleString("en")} parts against 48`,
      product,
      limit,
      ratio: limit.p50 / product.p50,
      target: 0.5,
      megabytes: await large.megabytes(),
    });
  }
  const parts = `${many.toLocaleString("en")} parts`;
  const memory = async (after: string): Promise<Row> => {
    const megabytes = await large.megabytes();
    const what = `memory with ${parts}, after ${after}: ${mostMegabytes} MB against it (not ms)`;
    return { ...compareWithBudget(mostMegabytes, [megabytes]), what, megabytes };
  };
  rows.push(await memory("these"));
  const headers = { "accept-encoding": "br" };
  await (await fetch(`${large.url}/api/parts`, { headers })).arrayBuffer();
  rows.push(await memory("GET /api/parts of them all"));
  await small.stop();
  await large.stop();
  return rows;
}

type PathIn = (shop: Server) => Promise<string>;

/** The newest part's: the address without a name leads to the whole one. */
async function findPartPath({ url }: Server): Promise<string> {
  const [part] = (await (await fetch(`${url}/api/parts?newest=1`)).json()) as { _id: string }[];
  const page = await fetch(`${url}/part/${part?._id}`);
  return new URL(page.url).pathname;
}
