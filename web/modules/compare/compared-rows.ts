import type { PartPage } from "#contract/catalog.ts";
import { formatDollars, formatNumber } from "#contract/rules/money.ts";
import { describeSmallestOrder } from "#contract/rules/smallest-order.ts";

export type ComparedRow = {
  name: string;
  values: (string | undefined)[];
  differs: boolean;
};

export function compareParts(parts: readonly PartPage[]): ComparedRow[] {
  const toRow = (name: string, read: (part: PartPage) => string | undefined): ComparedRow => {
    const values = parts.map(read);
    return { name, values, differs: new Set(values).size > 1 };
  };
  const names = [...new Set(parts.flatMap(({ attributes }) => attributes.map(({ name }) => name)))];
  return [
    toRow("Price", ({ price }) => `$${formatDollars(price)}`),
    toRow("In stock", ({ availablQuantity }) => formatNumber(availablQuantity, 0)),
    toRow("Smallest order", describeSmallestOrder),
    toRow("Brand", ({ brand }) => brand ?? undefined),
    ...names.map((name) => toRow(name, (part) => readAttribute(part, name))),
  ];
}

function readAttribute({ attributes }: PartPage, name: string): string | undefined {
  const found = attributes.find((attribute) => attribute.name === name);
  if (!found) return undefined;
  return found.unit ? `${found.value}\u00a0${found.unit}` : `${found.value}`;
}
