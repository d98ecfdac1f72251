import { type Asked, asking, measureMixed, percentile } from "../ask.ts";
import {
  fillCatalogue,
  groups,
  items,
  looks,
  originalNumber,
  ownNumber,
  typeSlug,
} from "../fill-catalogue.ts";
import type { FigureSheet } from "../row.ts";
import { openFilled, type Server } from "../servers.ts";
import { typoOf } from "../typo-of.ts";

const many = Number(process.env.BENCH_PARTS ?? 1_000_000);
const times = 200;
/** Milliseconds at the 95th percentile. */
const targets = {
  exact: 5,
  prefix: 8,
  typo: 10,
  keystroke: 15,
  words: 60,
  category: 20,
  lines: 80,
};
type What = keyof typeof targets;
const mixed = { perSecond: 1_000 };
/** How many of a hundred requests. */
const shares: Record<What, number> = {
  exact: 15,
  prefix: 15,
  typo: 5,
  keystroke: 40,
  words: 9,
  category: 15,
  lines: 1,
};

/** A shop with a million parts and five million numbers, asked over HTTP. */
export async function search(): Promise<FigureSheet[]> {
  const shop = await openFilled((url) => fillCatalogue(url, many), process.env.BENCH_FOLDER);
  const sheet = await measureSearch(shop);
  await shop.stop();
  return [sheet];
}

export async function measureSearch(shop: Pick<Server, "url" | "megabytes">): Promise<FigureSheet> {
  const ask = asking(shop.url);
  const figures: Record<string, number> = {};
  const missed: string[] = [];
  for (const what of Object.keys(targets) as What[]) {
    const taken: number[] = [];
    for (let time = -20; time < times; time++) {
      const milliseconds = await ask(asks[what](pick(time + 20)));
      if (time >= 0) taken.push(milliseconds);
    }
    const p95 = percentile(taken, 0.95);
    figures[`${what} p50 ms`] = percentile(taken, 0.5);
    figures[`${what} p95 ms`] = p95;
    if (p95 > targets[what]) missed.push(`${what} ${p95} ms, wanted ${targets[what]}`);
  }
  const { perSecond, p95 } = await measureMixed(ask, mixedAsk());
  figures["mixed, a second"] = perSecond;
  figures["mixed p95 ms"] = p95;
  if (perSecond < mixed.perSecond) {
    missed.push(`${perSecond} mixed requests a second, wanted ${mixed.perSecond}`);
  }
  figures["memory MB"] = await shop.megabytes();
  return { what: `search in ${many.toLocaleString("en")} parts`, figures, missed };
}

const pick = (time: number) => 1 + ((time * 7_919) % many);

/** In the order of their shares. */
function mixedAsk(): (n: number) => Asked {
  const order = (Object.entries(shares) as [What, number][]).flatMap(([what, share]) =>
    Array.from({ length: share }, (_, at) => ({ what, place: (at + 0.5) / share })),
  );
  order.sort((a, b) => a.place - b.place);
  return (n) => {
    const time = times + 20 + n;
    return asks[order[time % order.length]?.what ?? "exact"](pick(time));
  };
}

const at = (words: readonly string[], n: number) => words[n % words.length] ?? "";
const suggest = (q: string) => ({ path: `/api/search/suggest?q=${encodeURIComponent(q)}` });
const find = (q: string) => ({ path: `/api/search?q=${encodeURIComponent(q)}` });
const numberOf = (n: number) => (n % 2 ? ownNumber(n) : originalNumber(n, 1 + (n % 4)));

const asks: Record<What, (n: number) => Asked> = {
  exact: (n) => suggest(numberOf(n)),
  prefix: (n) => suggest(numberOf(n).slice(0, n % 2 ? -2 : 5)),
  typo: (n) => suggest(typoOf(originalNumber(n, 1), n)),
  keystroke(n) {
    const name = `${at(looks, n)} ${at(groups, n >> 2)} ${at(items, n >> 3)}`;
    return suggest(name.slice(0, 1 + ((n >> 4) % name.length)));
  },
  words(n) {
    const [look, other] = [at(looks, n), at(looks, n >> 3)];
    const kinds = [
      `${look} ${other} v${n % 500}`,
      `${look} ${at(groups, n)} ${at(items, n >> 2)}`,
      `${at(items, n)} ${other}`,
      `${at(groups, n)} ${at(items, n >> 1)} ${200 + (n % 20)} mm`,
    ];
    return find(at(kinds, n >> 1));
  },
  category(n) {
    const type = typeSlug(n);
    const kinds = [
      "",
      "&stock=1",
      "&sort=price",
      `&stock=1&f=size:200..${201 + (n % 19)}`,
      `&f=side:Front|Rear`,
    ];
    return { path: `/api/catalogue?type=${type}${at(kinds, n)}` };
  },
  lines(n) {
    const lines = Array.from({ length: 200 }, (_, line) => {
      const part = 1 + ((n + line * 101) % many);
      return line % 10 === 0 ? `${typoOf(originalNumber(part, 1), line)} 2` : `${numberOf(part)} 2`;
    });
    return { path: "/api/numbers/lookup", body: JSON.stringify({ lines }) };
  },
};
