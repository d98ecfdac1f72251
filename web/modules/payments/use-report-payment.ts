import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { CallRefused } from "#web/app/call.ts";
import { deleteDraft, readDraft, saveDraft } from "#web/app/forms.ts";
import { showToast } from "#web/ui/toast.tsx";
import { oneOrder, reportPayment } from "./calls.ts";

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
      // A pending response would overwrite the paid order with an older state.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, paid);
      deleteCapturedPayment(order);
      void client.invalidateQueries({ queryKey: ["orders"], refetchType: "none" });
    },
    onError: (error) => {
      if (isSignedOut(error)) return;
      deleteCapturedPayment(order);
      showToast(error.message, "error");
      void client.invalidateQueries({ queryKey: ["orders"] });
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (resumed) mutateAsync(resumed).catch(() => {});
  }, []);
  const isSlow = useLongerThan(isPending, slowAfterMs);

  return {
    async send(transactionId: string): Promise<void> {
      saveCapturedPayment(order, transactionId);
      await mutateAsync(transactionId).catch(() => {});
    },
    refusal: error?.message,
    isDelayed: resumed
      ? isIdle || isPending
      : isPending && (isSlow || isPaused || failureCount > 0),
  };
}

const slowAfterMs = 2_000;

function useLongerThan(condition: boolean, milliseconds: number): boolean {
  const [isLonger, setLonger] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setLonger(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLonger(false);
    };
  }, [condition, milliseconds]);
  return isLonger;
}

export function isFinal(error: Error): boolean {
  return error instanceof CallRefused && error.status < 500 && error.status !== 429;
}

function isSignedOut(error: Error): boolean {
  return error instanceof CallRefused && error.status === 401;
}

// Stored in the browser until the server confirms it, so that no customer pays twice.

const draftName = ({ _id }: Order) => `payment:${_id}`;

function saveCapturedPayment(order: Order, transactionId: string): void {
  saveDraft(draftName(order), order.email, { transactionId }, "all tabs");
}

function readCapturedPayment(order: Order): string | undefined {
  return readDraft(draftName(order), order.email, "all tabs").transactionId;
}

function deleteCapturedPayment(order: Order): void {
  deleteDraft(draftName(order), "all tabs");
}
