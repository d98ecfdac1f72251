import type { CallInput } from "#contract/call.ts";
import { orderFileCalls } from "#contract/order-file.ts";
import { type OrderMoment, type orderCalls, orderMoments } from "#contract/orders.ts";
import { fulfilmentStates, paymentStates } from "#contract/rules/order-states.ts";
import { isDay, startOfDay } from "#web/app/day.ts";
import { filePath } from "#web/app/file-path.ts";
import { isBoardView } from "./board-tabs.tsx";

export const boardNames = [
  ...(["q", "sort", "view", "payment", "fulfilment", "by", "from", "to", "person"] as const),
] as const;
export type BoardView = Record<(typeof boardNames)[number], string>;

export const momentNames: Record<OrderMoment, string> = {
  ordered: "When ordered",
  paid: "When paid",
  refunded: "When refunded",
};

const sorts = {
  name: "name",
  "name-down": "name-down",
  number: "oldest",
  "number-down": "newest",
  total: "cheapest",
  "total-down": "dearest",
  promised: "promised",
  "promised-down": "promised-down",
  state: "state",
  "state-down": "state-down",
  refunded: "refunded",
  "refunded-down": "refunded-down",
} as const;

type OrderQuery = NonNullable<CallInput<typeof orderCalls.all>["query"]>;

export function toBoardQuery(board: BoardView): OrderQuery {
  const { q, view, from, to, person } = board;
  const payment = paymentStates.find((each) => each === board.payment);
  const fulfilment = fulfilmentStates.find((each) => each === board.fulfilment);
  const by = orderMoments.find((each) => each === board.by);
  const sort = Object.hasOwn(sorts, board.sort) && sorts[board.sort as keyof typeof sorts];
  return {
    state: isBoardView(view) && view !== "work" ? view : "all",
    ...(q && { q }),
    ...(payment && { payment }),
    ...(fulfilment && { fulfilment }),
    ...(person && { person }),
    ...(by && by !== "ordered" && { by }),
    ...(isDay(from) && { from: startOfDay(from).toISOString() }),
    ...(isDay(to) && { before: startOfDay(to, 1).toISOString() }),
    ...(sort && { sort }),
  };
}

export function boardFilePath(board: BoardView, columns: readonly string[]): string {
  // A file is the whole list.
  const { limit: _limit, after: _after, ...filters } = toBoardQuery(board);
  return filePath(orderFileCalls.file, filters, columns);
}
