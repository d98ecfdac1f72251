import type { Compared, Overview, PaidDay } from "#contract/overview.ts";
import { toDollars } from "#contract/rules/money.ts";
import { countPlaced, sumPaid } from "#server/modules/orders/sum-sales.ts";
import { sumRefunded } from "#server/modules/refunds/sum-refunds.ts";
import { countAskedReturns } from "#server/modules/returns/count-returns-of.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { drawChart } from "./draw-chart.ts";
import type { Spans } from "./spans.ts";

const widths = { narrow: 358, wide: 460 };

export async function readFigures(
  db: Queries,

  { now, before }: Spans,
): Promise<NonNullable<Overview["figures"]>> {
  const spans = [now, before];
  const placed = await countPlaced(db, spans);
  const paid = await sumPaid(db, spans);
  const refunded = await sumRefunded(db, spans);
  return {
    orders: compare(placed),
    paid: compare(paid.map(({ cents }) => toDollars(cents))),
    refunded: compare(refunded.map(toDollars)),
    returns: compare(await countAskedReturns(db, spans)),
    average: compare(
      paid.map(({ cents, count }) => (count === 0 ? null : toDollars(Math.round(cents / count)))),
    ),
  };
}

function compare([now = null, before = null]: (number | null)[]): Compared {
  return { now, before };
}

export async function readPaidPerDay(
  db: Queries,

  { days, names }: Spans,
): Promise<NonNullable<Overview["paidPerDay"]>> {
  const paid = (await sumPaid(db, days)).map(({ cents }) => toDollars(cents));
  const shown: PaidDay[] = names.map((day, at) => ({
    day,
    paid: paid[at + names.length] ?? 0,
    before: paid[at] ?? 0,
  }));
  const charts = {
    narrow: drawChart(shown, widths.narrow),
    wide: drawChart(shown, widths.wide),
  };
  return { days: shown, charts };
}
