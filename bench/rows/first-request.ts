import { measureAfterChange } from "../measure-after-change.ts";
import { type Row, summarize } from "../row.ts";
import { openDemo } from "../servers.ts";
import { browserHeaders } from "./pages.ts";

const times = 200;
const most = 25;

/** The first request for the home page after a change: queries, rendering, compression. */
export async function firstRequest(): Promise<Row[]> {
  const shop = await openDemo();
  const taken: number[] = [];
  for (let time = 0; time < times; time++) {
    taken.push(await measureAfterChange(shop, "/", browserHeaders));
  }
  const megabytes = await shop.megabytes();
  await shop.stop();
  const product = summarize(taken);
  const limit = { perSecond: 1_000 / most, p50: most, p99: most };
  const measured = { product, limit, target: 1, megabytes };
  return [
    {
      what: `first / after a change: ${most} ms against the median`,
      ratio: most / product.p50,
      ...measured,
    },
    {
      what: `first / after a change: ${most} ms against the p99`,
      ratio: most / product.p99,
      ...measured,
    },
  ];
}
