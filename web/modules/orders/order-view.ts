import { useNavigate, useSearchParams } from "react-router";
import type { CallInput } from "#contract/call.ts";
import type { orderCalls } from "#contract/orders.ts";
import { isDay, startOfDay } from "#web/app/day.ts";

export const stateChoices = {
  "": "All",
  unpaid: "Unpaid",
  paid: "Paid",
  "to-ship": "To ship",
  "part-shipped": "Part shipped",
  shipped: "Shipped",
  closed: "Cancelled",
} as const;
export const sortChoices = {
  newest: "Newest first",
  oldest: "Oldest first",
  dearest: "Dearest first",
  cheapest: "Cheapest first",
} as const;

export type OrderView = {
  q: string;
  state: keyof typeof stateChoices;
  from: string;
  to: string;
  sort: keyof typeof sortChoices;
  after: string;
  order: string;
};

const defaults: OrderView = {
  q: "",
  state: "",
  from: "",
  to: "",
  sort: "newest",
  after: "",
  order: "",
};
const names = Object.keys(defaults) as (keyof OrderView)[];

export function readView(params: URLSearchParams): OrderView {
  const read = (name: keyof OrderView) => params.get(name)?.trim() ?? "";
  const readChoice = <Choice extends string>(
    choices: Record<Choice, string>,
    name: keyof OrderView,
  ) => (Object.hasOwn(choices, read(name)) ? (read(name) as Choice) : undefined);
  return {
    q: read("q").slice(0, 200),
    state: readChoice(stateChoices, "state") ?? defaults.state,
    from: isDay(read("from")) ? read("from") : "",
    to: isDay(read("to")) ? read("to") : "",
    sort: readChoice(sortChoices, "sort") ?? defaults.sort,
    after: read("after"),
    order: read("order"),
  };
}

export function toSearch(view: OrderView): string {
  const params = new URLSearchParams();
  for (const name of names) if (view[name] !== defaults[name]) params.set(name, view[name]);
  return params.size > 0 ? `?${params}` : "";
}

type OrderQuery = NonNullable<CallInput<typeof orderCalls.all>["query"]>;

export function toQuery({ q, state, from, to, sort, after }: OrderView): OrderQuery {
  return {
    sort,
    ...(q && { q }),
    ...(state && { state }),
    ...(from && { from: startOfDay(from).toISOString() }),
    ...(to && { before: startOfDay(to, 1).toISOString() }),
    ...(after && { after }),
  };
}

export function hasFilters({ q, state, from, to }: OrderView): boolean {
  return [q, state, from, to].some(Boolean);
}

export function withoutFilters({ sort }: OrderView): OrderView {
  return { ...defaults, sort };
}

export function useOrderView() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const view = readView(params);
  return {
    view,
    change(part: Partial<OrderView>, { replace = false } = {}) {
      const search = toSearch({ ...view, after: "", ...part });
      // flushSync: without it a controlled field shows the old choice for a moment.
      void navigate({ search }, { replace, preventScrollReset: true, flushSync: true });
    },
  };
}
