import { useState } from "react";
import type { Overview, PaidChart, PaidDay } from "#contract/overview.ts";
import { formatDollars, writeDate } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { Cell, Row, Table } from "#web/ui/table.tsx";

export function PaidPerDay({ paidPerDay }: Pick<Overview, "paidPerDay">) {
  const [isTable, setTable] = useState(false);
  return (
    <section aria-labelledby="paid-per-day">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h3 id="paid-per-day" className="text-lg font-bold">
          Paid per day
        </h3>
        {paidPerDay && (
          <button
            type="button"
            className="link min-h-11 cursor-pointer text-sm"
            onClick={() => setTable(!isTable)}
          >
            {isTable ? "As a chart" : "As a table"}
          </button>
        )}
      </div>
      {!paidPerDay && <p>–, because it could not be read. The page tries again by itself.</p>}
      {paidPerDay && isTable && <PaidTable days={paidPerDay.days} />}
      {paidPerDay && !isTable && <PaidCharts {...paidPerDay} />}
    </section>
  );
}

function PaidCharts({ days, charts }: NonNullable<Overview["paidPerDay"]>) {
  const label = summarize(days);
  return (
    <>
      <Chart chart={charts.narrow} label={label} className="md:hidden" />
      <Chart chart={charts.wide} label={label} className="max-md:hidden" />
      <p className="mt-2 text-sm text-base-content/75">
        Bars: these days. Dashed line: {days.length} days before.
      </p>
    </>
  );
}

type ChartProps = { chart: PaidChart; label: string; className: string };

function Chart({ chart: { width, height, bars, before, grid, days }, ...props }: ChartProps) {
  const { label, className } = props;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      className={`w-full max-w-xl overflow-visible ${className}`}
    >
      {grid.map(({ y, label }) => (
        <g key={label}>
          <path d={`M44 ${y}H${width}`} className="stroke-base-300" />
          <text x={0} y={y + 4} className="fill-base-content/75 text-xs">
            {label}
          </text>
        </g>
      ))}
      {bars.map((bar, at) => (
        <rect
          key={bar.x}
          {...bar}
          className={at === bars.length - 1 ? "fill-base-content" : "fill-base-content/60"}
        />
      ))}
      <path d={before} fill="none" strokeWidth="2" strokeDasharray="5 4" className="stroke-info" />
      {days.map(({ x, label, anchor }) => (
        <text
          key={label}
          x={x}
          y={height - 4}
          textAnchor={anchor}
          className="fill-base-content/75 text-xs"
        >
          {label}
        </text>
      ))}
    </svg>
  );
}

function PaidTable({ days }: { days: PaidDay[] }) {
  const columns = ["Day", "Paid", `${days.length} days before`];
  return (
    <Table label="Paid per day" columns={columns} figures={columns.slice(1)} low>
      {days.toReversed().map(({ day, paid, before }) => (
        <Row key={day} className="grid-cols-3 py-1">
          <Cell>
            <PageLink
              to={`${paths.manageAllOrders}?view=work&by=paid&from=${day}&to=${day}`}
              className="link inline-flex min-h-11 items-center"
            >
              {writeDate(day)}
            </PageLink>
          </Cell>
          <Cell className="text-end tabular-nums">${formatDollars(paid)}</Cell>
          <Cell className="text-end tabular-nums text-base-content/75">
            ${formatDollars(before)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function summarize(days: PaidDay[]): string {
  const sum = days.reduce((all, { paid }) => all + paid, 0);
  const best = days.reduce((most, day) => (day.paid > most.paid ? day : most));
  const from = writeDate(days[0]?.day ?? best.day);
  return `Paid per day since ${from}: $${formatDollars(sum)} in all, most on ${writeDate(best.day)} with $${formatDollars(best.paid)}`;
}
