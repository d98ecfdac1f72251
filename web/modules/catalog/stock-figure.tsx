import type { Part } from "#contract/catalog.ts";
import { type StockLevel, stockLevel } from "#contract/rules/stock-level.ts";
import { formatCount } from "#web/app/format.tsx";

type Props = {
  part: Pick<Part, "minimumQuantity" | "availablQuantity"> & { lowStock: number | null };
};

export function StockFigure({ part }: Props) {
  const isEnough = stockLevel(part) === "enough";
  return (
    <span className={isEnough ? undefined : "font-semibold"}>
      {formatCount(part.availablQuantity)}
    </span>
  );
}

const warnings: Record<Exclude<StockLevel, "enough">, { text: string; colour: string }> = {
  none: { text: "None left", colour: "text-error" },
  "too few": { text: "Too few to order", colour: "text-error" },
  low: { text: "Low", colour: "text-base-content/75" },
};

export function StockWarning({ part }: Props) {
  const level = stockLevel(part);
  if (level === "enough") return null;
  const { text, colour } = warnings[level];
  return (
    <span className={`${colour} ms-2 inline-block text-sm font-medium md:ms-0 md:block md:text-xs`}>
      {text}
    </span>
  );
}
