import { Suspense } from "react";
import { PageLink } from "#web/app/page-link.tsx";
import { legalPath } from "#web/app/paths.ts";
import { useLinkToken } from "#web/app/use-link-token.ts";
import { useQueryParam } from "#web/app/use-query-param.ts";
import { useSession } from "#web/modules/identity/session.ts";
import { ConfirmLink } from "#web/modules/withdrawals/confirm-link.tsx";
import { Withdraw } from "#web/modules/withdrawals/withdraw.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const WithdrawKnown = late(async () => (await import("./withdraw-known.tsx")).WithdrawKnown);

export function WithdrawPage() {
  const { user } = useSession();
  const orderNumber = useQueryParam("order") ?? "";
  const token = useLinkToken() ?? "";
  const isConfirming = useQueryParam("confirm") !== null && token !== "";
  const known = user ? { name: user.name, email: user.email } : {};
  return (
    <div className="wide min-h-dvh pt-8 pb-16">
      <h1 className="mb-4 text-3xl font-extrabold lg:text-4xl">Withdraw from contract here</h1>
      <p className="mb-6 max-w-xl leading-relaxed">
        As a consumer you can withdraw from a contract without a reason, for at least 14 days after
        you received the goods. What follows from it is under{" "}
        <PageLink to={legalPath("withdrawal")} className="link">
          Right of withdrawal
        </PageLink>
        .
      </p>
      {isConfirming ? (
        <ConfirmLink token={token} />
      ) : orderNumber || token ? (
        <Suspense fallback={<InlineLoading />}>
          <WithdrawKnown key={`${orderNumber} ${token}`} orderNumber={orderNumber} token={token} />
        </Suspense>
      ) : (
        <Withdraw known={known} page={undefined} />
      )}
    </div>
  );
}
