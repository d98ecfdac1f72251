import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { InlineLoading } from "#web/ui/inline-loading.tsx";
import { Note } from "#web/ui/note.tsx";
import { cardProvider, clientSecret } from "./calls.ts";
import { CardForm } from "./card-form.tsx";

type Props = { order: Order; onSucceeded: (transactionId: string) => Promise<void> };

export function PayByCard({ order, onSucceeded }: Props) {
  const secret = useQuery(clientSecret(order));
  const provider = useQuery(cardProvider());
  const [fieldFailed, setFieldFailed] = useState(false);
  const onLoadError = useCallback(() => setFieldFailed(true), []);

  const failure = secret.error ?? provider.error ?? (fieldFailed ? fieldFailure : null);
  if (failure) {
    return (
      <Note title="You cannot pay just now" alert>
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
