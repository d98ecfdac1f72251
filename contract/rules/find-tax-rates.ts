type Rate = {
  country: string;
  region: string;
  class: string;
  rateBp: number;
  contained: boolean;
  from: string | null;
  until: string | null;
  name: string;
};
type Place = { country: string; region?: string };

export const isInForce = ({ from, until }: Pick<Rate, "from" | "until">, day: string): boolean =>
  (from === null || from <= day) && (until === null || day <= until);

export function findTaxRates<Known extends Rate>(
  rates: readonly Known[],
  { country, region = "" }: Place,
  day: string,
): Map<string, Known> {
  const there = rates.filter((rate) => rate.country === country && isInForce(rate, day));
  const isOfRegion = (rate: Known) => isSameRegion(rate.region, region.trim());
  const found = new Map<string, Known>();
  for (const rate of there.filter((rate) => rate.region === "")) found.set(rate.class, rate);
  if (region.trim()) for (const rate of there.filter(isOfRegion)) found.set(rate.class, rate);
  return found;
}

const isSameRegion = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
