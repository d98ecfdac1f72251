import { type LoadResult, type LoadTarget, measureLoad } from "./load.ts";

/** The product and its limit, measured alternately in one run. */
export type Row = {
  what: string;
  product: LoadResult;
  limit: LoadResult;
  ratio: number;
  target: number;
  megabytes: number;
};

/** Figures without a limit, and which of them miss their target. */
export type FigureSheet = {
  what: string;
  figures: Record<string, number>;
  missed: string[];
  remarks?: string[];
};

type Measure = (seconds: number) => Promise<LoadResult>;

const rounds = 5;
const seconds = 3;

export async function compare(product: LoadTarget, limit: LoadTarget) {
  return measureAlternately(
    (seconds) => measureLoad(product, seconds),
    (seconds) => measureLoad(limit, seconds),
  );
}

/** Alternates and takes the median ratio: a noisy machine disturbs both alike. */
export async function measureAlternately(product: Measure, limit: Measure) {
  await product(1);
  await limit(1);
  const pairs: { product: LoadResult; limit: LoadResult; ratio: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const ours = await product(seconds);
    const theirs = await limit(seconds);
    pairs.push({ product: ours, limit: theirs, ratio: ours.perSecond / theirs.perSecond });
  }
  pairs.sort((a, b) => a.ratio - b.ratio);
  const middle = pairs[Math.floor(rounds / 2)];
  if (!middle) throw new Error("Nothing was measured");
  return middle;
}

export function summarize(milliseconds: number[]): LoadResult {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  return { perSecond: 1000 / at(0.5), p50: at(0.5), p99: at(0.99) };
}

/** The ratio is the budget divided by the median. */
export function compareWithBudget(
  most: number,
  measured: number[],
): Omit<Row, "what" | "megabytes"> {
  const product = summarize(measured);
  const limit = { perSecond: 0, p50: most, p99: most };
  return { product: { ...product, perSecond: 0 }, limit, ratio: most / product.p50, target: 1 };
}
