import { useRef, useState } from "react";
import type { OrderPage } from "#contract/order-page.ts";
import { signInCodeCalls } from "#contract/sign-in-code.ts";
import { call } from "#web/app/call.ts";
import { orderPath } from "#web/app/paths.ts";
import { OrderAgain } from "#web/modules/baskets/order-again.tsx";
import { useSession } from "#web/modules/identity/session.ts";
import { CancelOrder } from "#web/modules/orders/cancel-order.tsx";
import { CancelPieces } from "#web/modules/orders/page/cancel-pieces.tsx";
import { LinkedReturns } from "#web/modules/returns/order-returns.tsx";
import { FormError } from "#web/ui/field.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { AskForCode } from "./checkout/ask-for-code.tsx";

type Props = { page: OrderPage };

function useIsOwner({ order }: OrderPage): boolean {
  const { user } = useSession();
  return user?.email.toLowerCase() === order.email.toLowerCase();
}

export function OwnLinkedReturns({ page, token }: Props & { token: string }) {
  return <LinkedReturns token={token} mayCancel={useIsOwner(page)} />;
}

export function LinkedAgain({ page: { order }, token }: Props & { token: string }) {
  const { user } = useSession();
  return (
    <div className="flex min-h-11 print:hidden">
      <OrderAgain
        order={order}
        personId={user?._id}
        token={token}
        look="btn btn-outline border-base-content/50"
      />
    </div>
  );
}

/** Who has only the link proves the e-mail of the order before anything is cancelled. */
export function LinkedChanges({ page }: Props) {
  const isOwner = useIsOwner(page);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby="changes" className="mt-8 grid max-w-2xl gap-4 print:hidden">
      <h2 id="changes" ref={heading} tabIndex={-1} className="text-lg font-bold outline-none">
        Cancel something
      </h2>
      {isOwner ? (
        <>
          <div>
            <CancelOrder order={page.order} heading={heading} />
          </div>
          <CancelPieces page={page} />
          <p className="text-sm text-base-content/80">
            A return can be cancelled where it is listed, until its parts are here.
          </p>
        </>
      ) : (
        <ProveEmail page={page} />
      )}
    </section>
  );
}

function ProveEmail({ page: { order } }: Props) {
  const { email, number } = order;
  const [isSent, setSent] = useState(false);
  const { run, isBusy, failure } = useAction();
  const send = () =>
    run(() => call(signInCodeCalls.send, { body: { email } }).then(() => setSent(true)));

  if (isSent) {
    return <AskForCode email={email} back={orderPath(number)} onAgain={() => setSent(false)} />;
  }
  return (
    <>
      <p>
        You can cancel this order until it is packed, and a return until its parts are here. First
        we send a code to <span className="font-semibold wrap-anywhere">{email}</span>, so that
        nobody else does it.
      </p>
      <FormError>{failure}</FormError>
      <div>
        <button
          type="button"
          className="btn btn-outline border-base-content/50"
          aria-busy={isBusy}
          onClick={send}
        >
          Send me a code
        </button>
      </div>
    </>
  );
}
