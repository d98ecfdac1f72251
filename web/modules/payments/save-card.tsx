import type { Stripe } from "@stripe/stripe-js";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useCallback, useRef, useState } from "react";
import { cardCalls } from "#contract/cards.ts";
import { callInTime } from "#web/app/call.ts";
import { SubmitButton } from "#web/ui/field.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { cardProvider } from "./calls.ts";
import { CardField } from "./card-field.tsx";
import { useCardElement } from "./use-card-element.ts";

type Props = {
  person: { name: string; email: string };
  onSaved: () => Promise<void>;
  onCancel: () => void;
};

/** Without a payment. The provider may ask the customer's bank. */
export function SaveCard(props: Props) {
  const { data: stripe, error, refetch } = useQuery(cardProvider());
  if (stripe) return <SaveForm {...props} stripe={stripe} />;
  if (!error) return <InlineLoading />;
  return <LoadFailed title="You cannot add a card right now" error={error} retry={refetch} />;
}

const timeoutMs = 25_000;
const fieldFailure = "The card provider cannot be reached. Please try again.";

function SaveForm({ person, stripe, onSaved, onCancel }: Props & { stripe: Stripe }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isSaving = useRef(false);
  const { onReady, whenReady } = useCardElement({ isBusy, ...(failure && { failure }) });
  const clearFailure = useCallback(() => setFailure(undefined), []);
  const onLoadError = useCallback(() => setFailure(fieldFailure), []);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (isSaving.current) return;
    isSaving.current = true;
    setBusy(true);
    setFailure(undefined);
    const problem = await setUp().catch((error: Error) => error.message);
    if (problem === undefined) await onSaved();
    isSaving.current = false;
    setBusy(false);
    setFailure(problem);
  }

  async function setUp(): Promise<string | undefined> {
    const { name, email } = person;
    const card = await whenReady();
    const { clientSecret } = await callInTime(cardCalls.add, {}, timeoutMs);
    const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, {
      payment_method: { card, billing_details: { name, email } },
    });
    if (setupIntent?.status === "succeeded") return undefined;
    return error?.message ?? "Your card was not saved. Please try again.";
  }

  return (
    <form noValidate aria-label="Add a card" className="grid max-w-xl gap-5" onSubmit={save}>
      <CardField
        stripe={stripe}
        failure={failure}
        onReady={onReady}
        onChange={clearFailure}
        onLoadError={onLoadError}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={isBusy}>Save the card</SubmitButton>
        <button type="button" className="btn btn-ghost" onClick={() => isBusy || onCancel()}>
          Cancel
        </button>
      </div>
    </form>
  );
}
