import type { Stripe, StripeCardElement } from "@stripe/stripe-js";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { SubmitButton } from "#web/ui/field.tsx";
import { InlineLoading, Note } from "#web/ui/placeholder.tsx";
import { dismissErrorToasts, showToast } from "#web/ui/toast.tsx";
import { cardProvider, clientSecret, oneOrder } from "./calls.ts";
import { CardField } from "./card-field.tsx";
import { pay } from "./pay.ts";

type PayProps = { order: Order; onSucceeded: (transactionId: string) => Promise<void> };

export function PayByCard({ order, onSucceeded }: PayProps) {
  const secret = useQuery(clientSecret(order));
  const provider = useQuery(cardProvider());
  const [fieldFailed, setFieldFailed] = useState(false);
  const onLoadError = useCallback(() => setFieldFailed(true), []);

  const failure = secret.error ?? provider.error ?? (fieldFailed ? fieldFailure : null);
  if (failure) {
    return (
      <Note title="You cannot pay right now" alert>
        <p>{failure.message}</p>
        <button
          type="button"
          className="btn btn-primary"
          onClick={() => {
            setFieldFailed(false);
            if (secret.error) void secret.refetch();
            if (provider.error) void provider.refetch();
          }}
        >
          Try again
        </button>
      </Note>
    );
  }
  if (!secret.data || !provider.data) return <InlineLoading />;
  return (
    <CardForm
      order={order}
      stripe={provider.data}
      secret={secret.data}
      onSucceeded={onSucceeded}
      onLoadError={onLoadError}
    />
  );
}

const fieldFailure = new Error("The card provider cannot be reached. Please try again.");

type FormProps = {
  order: Order;
  stripe: Stripe;
  secret: string;
  onSucceeded: (transactionId: string) => Promise<void>;
  onLoadError: () => void;
};

function CardForm({ order, stripe, secret, onSucceeded, onLoadError }: FormProps) {
  const client = useQueryClient();
  const [card, setCard] = useState<StripeCardElement>();
  const [ready] = useState(() => Promise.withResolvers<StripeCardElement>());
  const [phase, setPhase] = useState<"ready" | "paying" | "unknown">("ready");
  const [failure, setFailure] = useState<string>();
  const isPaying = useRef(false);
  const hasLeft = useRef(false);
  const busy = phase !== "ready";
  const onReady = useCallback(
    (field: StripeCardElement | undefined) => {
      setCard(field);
      if (field) ready.resolve(field);
    },
    [ready],
  );
  const clearFailure = useCallback(() => setFailure(undefined), []);

  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);

  useEffect(() => {
    card?.update({ disabled: busy });
    if (!busy && failure) card?.focus();
  }, [card, busy, failure]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isPaying.current) return;
    isPaying.current = true;
    setFailure(undefined);
    dismissErrorToasts();
    setPhase("paying");
    // The button may be pressed before the field is ready.
    await payWith(await ready.promise);
    isPaying.current = false;
    setPhase("ready");
  }

  async function payWith(card: StripeCardElement) {
    const outcome = await pay({
      stripe,
      clientSecret: secret,
      card,
      name: order.name,
      email: order.email,
      onUnknown: () => setPhase("unknown"),
      hasLeft: () => hasLeft.current,
    });
    // Also after the page was left, so that the server marks the order paid early.
    if (outcome?.is === "succeeded") await onSucceeded(outcome.transactionId);
    if (outcome?.is !== "refused" || hasLeft.current) return;
    setFailure(outcome.message);
    showToast(outcome.message, "error");
    if (outcome.withdrawn) {
      await client.refetchQueries(oneOrder(order._id));
      await client.resetQueries(clientSecret(order));
    }
  }

  return (
    <form
      noValidate
      aria-label="Pay by card"
      aria-busy={busy}
      className="grid gap-5"
      onSubmit={submit}
    >
      <CardField
        stripe={stripe}
        failure={failure}
        onReady={onReady}
        onChange={clearFailure}
        onLoadError={onLoadError}
      />
      <div>
        <SubmitButton busy={busy} className="min-w-32 max-sm:w-full">
          Pay
        </SubmitButton>
      </div>
      <div role="status">
        {phase === "unknown" && (
          <p>
            The card provider has not confirmed yet whether your payment went through. We will keep
            checking; please do not pay again.
          </p>
        )}
      </div>
    </form>
  );
}
