import { type Asked, asking, measureMixed, percentile } from "../ask.ts";
import { typeSlug } from "../fill-catalogue.ts";
import { fillVehicles, makes, modelsOfMake, years } from "../fill-vehicles.ts";
import type { FigureSheet } from "../row.ts";
import { openFilled } from "../servers.ts";

const many = Number(process.env.BENCH_PARTS ?? 1_000_000);
const times = 200;
/** Milliseconds at the 95th percentile. */
const targets = { one: 5, page: 10, category: 20, types: 10, list: 20 };
type What = keyof typeof targets;
const mixed = { p95: 25, perSecond: 1_000 };
const mostMegabytes = 300;
const partsOfPage = 48;

/** A shop with a million parts and ten million applications, asked over HTTP. */
export async function fit(): Promise<FigureSheet[]> {
  const shop = await openFilled((url) => fillVehicles(url, many), process.env.BENCH_FOLDER);
  const ask = asking(shop.url);
  const asks = await readAsks(shop.url);
  const figures: Record<string, number> = {};
  const missed: string[] = [];
  for (const what of Object.keys(targets) as What[]) {
    const taken: number[] = [];
    for (let time = -20; time < times; time++) {
      const milliseconds = await ask(asks[what](time + 20));
      if (time >= 0) taken.push(milliseconds);
    }
    const p95 = percentile(taken, 0.95);
    figures[`${what} p50 ms`] = percentile(taken, 0.5);
    figures[`${what} p95 ms`] = p95;
    if (p95 > targets[what]) missed.push(`${what} ${p95} ms, wanted ${targets[what]}`);
  }
  const order = Object.values(asks);
  const { perSecond, p95 } = await measureMixed(ask, (n) => order[n % order.length]?.(n));
  figures["mixed, a second"] = perSecond;
  figures["mixed p95 ms"] = p95;
  if (p95 > mixed.p95) missed.push(`mixed ${p95} ms, wanted ${mixed.p95}`);
  if (perSecond < mixed.perSecond) {
    missed.push(`${perSecond} mixed requests a second, wanted ${mixed.perSecond}`);
  }
  const megabytes = await shop.megabytes();
  figures["memory MB"] = megabytes;
  if (megabytes > mostMegabytes) missed.push(`${megabytes} MB, wanted ${mostMegabytes}`);
  await shop.stop();
  return [{ what: `fit of ${many.toLocaleString("en")} parts`, figures, missed }];
}

const vehicleAt = (n: number) => ({
  make: `make-${1 + (n % makes)}`,
  model: `model-${1 + ((n * 7) % modelsOfMake)}`,
  year: years.first + ((n * 5) % (years.last - years.first)),
});
const pathOf = ({ make, model, year }: ReturnType<typeof vehicleAt>) =>
  `/api/vehicles/${make}/${model}/${year}`;

/** The ids that verdicts are asked by. */
async function readAsks(url: string): Promise<Record<What, (n: number) => Asked>> {
  const read = async (path: string) => (await fetch(url + path)).json();
  const vehicles: number[] = [];
  const parts: string[] = [];
  for (let n = 0; n < 40; n++) {
    const vehicle = vehicleAt(n);
    vehicles.push((await read(pathOf(vehicle))).id);
    const listed = await read(`${pathOf(vehicle)}/${typeSlug(n)}`);
    parts.push(...listed.parts.map((part: { _id: string }) => part._id));
  }
  const vehicle = (n: number) => vehicles[n % vehicles.length];
  const judge = (n: number, count: number): Asked => ({
    path: "/api/fit",
    body: JSON.stringify({
      vehicle: vehicle(n),
      known: [],
      parts: Array.from({ length: count }, (_, at) => parts[(n * 31 + at) % parts.length]),
    }),
  });
  return {
    one: (n) => judge(n, 1),
    page: (n) => judge(n, partsOfPage),
    category: (n) => ({ path: `${pathOf(vehicleAt(n))}/${typeSlug(n)}` }),
    types: (n) => ({ path: pathOf(vehicleAt(n)) }),
    list: (n) => ({ path: `/api/catalogue?type=${typeSlug(n)}&vehicle=${vehicle(n)}` }),
  };
}
