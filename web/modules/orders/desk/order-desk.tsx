import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { OrderPage } from "#contract/order-page.ts";
import type { Order } from "#contract/orders.ts";
import { correctionProblem } from "#contract/rules/invoice-correction.ts";
import { lettersOf } from "#contract/rules/order-letters.ts";
import {
  closedStates,
  maySend,
  type OrderState,
  shippedProblem,
} from "#contract/rules/order-states.ts";
import { Shelf } from "#web/ui/shelf.tsx";
import { orderPage } from "../page-calls.ts";
import { AddressForm } from "./address-form.tsx";
import { CorrectionForm } from "./correction-form.tsx";
import { LetterForm } from "./letter-form.tsx";
import { NoteForm } from "./note-form.tsx";
import { RefundForm } from "./refund-form.tsx";
import { TaxOff } from "./tax-off.tsx";

export function OrderDesk({ order }: { order: Order }) {
  const { data: page } = useQuery(orderPage(`${order.number}`));
  if (!page) return null;
  const isClosed = (closedStates as readonly OrderState[]).includes(order.state);
  const letters = lettersOf(order);
  const cannotCorrect = correctionProblem(page.documents);
  return (
    <>
      <section
        aria-label="Actions"
        className="mt-8 divide-y divide-base-300 border-y border-base-300 print:hidden"
      >
        {maySend(order.payment) && (
          <Action id="refund" name="Refund a part of it">
            <RefundForm key={order.refunded} page={page} />
          </Action>
        )}
        {!isClosed && shippedProblem(order.fulfilment, order.isCollection) === undefined && (
          <Action name="Correct the address">
            <AddressForm key={order._id} page={page} />
          </Action>
        )}
        {mayTakeTaxOff(page) && (
          <Action name="Take the tax off">
            <TaxOff page={page} />
          </Action>
        )}
        {page.documents.length > 0 && (
          <Action name="Correct the invoice">
            {cannotCorrect ? (
              <p>{cannotCorrect}</p>
            ) : (
              <CorrectionForm key={page.documents.length} page={page} />
            )}
          </Action>
        )}
        <Action name="Write a note">
          <NoteForm order={order} />
        </Action>
        {letters.length > 0 && (
          <Action name="Send a letter again">
            <LetterForm order={order} letters={letters} />
          </Action>
        )}
      </section>
      <Shelf />
    </>
  );
}

/** It was placed with a VAT number that nobody had confirmed. */
const mayTakeTaxOff = ({ order, vatId, taxMode }: OrderPage) =>
  vatId !== "" &&
  taxMode === "contained" &&
  order.tax > 0 &&
  order.refunded === 0 &&
  maySend(order.payment);

type ActionProps = { id?: string; name: string; children: ReactNode };

function Action({ id, name, children }: ActionProps) {
  const { hash } = useLocation();
  const isAsked = id !== undefined && hash === `#${id}`;
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    if (isAsked) details.current?.querySelector("summary")?.focus();
  }, [isAsked]);

  return (
    <details ref={details} id={id} open={isAsked}>
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
        {name}
      </summary>
      <div className="max-w-2xl pt-1 pb-5">{children}</div>
    </details>
  );
}
