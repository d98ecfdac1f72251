import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { InlineLoading, Note } from "#web/ui/placeholder.tsx";
import { cardProvider, clientSecret } from "./calls.ts";
import { ownCards } from "./card-calls.ts";
import { CardForm } from "./card-form.tsx";

type PayProps = {
  order: Order;
  personId: string;
  onSucceeded: (transactionId: string) => Promise<void>;
};

export function PayByCard({ order, personId, onSucceeded }: PayProps) {
  const secret = useQuery(clientSecret(order));
  const provider = useQuery(cardProvider());
  const saved = useQuery(ownCards(personId));
  const [fieldFailed, setFieldFailed] = useState(false);
  const onLoadError = useCallback(() => setFieldFailed(true), []);

  const failure = secret.error ?? provider.error ?? (fieldFailed ? fieldFailure : null);
  if (failure) {
    return (
      <Note title="You cannot pay right now" alert>
        <p>{failure.message}</p>
        <button
          type="button"
          className="btn btn-secondary"
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
  if (!secret.data || !provider.data || saved.isPending) return <InlineLoading />;
  return (
    <>
      {saved.error && (
        <p className="mb-4 text-base-content/75">Your saved cards cannot be shown right now.</p>
      )}
      <CardForm
        order={order}
        stripe={provider.data}
        secret={secret.data}
        saved={saved.data ?? []}
        onSucceeded={onSucceeded}
        onLoadError={onLoadError}
      />
    </>
  );
}

const fieldFailure = new Error("The card provider cannot be reached. Please try again.");
