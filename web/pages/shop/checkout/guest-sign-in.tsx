import { useState } from "react";
import { useLocation } from "react-router";
import type { Basket } from "#contract/baskets.ts";
import { BackLink, PageLink } from "#web/app/page-link.tsx";
import { loginPath, paths } from "#web/app/paths.ts";
import { useQueryParam } from "#web/app/use-query-param.ts";
import { useBasket } from "#web/modules/baskets/calls.ts";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { AskForCode, AskForEmail } from "./ask-for-code.tsx";
import { BesideOrder } from "./beside-order.tsx";

export function GuestSignIn() {
  // It is in no basket any more.
  const isOrdered = useQueryParam("order") !== null;
  return (
    <div className="wide pt-4 pb-16">
      {!isOrdered && <BackLink to={paths.basket}>Back to the basket</BackLink>}
      <h1 className="mt-3 mb-6 text-3xl font-extrabold">
        {isOrdered ? "Sign in to see your order" : "Where can we reach you?"}
      </h1>
      {isOrdered ? <AskWhoOrders /> : <BesideBasket />}
    </div>
  );
}

function BesideBasket() {
  const { data: basket, error, refetch } = useBasket(null);
  return (
    <>
      {!basket && !error && <InlineLoading />}
      {!basket && error && (
        <LoadFailed title="Your basket could not be fetched" error={error} retry={refetch} />
      )}
      {basket && (
        <BesideOrder ordered={withoutSaved(basket)} placed={null}>
          <AskWhoOrders />
        </BesideOrder>
      )}
    </>
  );
}

const withoutSaved = (basket: Basket) => ({
  ...basket,
  lines: basket.lines.filter(({ saved }) => !saved),
});

function AskWhoOrders() {
  const [email, setEmail] = useState("");
  const { pathname, search } = useLocation();
  const back = pathname + search;
  return (
    <div className="grid max-w-xl gap-6">
      {email === "" ? (
        <AskForEmail onSent={setEmail} />
      ) : (
        <AskForCode email={email} back={back} onAgain={() => setEmail("")} />
      )}
      <p>
        Do you have a password?{" "}
        <PageLink to={loginPath(back)} className="link inline-flex min-h-6 items-center">
          Sign in with it
        </PageLink>
      </p>
    </div>
  );
}
