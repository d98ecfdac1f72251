import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { formatCount, formatDollars, plural } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, paymentPath } from "#web/app/paths.ts";
import { showToast } from "#web/ui/toast.tsx";
import {
  findUnconfirmedOrder,
  hasUnconfirmedOrder,
  type OrderInput,
  placeOnce,
  ResponseLost,
} from "./pending-order.ts";

type Options = {
  person: { _id: string; email: string };
  part: string;
  readInput: () => OrderInput;
  onPlaced: () => void;
  onRefused: (error: Error) => void;
  refetchPart: () => unknown;
};

export function usePlaceOrder(options: Options) {
  const { person, part, readInput, onPlaced, onRefused, refetchPart } = options;
  const { _id: personId } = person;
  const client = useQueryClient();
  const formOpenedAt = useRef(Date.now());
  // A second click may come before the next render.
  const isSending = useRef(false);
  const [notice, setNotice] = useState(() => unconfirmedNotice(personId, part));
  // The first render may be long before the page is shown.
  useEffect(() => {
    formOpenedAt.current = Date.now();
    setNotice(unconfirmedNotice(personId, part));
  }, [personId, part]);

  const placing = useMutation({
    mutationFn: (input: OrderInput) => placeOnce(personId, input, formOpenedAt.current),
    onSuccess: (outcome) => {
      setNotice(outcome);
      if (outcome.is === "earlier-placed")
        return showToast(earlierPlacedText(outcome.order), "error");
      formOpenedAt.current = Date.now();
      onPlaced();
      showToast("Order Success");
    },
    onError: (error) => {
      setNotice(unconfirmedNotice(personId, part));
      showToast(error.message, "error");
      if (!(error instanceof ResponseLost)) onRefused(error);
    },
    onSettled: () => {
      isSending.current = false;
      refetchPart();
      void client.invalidateQueries({ queryKey: ["orders"] });
    },
  });

  const resolveUnconfirmed = useEffectEvent(async () => {
    // Where even this is lost, the notice stays.
    const order = await findUnconfirmedOrder(person, part).catch(() => undefined);
    if (!order) return;
    const isUnchanged = isOrderOf(readInput(), order);
    setNotice({ is: isUnchanged ? "placed" : "earlier-placed", order });
    void client.invalidateQueries({ queryKey: ["orders"] });
    if (!isUnchanged) return;
    formOpenedAt.current = Date.now();
    onPlaced();
  });
  useEffect(() => {
    const resolve = () => void resolveUnconfirmed();
    addEventListener("reconnected", resolve);
    return () => removeEventListener("reconnected", resolve);
  }, []);

  return {
    notice,
    isPlacing: placing.isPending,
    place(input: OrderInput) {
      if (isSending.current) return;
      isSending.current = true;
      placing.mutate(input);
    },
  };
}

function isOrderOf(input: OrderInput, order: Order): boolean {
  const { quantity, totalPrice, phone, address } = order;
  return (
    input.quantity === quantity &&
    input.totalPrice === totalPrice &&
    input.phone === phone &&
    input.address === address
  );
}

function unconfirmedNotice(personId: string, part: string): Notice | undefined {
  return hasUnconfirmedOrder(personId, part) ? { is: "unconfirmed" } : undefined;
}

function earlierPlacedText({ quantity }: Order): string {
  return `Your earlier order of ${plural(quantity, "piece")} had arrived and is placed. This one is not.`;
}

export type Notice =
  | { is: "placed"; order: Order }
  | { is: "earlier-placed"; order: Order }
  | { is: "unconfirmed" };

export function OrderNotice({ notice }: { notice: Notice }) {
  if (notice.is === "unconfirmed") {
    return (
      <Box edge="border-s-warning" links={<MyOrderLink />}>
        We do not know yet whether your last order of this part arrived. Send it again unchanged: it
        is not ordered twice.
      </Box>
    );
  }
  const { order } = notice;
  const what = `${formatCount(order.quantity)} × ${order.productName} for $${formatDollars(order.totalPrice)}`;
  const links = (
    <>
      <PageLink to={paymentPath(order._id)} className="btn btn-primary">
        Pay ${formatDollars(order.totalPrice)} now
      </PageLink>
      <MyOrderLink />
    </>
  );
  return notice.is === "placed" ? (
    <Box edge="border-s-success" links={links} comesIntoView>
      Ordered: {what}.
    </Box>
  ) : (
    <Box edge="border-s-warning" links={links}>
      The order that you sent before had arrived, and is placed: {what}. What you have changed since
      is not ordered; place it only if you want it as well.
    </Box>
  );
}

function MyOrderLink() {
  return (
    <PageLink to={paths.myOrder} className="link py-2 font-semibold">
      See My Order
    </PageLink>
  );
}

type BoxProps = { edge: string; links: ReactNode; comesIntoView?: boolean; children: ReactNode };

function Box({ edge, links, comesIntoView, children }: BoxProps) {
  return (
    <div
      ref={comesIntoView ? scrollIntoView : undefined}
      className={`${edge} grid gap-2 rounded-box border border-s-4 border-base-300 bg-base-100 p-4 leading-relaxed wrap-anywhere`}
    >
      <p>{children}</p>
      <p className="flex flex-wrap items-center gap-x-6 gap-y-2">{links}</p>
    </div>
  );
}

const scrollIntoView = (box: HTMLElement | null) => box?.scrollIntoView({ block: "nearest" });
