import type { Stripe } from "@stripe/stripe-js";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import type { SavedCard } from "#contract/cards.ts";
import type { Order } from "#contract/orders.ts";
import { CheckBox } from "#web/ui/choice.tsx";
import { SubmitButton } from "#web/ui/field.tsx";
import { dismissErrorToasts, showToast } from "#web/ui/toast.tsx";
import { begunPayment, oneOrder } from "./calls.ts";
import { preparePayment } from "./card-calls.ts";
import { CardChoice } from "./card-choice.tsx";
import { CardField } from "./card-field.tsx";
import { takeChosenCard } from "./chosen-card.ts";
import { pay } from "./pay.ts";
import { useCardElement } from "./use-card-element.ts";

type Props = {
  order: Order;
  heldUntil: string | null;
  stripe: Stripe;
  secret: string;
  saved: readonly SavedCard[];
  onSucceeded: (transactionId: string) => Promise<void>;
  onLoadError: () => void;
};

export function CardForm(props: Props) {
  const { order, heldUntil, stripe, secret, saved, onSucceeded, onLoadError } = props;
  const client = useQueryClient();
  const [choice, setChoice] = useState<string | null>();
  const [saves, setSaves] = useState(false);
  const [phase, setPhase] = useState<"ready" | "paying" | "unknown">("ready");
  const [failure, setFailure] = useState<string>();
  const [note, setNote] = useState("");
  const isPaying = useRef(false);
  const hasLeft = useRef(false);
  /** What the provider was told of this payment holds until it is told otherwise. */
  const isPrepared = useRef(false);
  const isBusy = phase !== "ready";
  const { onReady, whenReady } = useCardElement({ isBusy, ...(failure && { failure }) });
  const clearFailure = useCallback(() => {
    setFailure(undefined);
    setNote("");
  }, []);
  const wanted = choice === undefined ? saved[0]?._id : choice;
  const chosen = saved.find(({ _id }) => _id === wanted)?._id ?? null;

  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const card = takeChosenCard(order._id);
    if (!card) return;
    setChoice(card);
    void start(card);
  }, []);

  async function start(savedCard: string | null) {
    if (isPaying.current) return;
    isPaying.current = true;
    clearFailure();
    dismissErrorToasts();
    setPhase("paying");
    await payWith(savedCard).catch((error: Error) => refuse(error.message));
    isPaying.current = false;
    setPhase("ready");
  }

  async function payWith(savedCard: string | null) {
    const outcome = await pay({
      stripe,
      clientSecret: await prepare(savedCard),
      card: savedCard ?? (await whenReady()),
      name: order.name,
      email: order.email,
      onUnknown: () => setPhase("unknown"),
      hasLeft: () => hasLeft.current,
    });
    // Also after the page was left, so that the server marks the order paid early.
    if (outcome?.is === "succeeded") await onSucceeded(outcome.transactionId);
    if (outcome?.is !== "refused" || hasLeft.current) return;
    refuse(outcome.message, outcome.note);
    if (outcome.withdrawn) {
      await client.refetchQueries(oneOrder(order._id));
      await client.resetQueries(begunPayment(order));
    }
  }

  async function prepare(savedCard: string | null): Promise<string> {
    // Parts or discounts may be gone after the reservation: the server checks before anything is charged.
    const isHeld = heldUntil !== null && new Date(heldUntil) > new Date();
    if (isHeld && savedCard === null && !saves && !isPrepared.current) return secret;
    isPrepared.current = true;
    try {
      return await preparePayment(order, savedCard ? { card: savedCard } : { save: saves });
    } catch (error) {
      void client.invalidateQueries({ queryKey: ["cards"] });
      void client.invalidateQueries(oneOrder(order._id));
      throw error;
    }
  }

  function refuse(message: string, besides = "") {
    if (hasLeft.current) return;
    setFailure(message);
    setNote(besides);
    showToast(message, "error");
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void start(chosen);
  }

  return (
    <form
      noValidate
      aria-label="Pay by card"
      aria-busy={isBusy}
      className="grid gap-5"
      onSubmit={submit}
    >
      {saved.length > 0 && (
        <CardChoice
          cards={saved}
          value={chosen}
          other="Another card"
          disabled={isBusy}
          onChoose={(card) => {
            setChoice(card);
            clearFailure();
          }}
        />
      )}
      {chosen === null ? (
        <>
          <CardField
            stripe={stripe}
            failure={failure}
            onReady={onReady}
            onChange={clearFailure}
            onLoadError={onLoadError}
          />
          <CheckBox label="Save this card for next time" checked={saves} onChange={setSaves} />
        </>
      ) : (
        // The toast announces it.
        failure && <p className="font-medium text-error">{failure}</p>
      )}
      <p role="status" className="empty:hidden">
        {note}
      </p>
      <div>
        <SubmitButton busy={isBusy} buys className="min-w-32 max-sm:w-full">
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
