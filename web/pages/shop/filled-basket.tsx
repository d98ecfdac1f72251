import { Suspense } from "react";
import type { Basket } from "#contract/baskets.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { BasketLines } from "#web/modules/baskets/basket-lines.tsx";
import { BasketSummary } from "#web/modules/baskets/basket-summary.tsx";
import { ChangesSinceOrder } from "#web/modules/baskets/changes-since-order.tsx";
import { CodeForm } from "#web/modules/baskets/code-form.tsx";
import { CommentList } from "#web/modules/baskets/comment-list.tsx";
import { useOwnComments } from "#web/modules/baskets/own-comments.ts";
import { ShareBasket } from "#web/modules/baskets/share-basket.tsx";
import { type BasketChanges, useBasketChanges } from "#web/modules/baskets/use-basket-changes.ts";
import { DeliveryEstimate } from "#web/modules/checkout/delivery-estimate.tsx";
import { FormError } from "#web/ui/field.tsx";
import { late } from "#web/ui/late.tsx";
import { Shelf } from "#web/ui/shelf.tsx";

const BasketJobs = late(
  async () => (await import("#web/modules/fitment/jobs/basket-jobs.tsx")).BasketJobs,
);

const toParts = (lines: Basket["lines"]) =>
  lines.flatMap(({ _id: part, quantity }) => (quantity > 0 ? [{ part, quantity }] : []));

type Props = { basket: Basket; personId: string | undefined };

/** Of an empty one the shelf alone, on which the last line can be taken back. */
export function FilledBasket({ basket, personId }: Props) {
  const changes = useBasketChanges(personId);
  return (
    <>
      <ChangesSinceOrder />
      {basket.lines.length > 0 && <Filled basket={basket} changes={changes} personId={personId} />}
      <Shelf />
    </>
  );
}

function Filled({ basket, changes, personId }: Props & { changes: BasketChanges }) {
  const { comments, sharedUntil, remove } = useOwnComments(personId);
  const ordered = basket.lines.filter(({ saved }) => !saved);
  const saved = basket.lines.filter((line) => line.saved);
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid gap-8">
        {ordered.length > 0 ? (
          <BasketLines
            label="In your basket"
            lines={ordered}
            changes={changes}
            more={({ _id, number }) => (
              <CommentList
                about={number}
                comments={comments.filter(({ part }) => part === _id)}
                onRemove={remove}
              />
            )}
          />
        ) : (
          <p>Nothing is in your basket now.</p>
        )}
        <FormError>{changes.failure}</FormError>
        <Suspense>
          <BasketJobs
            lines={toParts(ordered)}
            onAdd={({ part, quantity }) => changes.put(part, quantity)}
          />
        </Suspense>
        {saved.length > 0 && (
          <section aria-labelledby="saved">
            <h2 id="saved" className="mb-2 text-xl font-bold">
              Saved for later
            </h2>
            <BasketLines label="Saved for later" lines={saved} changes={changes} />
          </section>
        )}
      </div>
      <section
        aria-labelledby="summary"
        className="grid gap-4 border border-base-300 p-4 sm:p-6 lg:sticky lg:top-20"
      >
        <h2 id="summary" className="text-xl font-bold">
          Summary
        </h2>
        <BasketSummary basket={basket}>
          {basket.pieces > 0 && (
            <PageLink to={paths.checkoutPayment} className="btn btn-primary btn-lg btn-block">
              Checkout
            </PageLink>
          )}
          <CodeForm basket={basket} changes={changes} />
          <p className="text-sm text-base-content/75">Parts are held for you once you order.</p>
        </BasketSummary>
        <ShareBasket sharedUntil={sharedUntil} />
        {basket.pieces > 0 && <DeliveryEstimate of={`${basket.total} ${basket.pieces}`} />}
      </section>
    </div>
  );
}
