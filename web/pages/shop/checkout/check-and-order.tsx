import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Navigate, useNavigate } from "react-router";
import type { Checkout } from "#contract/checkout.ts";
import { formatDollars } from "#web/app/format.tsx";
import { checkoutPayPath, paths } from "#web/app/paths.ts";
import { CompanyOffer } from "#web/modules/checkout/company-offer.tsx";
import { describeAddress } from "#web/modules/checkout/country-name.ts";
import { PlaceOrder } from "#web/modules/checkout/place-order.tsx";
import { describePromise } from "#web/modules/checkout/promised-days.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { ownCards } from "#web/modules/payments/card-calls.ts";
import { CardChoice } from "#web/modules/payments/card-choice.tsx";
import { nameCard } from "#web/modules/payments/card-name.ts";
import { chooseCard } from "#web/modules/payments/chosen-card.ts";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { Answer, CheckoutFrame } from "./checkout-frame.tsx";

export function CheckAndOrder() {
  const { _id } = usePerson();
  return (
    <CheckoutFrame title="Check and order">
      {(checkout) =>
        checkout.address ? (
          <div className="grid gap-6">
            <div>
              <Answer term="Address" to={paths.checkoutAddress}>
                {describeAddress(checkout.address)}
              </Answer>
              {checkout.billTo && (
                <Answer term="Invoice to" to={paths.checkoutAddress}>
                  {describeAddress(checkout.billTo)}
                </Answer>
              )}
              <Answer term="Delivery" to={paths.checkoutDelivery}>
                {describeDelivery(checkout)}
              </Answer>
              {checkout.reference && (
                <Answer term="Reference" to={paths.checkoutDelivery}>
                  {checkout.reference}
                </Answer>
              )}
            </div>
            <CompanyOffer checkout={checkout} personId={_id} />
            <OrderAndPay checkout={checkout} personId={_id} />
          </div>
        ) : (
          <Navigate to={paths.checkoutAddress} replace />
        )
      }
    </CheckoutFrame>
  );
}

/** A saved card is charged as soon as the order is placed. */
function OrderAndPay({ checkout, personId }: { checkout: Checkout; personId: string }) {
  const navigate = useNavigate();
  const { data: cards = [], isPending } = useQuery(ownCards(personId));
  const [choice, setChoice] = useState<string | null>();
  const wanted = choice === undefined ? cards[0]?._id : choice;
  const card = cards.find(({ _id }) => _id === wanted);
  const { credit } = checkout;
  const canGoOnAccount = credit !== null && credit.problem === undefined;
  if (isPending) return <InlineLoading />;
  return (
    <PlaceOrder
      checkout={checkout}
      personId={personId}
      payment={{
        choice: (
          <>
            {cards.length > 0 && (
              <CardChoice
                cards={cards}
                value={card?._id ?? null}
                other={`Another card${canGoOnAccount ? ", or on account" : ""}, on the next page`}
                onChoose={setChoice}
              />
            )}
            {credit && <p>{credit.problem ?? describeCredit(credit)}</p>}
          </>
        ),
        says: card
          ? `We then hold your parts for you and charge your ${nameCard(card)}. Your bank may ask you to confirm.`
          : `We then hold your parts for you while you pay ${canGoOnAccount ? "by card or order on account" : "by card"}, on the next page.`,
      }}
      onPlaced={(order) => {
        if (card) chooseCard(order._id, card._id);
        void navigate(checkoutPayPath(order._id), { replace: true });
      }}
    />
  );
}

const describeCredit = ({ left, limit }: NonNullable<Checkout["credit"]>) =>
  `This order can go on your company's account: $${formatDollars(left)} of its credit of $${formatDollars(limit)} are left.`;

function describeDelivery({ quote }: Checkout): string {
  const method = quote.methods.find(({ id }) => id === quote.method);
  if (!method) return "–";
  return [method.name, describePromise(method, Date.now())].filter(Boolean).join("\n");
}
