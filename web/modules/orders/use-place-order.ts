// Sends an order, and says how it went: in a toast, and in the news below the form.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { formatCount } from "#web/app/format.ts";
import { showToast } from "#web/ui/toast.tsx";
import type { Notice } from "./order-notice.tsx";
import type { OrderInput } from "./pending-order.ts";
import { hasUnconfirmedOrder, placeOnce, ResponseLost } from "./place-once.ts";

type Options = {
  personId: string;
  part: string;
  onPlaced: () => void;
  onRefused: (error: Error) => void;
  /** Fetches what is on the shelf now. */
  lookAgain: () => unknown;
};

export function usePlaceOrder({ personId, part, onPlaced, onRefused, lookAgain }: Options) {
  const client = useQueryClient();
  const openSince = useRef(Date.now());
  // A second press may come before anything is rendered anew.
  const busy = useRef(false);
  const [news, setNews] = useState(() => newsBefore(personId, part));
  // It may have been rendered a while before it is seen.
  useEffect(() => {
    openSince.current = Date.now();
    setNews(newsBefore(personId, part));
  }, [personId, part]);

  const placing = useMutation({
    mutationFn: (wish: OrderInput) => placeOnce(personId, wish, openSince.current),
    onSuccess: (outcome) => {
      setNews(outcome);
      if (outcome.is === "earlier-placed") return showToast(earlierPlaced(outcome.order), "error");
      openSince.current = Date.now();
      onPlaced();
      showToast("Order Success");
    },
    onError: (error) => {
      setNews(newsBefore(personId, part));
      showToast(error.message, "error");
      if (!(error instanceof ResponseLost)) onRefused(error);
    },
    onSettled: () => {
      busy.current = false;
      lookAgain();
      // Lists fetch when they are shown; there is no need to wait for them here.
      void client.invalidateQueries({ queryKey: ["orders"] });
    },
  });

  return {
    news,
    isPlacing: placing.isPending,
    place(wish: OrderInput) {
      if (busy.current) return;
      busy.current = true;
      placing.mutate(wish);
    },
  };
}

function newsBefore(personId: string, part: string): Notice | undefined {
  return hasUnconfirmedOrder(personId, part) ? { is: "answer-owed" } : undefined;
}

function earlierPlaced({ quantity }: Order): string {
  return `Your earlier order of ${formatCount(quantity)} pieces had arrived and is placed. This one is not.`;
}
