import { useQuery } from "@tanstack/react-query";
import { formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { ownDeposits } from "./calls.ts";
import { describeDeposit } from "./own-deposits.tsx";

export function OpenDeposit({ orderId, personId }: { orderId: string; personId: string }) {
  const { data } = useQuery(ownDeposits(personId));
  const deposits = data?.deposits.filter(({ order }) => order === orderId) ?? [];
  if (deposits.length === 0) return null;
  return (
    <section aria-labelledby="open-deposit" className="mt-8 max-w-2xl">
      <h3 id="open-deposit" className="mb-2 text-lg font-bold">
        Open deposit
      </h3>
      <ul className="grid gap-2">
        {deposits.map((deposit) => (
          <li key={deposit._id} className="wrap-anywhere">
            <span className="font-semibold">${formatDollars(deposit.open)}</span> for {deposit.part}
            . {describeDeposit(deposit)}
          </li>
        ))}
      </ul>
      <PageLink to={paths.deposits} className="link mt-2 inline-flex min-h-11 items-center">
        Returns and deposits
      </PageLink>
    </section>
  );
}
