import { PageLink } from "#web/app/page-link.tsx";
import { legalPath } from "#web/app/paths.ts";
import { useQueryParam } from "#web/app/use-query-param.ts";
import { useSession } from "#web/modules/identity/session.ts";
import { Withdraw } from "#web/modules/withdrawals/withdraw.tsx";

export function WithdrawPage() {
  const { user } = useSession();
  const orderNumber = useQueryParam("order") ?? "";
  const known = { orderNumber, ...(user && { name: user.name, email: user.email }) };
  return (
    <div className="wide min-h-dvh pt-8 pb-16">
      <h1 className="mb-4 text-3xl font-extrabold lg:text-4xl">Withdraw from contract here</h1>
      <p className="mb-6 max-w-xl leading-relaxed">
        As a consumer you can withdraw from a contract within 14 days after you received the goods,
        without a reason. What follows from it is under{" "}
        <PageLink to={legalPath("withdrawal")} className="link">
          Right of withdrawal
        </PageLink>
        .
      </p>
      <Withdraw key={`${user?._id} ${orderNumber}`} known={known} />
    </div>
  );
}
