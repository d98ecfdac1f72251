import { Link } from "react-router";
import { paths } from "#web/app/paths.ts";

const orders = paths.manageAllOrders;

/** `work` has every order, in columns that can be worked with. */
const boardViews = {
  work: "Work list",
  "to-ship": "To ship",
  "part-shipped": "Part shipped",
  unpaid: "Unpaid",
  expiring: "Reserved for minutes",
  shipped: "Shipped",
  closed: "Cancelled",
} as const;
type BoardViewName = keyof typeof boardViews;

export const isBoardView = (name: string | null): name is BoardViewName =>
  name !== null && Object.hasOwn(boardViews, name);

const tabs = [
  { name: "All orders", view: null, to: orders },
  ...Object.entries(boardViews).map(([view, name]) => ({
    name,
    view,
    to: `${orders}?${new URLSearchParams({ view })}`,
  })),
];

export function BoardTabs({ present }: { present: string | null }) {
  return (
    <nav aria-label="Views of orders" className="mb-5 border-b border-base-300 print:hidden">
      <ul className="flex flex-wrap gap-x-6">
        {tabs.map(({ name, view, to }) => (
          <li key={name}>
            <Link
              to={to}
              aria-current={view === present ? "page" : undefined}
              className="inline-flex min-h-11 items-center border-b-3 border-transparent font-medium whitespace-nowrap aria-[current=page]:border-primary aria-[current=page]:font-bold"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
