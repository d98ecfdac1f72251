import type { OrderPage } from "#contract/order-page.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { askReturnPath, paths } from "#web/app/paths.ts";

type Props = {
  page: OrderPage;
  token: string | undefined;
};

/** The fragment of the address is the token's. */
function showReturns(): void {
  const details = document.getElementById("returns");
  if (!(details instanceof HTMLDetailsElement)) return;
  details.open = true;
  details.scrollIntoView({ block: "start" });
}

export function ReportProblem({ page: { order }, token }: Props) {
  const look = "link inline-flex min-h-11 items-center";
  const withdraw = token
    ? `${paths.withdraw}#token=${token}`
    : `${paths.withdraw}?order=${order.number}`;
  return (
    <details className="print:hidden">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold underline underline-offset-4">
        Report a problem
      </summary>
      <dl className="grid gap-x-6 gap-y-2 pt-2 sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] sm:items-center">
        <dt>A part does not fit, or is damaged or wrong</dt>
        <dd>
          {token ? (
            <button type="button" className={look} onClick={showReturns}>
              Return it or have it replaced
            </button>
          ) : (
            <PageLink to={askReturnPath(order._id)} className={look}>
              Return it or have it replaced
            </PageLink>
          )}
        </dd>
        <dt>Something is missing or has not arrived</dt>
        <dd>
          <PageLink to={paths.contact} className={look}>
            Write to us, with the number {order.number}
          </PageLink>
        </dd>
        <dt>You have changed your mind</dt>
        <dd>
          <PageLink to={withdraw} className={look}>
            Withdraw from the contract
          </PageLink>
        </dd>
      </dl>
    </details>
  );
}
