import type { Compared, Overview, Period } from "#contract/overview.ts";
import { formatCount, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";

const periodBefore: Record<Period, string> = {
  today: "on yesterday until now",
  week: "on the 7 days before",
  month: "on the 30 days before",
};

type Props = { overview: Overview; period: Period };

export function FigureTiles({ overview: { figures, from, to }, period }: Props) {
  const ordersOf = (by: string) =>
    `${paths.manageAllOrders}?${new URLSearchParams({ view: "work", ...(by && { by }), from, to })}`;
  const change = (compared: Compared | undefined) =>
    compared ? changeWords(compared, periodBefore[period]) : unread;
  return (
    <ul className="grid grid-cols-2 border-s border-t border-base-300 md:grid-cols-6 lg:grid-cols-5">
      <Tile
        label="Orders"
        to={ordersOf("")}
        figure={write(figures?.orders.now, formatCount)}
        note={change(figures?.orders)}
      />
      <Tile
        label="Paid"
        to={ordersOf("paid")}
        figure={write(figures?.paid.now, dollars)}
        note={change(figures?.paid)}
      />
      <Tile
        label="Refunded"
        to={ordersOf("refunded")}
        figure={write(figures?.refunded.now, dollars)}
        note={[change(figures?.refunded), figures && shareWords(figures)]
          .filter(Boolean)
          .join(", ")}
      />
      <Tile
        label="Average order"
        to={ordersOf("paid")}
        figure={write(figures?.average.now, dollars)}
        note={change(figures?.average)}
      />
      <Tile
        label="Returns"
        to={`${paths.returns}?${new URLSearchParams({ from, to })}`}
        figure={write(figures?.returns.now, formatCount)}
        note={change(figures?.returns)}
      />
    </ul>
  );
}

type TileProps = { label: string; figure: string; note: string; to: string };

function Tile({ label, figure, note, to }: TileProps) {
  return (
    <li className="border-e border-b border-base-300 last:col-span-2 md:col-span-2 md:nth-[n+4]:col-span-3 lg:col-span-1 lg:nth-[n+4]:col-span-1">
      <PageLink to={to} className="grid h-full content-start gap-0.5 p-4 hover:bg-base-200">
        <span className="text-sm">{label}</span>
        <span className="font-display text-xl font-extrabold wrap-anywhere sm:text-2xl">
          {figure}
        </span>
        <span className="text-sm text-base-content/75">{note}</span>
      </PageLink>
    </li>
  );
}

const unread = "Could not be read";
const dollars = (amount: number) => `$${formatDollars(amount)}`;

function write(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? "–" : format(value);
}

function changeWords({ now, before }: Compared, periodWords: string): string {
  if (now === null) return "";
  if (!before) return "None before";
  const percent = Math.round((100 * (now - before)) / before);
  if (percent === 0) return `The same as ${periodWords.replace(/^on /, "")}`;
  return `${percent > 0 ? "+" : "−"}${formatCount(Math.abs(percent))} % ${periodWords}`;
}

function shareWords({ paid, refunded }: NonNullable<Overview["figures"]>): string {
  if (!paid.now || refunded.now === null) return "";
  const tenths = Math.round((1_000 * refunded.now) / paid.now);
  return `${tenths / 10} % of paid`;
}
