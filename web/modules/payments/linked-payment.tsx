import type { Stripe } from "@stripe/stripe-js";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { formatDollars } from "#web/app/format.tsx";
import { SubmitButton } from "#web/ui/field.tsx";
import { InlineLoading, Note } from "#web/ui/placeholder.tsx";
import { CardField } from "./card-field.tsx";
import { linkedPayment, reportLinkedPayment } from "./linked-calls.ts";
import { pay } from "./pay.ts";
import { ReservedUntil } from "./reserved-until.tsx";
import { useCardElement } from "./use-card-element.ts";
import { isFinal } from "./use-report-payment.ts";

type Props = { order: Order; token: string; onPaid: () => unknown };

export function LinkedPayment({ order, token, onPaid }: Props) {
  const begun = useQuery(linkedPayment(order, token));
  const [fieldFailed, setFieldFailed] = useState(false);
  const onLoadError = useCallback(() => setFieldFailed(true), []);
  if (begun.error || fieldFailed) {
    return (
      <Note title="You cannot pay right now" alert>
        <p>{begun.error?.message ?? "The card provider cannot be reached. Please try again."}</p>
        <button
          type="button"
          className="btn btn-primary"
          onClick={() => {
            setFieldFailed(false);
            void begun.refetch();
            onPaid();
          }}
        >
          Try again
        </button>
      </Note>
    );
  }
  if (!begun.data) return <InlineLoading />;
  const again = () => void begun.refetch();
  return (
    <>
      <ReservedUntil heldUntil={begun.data.heldUntil} />
      <Form
        order={order}
        token={token}
        onPaid={onPaid}
        onLoadError={onLoadError}
        again={again}
        {...begun.data}
      />
    </>
  );
}

type FormProps = Props & {
  stripe: Stripe;
  secret: string;
  onLoadError: () => void;
  again: () => void;
};

function Form({ order, token, stripe, secret, onPaid, onLoadError, again }: FormProps) {
  const [phase, setPhase] = useState<"ready" | "paying" | "unknown">("ready");
  const [failure, setFailure] = useState<string>();
  const [note, setNote] = useState("");
  const hasLeft = useRef(false);
  const isBusy = phase !== "ready";
  const { onReady, whenReady } = useCardElement({ isBusy, ...(failure && { failure }) });
  const clearFailure = useCallback(() => {
    setFailure(undefined);
    setNote("");
  }, []);
  const report = useMutation({
    mutationFn: (transactionId: string) => reportLinkedPayment(order, token, transactionId),
    retry: (_, error) => !isFinal(error),
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 8_000),
  });

  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);

  async function start() {
    const outcome = await pay({
      stripe,
      clientSecret: secret,
      card: await whenReady(),
      name: order.name,
      email: order.email,
      onUnknown: () => setPhase("unknown"),
      hasLeft: () => hasLeft.current,
    });
    if (outcome?.is === "refused") {
      setFailure(outcome.message);
      setNote(outcome.note);
      if (outcome.withdrawn) again();
    }
    // Also after the page was left, so that the server marks the order paid early.
    if (outcome?.is === "succeeded") await report.mutateAsync(outcome.transactionId);
    await onPaid();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    clearFailure();
    setPhase("paying");
    start()
      .catch((error: Error) => setFailure(error.message))
      .finally(() => setPhase("ready"));
  }

  return (
    <form
      noValidate
      aria-label="Pay by card"
      aria-busy={isBusy}
      className="grid max-w-xl gap-5"
      onSubmit={submit}
    >
      <CardField
        stripe={stripe}
        failure={failure}
        onReady={onReady}
        onLoadError={onLoadError}
        onChange={clearFailure}
      />
      <p role="status" className="empty:hidden">
        {note}
      </p>
      <div>
        <SubmitButton busy={isBusy} className="min-w-32 max-sm:w-full">
          {`Pay $${formatDollars(order.totalPrice)}`}
        </SubmitButton>
      </div>
      <div role="status">
        {(phase === "unknown" || report.isPending) && (
          <p>Your payment is being confirmed. Please do not pay again.</p>
        )}
      </div>
    </form>
  );
}
