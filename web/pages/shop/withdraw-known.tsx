import { useQuery } from "@tanstack/react-query";
import { useSession } from "#web/modules/identity/session.ts";
import { linkedOrder, orderPage } from "#web/modules/orders/page-calls.ts";
import { Withdraw } from "#web/modules/withdrawals/withdraw.tsx";

type Props = { orderNumber: string; token: string };

export function WithdrawKnown({ orderNumber, token }: Props) {
  const { user } = useSession();
  const { data: own } = useQuery({
    ...orderPage(orderNumber),
    enabled: Boolean(user) && /^\d{1,15}$/.test(orderNumber),
  });
  const { data: linked } = useQuery({
    ...linkedOrder(token),
    enabled: token !== "",
    refetchInterval: false,
  });
  const page = linked ?? (own?.isOwn ? own : undefined);
  const known = page
    ? { orderNumber: `${page.order.number}`, name: page.order.name, email: page.order.email }
    : { orderNumber, ...(user && { name: user.name, email: user.email }) };
  return <Withdraw known={known} page={page} />;
}
