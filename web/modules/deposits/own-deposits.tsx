import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Deposit } from "#contract/deposits.ts";
import type { Return } from "#contract/returns.ts";
import { formatDate, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { askReturnPath, orderPath, paths } from "#web/app/paths.ts";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { AnnounceCores } from "./announce-cores.tsx";
import { ownDeposits } from "./calls.ts";

type Props = { personId: string; badge: (state: Return["state"]) => ReactNode };

export function OwnDeposits({ personId, badge }: Props) {
  const { data, error, refetch } = useQuery(ownDeposits(personId));
  if (!data) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="Your deposits could not be fetched" error={error} retry={refetch} />;
  }
  const { deposits, returns } = data;
  return (
    <div className="grid max-w-3xl gap-10">
      <section aria-labelledby="deposits" className="grid gap-4">
        <h3 id="deposits" className="text-lg font-bold">
          Core deposits
        </h3>
        {deposits.length === 0 ? (
          <Note title="No deposits">
            <p>You pay one with some parts, and get it back for the old part.</p>
            <PageLink to={paths.myOrder} className="btn btn-outline">
              My Order
            </PageLink>
          </Note>
        ) : (
          <ul aria-labelledby="deposits" className="grid gap-4">
            {deposits.map((deposit) => (
              <li key={deposit._id} className="border border-base-300 p-4">
                <DepositCard deposit={deposit} />
              </li>
            ))}
          </ul>
        )}
      </section>
      {returns.length > 0 && (
        <section aria-labelledby="own-returns" className="grid gap-4">
          <h3 id="own-returns" className="text-lg font-bold">
            Returns
          </h3>
          <ul
            aria-labelledby="own-returns"
            className="divide-y divide-base-300 border-y border-base-300"
          >
            {returns.map(({ _id, number, state, order, orderNumber, lines }) => (
              <li key={_id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
                <PageLink
                  to={askReturnPath(order)}
                  className="link inline-flex min-h-11 items-center font-semibold"
                >
                  Return {number}
                </PageLink>
                {badge(state)}
                <span className="min-w-0 wrap-anywhere">
                  Order {orderNumber}:{" "}
                  {lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ")}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function DepositCard({ deposit }: { deposit: Deposit }) {
  const { partNumber, part, orderNumber, pieces, charged, open, refunded, forfeited } = deposit;
  const amounts = { Charged: charged, Refunded: refunded, Kept: forfeited, Open: open };
  return (
    <div className="grid gap-3">
      <p className="wrap-anywhere">
        {partNumber && <span className="me-2 font-mono text-sm">{partNumber}</span>}
        <span className="font-semibold">
          {pieces} × {part}
        </span>{" "}
        <PageLink to={orderPath(orderNumber)} className="link inline-flex min-h-6 items-center">
          Order {orderNumber}
        </PageLink>
      </p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {Object.entries(amounts).map(
          ([term, dollars]) =>
            (dollars > 0 || term === "Open") && (
              <div key={term} className={`flex gap-2 ${term === "Open" ? "font-bold" : ""}`}>
                <dt>{term}</dt>
                <dd>${formatDollars(dollars)}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="text-sm">{describeDeposit(deposit)}</p>
      {deposit.returnable > 0 && <AnnounceCores deposit={deposit} />}
    </div>
  );
}

export function describeDeposit({ open, until, returnable, forfeited }: Deposit): string {
  if (open > 0 && !until) return "Send us the old part once you have the new one.";
  if (open > 0 && returnable === 0)
    return "Your old part is announced. We refund it once it is here.";
  if (open > 0 && until) return `You get it back for the old part until ${formatDate(until)}.`;
  return forfeited > 0 ? "The time for the old part is over." : "You have it back.";
}
