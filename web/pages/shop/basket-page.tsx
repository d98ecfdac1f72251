import { Suspense, useEffect } from "react";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { useBasket } from "#web/modules/baskets/calls.ts";
import { useSession } from "#web/modules/identity/session.ts";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed, Note, PageLoading } from "#web/ui/placeholder.tsx";
import { WaitingOrders } from "./waiting-orders.tsx";

const FilledBasket = late(async () => (await import("./filled-basket.tsx")).FilledBasket);

export function BasketPage() {
  const { user } = useSession();
  const { data: basket, error, refetch } = useBasket(user);
  if (!basket) {
    if (!error) return <PageLoading />;
    return (
      <section className="wide py-12">
        <LoadFailed
          title="Your basket could not be fetched"
          heading="h1"
          error={error}
          retry={refetch}
        />
      </section>
    );
  }
  return (
    <div className="wide min-h-dvh pt-6 pb-16">
      <div className="flex flex-wrap items-center justify-between gap-x-6">
        <h1 className="text-3xl font-extrabold">Basket</h1>
        <PageLink to={paths.wishes} className="link inline-flex min-h-11 items-center">
          Wish list
        </PageLink>
      </div>
      <WaitingOrders>
        {basket.lines.length === 0 && <Empty isSignedIn={Boolean(user)} />}
        <Suspense fallback={basket.lines.length > 0 && <InlineLoading />}>
          <FilledBasket basket={basket} personId={user?._id} />
        </Suspense>
      </WaitingOrders>
    </div>
  );
}

function Empty({ isSignedIn }: { isSignedIn: boolean }) {
  // After Back the browser would scroll to where the last line was.
  useEffect(() => {
    scrollTo(0, 0);
  }, []);
  return (
    <div className="mt-6">
      <Note title="Your basket is empty" heading="h2">
        <p>
          {isSignedIn
            ? "What you add stays here, on every device where you sign in."
            : "What you add stays here, on this device, and with your account once you sign in."}
        </p>
        <p className="flex flex-wrap gap-3">
          <PageLink to={paths.myOrder} className="btn btn-outline">
            Buy again
          </PageLink>
          <PageLink to={paths.shop} className="btn btn-secondary">
            See all parts
          </PageLink>
          <PageLink to={paths.paste} className="btn btn-outline">
            Paste a list
          </PageLink>
        </p>
      </Note>
    </div>
  );
}
