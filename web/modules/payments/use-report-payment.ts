import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { CallRefused } from "#web/app/call.ts";
import { showToast } from "#web/ui/toast.tsx";
import { oneOrder, reportPayment } from "./calls.ts";
import {
  deleteCapturedPayment,
  readCapturedPayment,
  saveCapturedPayment,
} from "./captured-payment.ts";

/**
 * Tells the shop of a payment that the card provider has taken, until the shop has heard it. It
 * goes on when the person leaves the page, and again when they come back.
 */
export function useReportPayment(order: Order) {
  const client = useQueryClient();
  const { queryKey } = oneOrder(order._id);

  const [resumed] = useState(() =>
    order.state === "unpaid" ? readCapturedPayment(order) : undefined,
  );
  const { mutateAsync, isIdle, isPending, isPaused, failureCount, error } = useMutation({
    mutationFn: (transactionId: string) => reportPayment(order, transactionId),
    retry: (_, error) => !isFinal(error),
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 8_000),
    onSuccess: async (paid) => {
      // An answer that is still on its way tells of the time before.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, paid);
      deleteCapturedPayment(order);
      void client.invalidateQueries({ queryKey: ["orders"], refetchType: "none" });
    },
    onError: (error) => {
      if (isSessionsEnd(error)) return;
      deleteCapturedPayment(order);
      showToast(error.message, "error");
      void client.invalidateQueries({ queryKey: ["orders"] });
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (resumed) mutateAsync(resumed).catch(() => {});
  }, []);
  const isSlow = useLasting(isPending, aMoment);

  return {
    /** Ends when the shop has answered, whatever it says. */
    async tell(transactionId: string): Promise<void> {
      saveCapturedPayment(order, transactionId);
      await mutateAsync(transactionId).catch(() => {});
    },
    /** What the shop said when it could not use the payment. */
    refusal: error?.message,
    /** The payment was taken, but not in this moment. */
    delayed: resumed ? isIdle || isPending : isPending && (isSlow || isPaused || failureCount > 0),
  };
}

const aMoment = 2_000;

function useLasting(is: boolean, milliseconds: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => setLasting(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [is, milliseconds]);
  return lasting;
}

/** Whatever is no clear word of the shop is asked again. */
function isFinal(error: Error): boolean {
  return error instanceof CallRefused && error.status < 500 && error.status !== 429;
}

function isSessionsEnd(error: Error): boolean {
  return error instanceof CallRefused && error.status === 401;
}
