import { Suspense } from "react";
import { useParams } from "react-router";
import { BackLink, PageLink } from "#web/app/page-link.tsx";
import { depositsName, paths, returnPath, withdrawalsName } from "#web/app/paths.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const ReturnsDesk = late(
  async () => (await import("#web/modules/returns/returns-desk.tsx")).ReturnsDesk,
);
const ManageReturn = late(
  async () => (await import("#web/modules/returns/manage-return.tsx")).ManageReturn,
);
const DepositsDesk = late(
  async () => (await import("#web/modules/deposits/deposits-desk.tsx")).DepositsDesk,
);
const WithdrawalsDesk = late(
  async () => (await import("#web/modules/withdrawals/withdrawals-desk.tsx")).WithdrawalsDesk,
);

const lists = [withdrawalsName, depositsName];

export function ReturnsPage() {
  const { id } = useParams();
  return (
    <section>
      {id !== undefined && <BackLink to={paths.returns}>Returns</BackLink>}
      {id === undefined && <ListHeading />}
      {id === withdrawalsName && <WithdrawalsHeading />}
      {id === depositsName && <PageHeading>Core deposits</PageHeading>}
      <Suspense fallback={<InlineLoading />}>
        {id === undefined && <ReturnsDesk />}
        {id === withdrawalsName && <WithdrawalsDesk />}
        {id === depositsName && <DepositsDesk />}
        {id !== undefined && !lists.includes(id) && <ManageReturn key={id} id={id} />}
      </Suspense>
    </section>
  );
}

function ListHeading() {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6">
      <PageHeading>Returns</PageHeading>
      <p className="flex flex-wrap gap-x-6">
        <PageLink to={returnPath(depositsName)} className="link inline-flex min-h-11 items-center">
          Core deposits
        </PageLink>
        <PageLink
          to={returnPath(withdrawalsName)}
          className="link inline-flex min-h-11 items-center"
        >
          Withdrawals without an account
        </PageLink>
      </p>
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
