import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { orderAgainCalls } from "#contract/order-again.ts";
import { type Order, orderCalls } from "#contract/orders.ts";
import { call } from "#web/app/call.ts";
import { dayOf, today } from "#web/app/day.ts";
import { formatDateTime, formatDollars, formatTime } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { checkoutPayPath, orderPath, paths } from "#web/app/paths.ts";
import { keepBasket } from "#web/modules/baskets/calls.ts";
import { useSession } from "#web/modules/identity/session.ts";
import { removeOrder } from "#web/modules/orders/calls.ts";
import { FormError } from "#web/ui/field.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { useAction } from "#web/ui/use-action.ts";

function waitingOrders(email: string) {
  return queryOptions({
    queryKey: ["orders", "mine", email, "waiting"],
    queryFn: async ({ signal }) => {
      const query = { email, state: "unpaid", limit: 3 } as const;
      const orders = await call(orderCalls.mine, { query }, signal);
      return orders.filter(({ payment }) => payment === "unpaid");
    },
    staleTime: 0,
  });
}

type Props = {
  /** Comes below them, once they are known: nothing moves. */
  children: ReactNode;
};

/** Who has ordered and goes back finds the order where they look for it. */
export function WaitingOrders({ children }: Props) {
  const { user } = useSession();
  const { data: orders = [], isLoading } = useQuery({
    ...waitingOrders(user?.email ?? ""),
    enabled: Boolean(user),
  });
  if (isLoading) return <InlineLoading />;
  return (
    <>
      {user && <OfPerson personId={user._id} waiting={orders} />}
      {children}
    </>
  );
}

function OfPerson({ personId, waiting }: { personId: string; waiting: readonly Order[] }) {
  const { change, changed, isBusy, failure } = useChangeOrder(personId);
  // Once it is cancelled it is in the list no more, though its parts may not be in the basket yet.
  const orders = changed ? [changed] : waiting;
  if (orders.length === 0) return null;
  return (
    <section aria-label="Orders that wait for payment" className="my-4 grid gap-2">
      {orders.map((order) => (
        <div
          key={order._id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 border border-s-4 border-base-300 border-s-warning px-4 py-2"
        >
          <p>
            Order{" "}
            <PageLink to={orderPath(order.number)} className="link">
              {order.number}
            </PageLink>
            , ${formatDollars(order.totalPrice)}, waits for payment{writeUntil(order)}.
          </p>
          <p className="flex flex-wrap gap-2">
            <PageLink to={checkoutPayPath(order._id)} className="btn btn-secondary">
              Pay now
            </PageLink>
            <button
              type="button"
              className="btn btn-outline"
              aria-busy={isBusy}
              onClick={() => change(order)}
            >
              Change it
            </button>
          </p>
        </div>
      ))}
      <FormError>{failure}</FormError>
    </section>
  );
}

/** Cancels it and puts its parts into the basket: what is ordered stays as it was written. */
function useChangeOrder(personId: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { run, isBusy, failure } = useAction();
  const [changed, setChanged] = useState<Order>();
  const isCancelled = useRef(false);

  const change = (order: Order) =>
    run(async () => {
      if (!isCancelled.current) {
        await removeOrder(order);
        isCancelled.current = true;
        setChanged(order);
      }
      const again = await call(orderAgainCalls.again, { params: { id: order._id } });
      keepBasket(client, personId, again.basket);
      setChanged(undefined);
      isCancelled.current = false;
      void client.invalidateQueries({ queryKey: ["orders"] });
      const state = { changes: again.changes, cancelled: order.number };
      await navigate(paths.basket, { state });
    });

  return { change, changed, isBusy, failure };
}

function writeUntil({ heldUntil }: Order): string {
  const until = heldUntil ? new Date(heldUntil) : undefined;
  if (!until || until.getTime() < Date.now()) return "";
  const isToday = dayOf(until) === today();
  return ` until ${isToday ? formatTime(until) : formatDateTime(until.toISOString())}`;
}
