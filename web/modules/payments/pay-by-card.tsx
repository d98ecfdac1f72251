import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { Order } from "#contract/orders.ts";
import { isRefusedAs } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { orderPath } from "#web/app/paths.ts";
import { InlineLoading, Note } from "#web/ui/placeholder.tsx";
import { begunPayment, cardProvider } from "./calls.ts";
import { ownCards } from "./card-calls.ts";
import { CardForm } from "./card-form.tsx";
import { ReservedUntil } from "./reserved-until.tsx";

type PayProps = {
  order: Order;
  personId: string;
  onSucceeded: (transactionId: string) => Promise<void>;
};

export function PayByCard({ order, personId, onSucceeded }: PayProps) {
  const begun = useQuery(begunPayment(order));
  const provider = useQuery(cardProvider());
  const saved = useQuery(ownCards(personId));
  const [fieldFailed, setFieldFailed] = useState(false);
  const onLoadError = useCallback(() => setFieldFailed(true), []);

  const failure = begun.error ?? provider.error ?? (fieldFailed ? fieldFailure : null);
  if (failure) {
    return (
      <Note title="You cannot pay right now" alert>
        <p>{failure.message}</p>
        {hasNewTotal(failure) ? (
          <PageLink to={orderPath(order.number)} className="btn btn-secondary">
            See your order
          </PageLink>
        ) : (
          <button
            type="button"
            className="btn btn-secondary"
            onClick={() => {
              setFieldFailed(false);
              if (begun.error) void begun.refetch();
              if (provider.error) void provider.refetch();
            }}
          >
            Try again
          </button>
        )}
      </Note>
    );
  }
  if (!begun.data || !provider.data || saved.isPending) return <InlineLoading />;
  return (
    <>
      <ReservedUntil heldUntil={begun.data.heldUntil} />
      {saved.error && (
        <p className="mb-4 text-base-content/75">Your saved cards cannot be shown right now.</p>
      )}
      <CardForm
        order={order}
        heldUntil={begun.data.heldUntil}
        stripe={provider.data}
        secret={begun.data.clientSecret}
        saved={saved.data ?? []}
        onSucceeded={onSucceeded}
        onLoadError={onLoadError}
      />
    </>
  );
}

/** This order can no longer be paid, only ordered once more at another total. */
const hasNewTotal = (error: unknown) =>
  isRefusedAs(error, "conflict") && error.present !== undefined;

const fieldFailure = new Error("The card provider cannot be reached. Please try again.");
