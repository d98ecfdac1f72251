import { lazy, Suspense } from "react";
import { useParams } from "react-router";
import { BackLink, PageLink } from "#web/app/page-link.tsx";
import { paths, returnPath, withdrawalsName } from "#web/app/paths.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const ReturnsDesk = lazy(async () => ({
  default: (await import("#web/modules/returns/returns-desk.tsx")).ReturnsDesk,
}));
const ManageReturn = lazy(async () => ({
  default: (await import("#web/modules/returns/manage-return.tsx")).ManageReturn,
}));
const WithdrawalsDesk = lazy(async () => ({
  default: (await import("#web/modules/withdrawals/withdrawals-desk.tsx")).WithdrawalsDesk,
}));

/** The list, one return, or the withdrawals. */
export function ReturnsPage() {
  const { id } = useParams();
  return (
    <section>
      {id !== undefined && <BackLink to={paths.returns}>Returns</BackLink>}
      {id === undefined && <ListHeading />}
      {id === withdrawalsName && <WithdrawalsHeading />}
      <Suspense fallback={<InlineLoading />}>
        {id === undefined && <ReturnsDesk />}
        {id === withdrawalsName && <WithdrawalsDesk />}
        {id !== undefined && id !== withdrawalsName && <ManageReturn key={id} id={id} />}
      </Suspense>
    </section>
  );
}

function ListHeading() {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6">
      <PageHeading>Returns</PageHeading>
      <PageLink to={returnPath(withdrawalsName)} className="link inline-flex min-h-11 items-center">
        Withdrawals without an account
      </PageLink>
    </div>
  );
}

function WithdrawalsHeading() {
  return (
    <>
      <PageHeading>Withdrawals</PageHeading>
      <p className="mb-4 max-w-prose leading-relaxed text-base-content/80">
        Stated by people without signing in, so nothing says that it was the customer. Of an order
        that was not sent yet, cancel it; the money goes back to the card that paid in any case.
      </p>
    </>
  );
}
