import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useRef, useState } from "react";
import { cardCalls, type SavedCard } from "#contract/cards.ts";
import { call } from "#web/app/call.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { ownCards } from "./card-calls.ts";
import { formatExpiry, nameCard } from "./card-name.ts";

const SaveCard = late(async () => (await import("./save-card.tsx")).SaveCard);

type Props = { person: { _id: string; name: string; email: string } };

export function OwnCards({ person }: Props) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data: cards, error, refetch } = useQuery(ownCards(person._id));
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<SavedCard>();

  async function remove(card: SavedCard) {
    try {
      await call(cardCalls.remove, { params: { id: card._id } });
      showToast(`${nameCard(card)} is removed.`);
    } catch (error) {
      showToast((error as Error).message, "error");
    }
    await client.invalidateQueries(ownCards(person._id));
  }

  async function finishAdding() {
    await client.invalidateQueries(ownCards(person._id));
    setAdding(false);
    showToast("Your card is saved.");
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="cards" className="mb-10">
      <h3 ref={heading} id="cards" tabIndex={-1} className="mb-1 text-lg font-bold outline-none">
        Cards
      </h3>
      <p className="mb-4 text-base-content/80">
        The card provider keeps them; this shop stores no card details.
      </p>
      {!cards && !error && <InlineLoading />}
      {!cards && error && (
        <LoadFailed title="Your cards could not be fetched" error={error} retry={refetch} />
      )}
      {cards?.length === 0 && !isAdding && (
        <p className="mb-4">No card is saved. Add one here, or tick the box when you pay.</p>
      )}
      {cards && cards.length > 0 && (
        <ul
          aria-labelledby="cards"
          className="mb-4 divide-y divide-base-300 border-y border-base-300"
        >
          {cards.map((card) => (
            <li key={card._id} className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
              <span className="min-w-0 grow">
                <span className="block font-semibold">{nameCard(card)}</span>
                <span className="block text-sm">Expires {formatExpiry(card)}</span>
              </span>
              <button
                type="button"
                className="btn btn-outline"
                aria-label={`Remove ${nameCard(card)}`}
                onClick={() => setLeaving(card)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {cards && !isAdding && (
        <button type="button" className="btn btn-neutral" onClick={() => setAdding(true)}>
          Add a card
        </button>
      )}
      {isAdding && (
        <Suspense fallback={<InlineLoading />}>
          <SaveCard person={person} onSaved={finishAdding} onCancel={() => setAdding(false)} />
        </Suspense>
      )}
      {leaving && (
        <ConfirmDialog
          title="Are you sure?"
          confirm="Remove the card"
          refuse="Keep it"
          focusAfter={heading}
          onConfirm={() => remove(leaving)}
          onClose={() => setLeaving(undefined)}
        >
          <p>
            {nameCard(leaving)} is forgotten by the card provider. You can add it again at any time.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
