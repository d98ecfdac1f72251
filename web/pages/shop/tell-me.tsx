import { useQueryClient } from "@tanstack/react-query";
import type { PartPage } from "#contract/catalog.ts";
import { sessionQuery, useSession } from "#web/modules/identity/session.ts";
import { StockAlertBox } from "#web/modules/stock-alerts/stock-alert-box.tsx";

export function TellMe({ part }: { part: PartPage }) {
  const client = useQueryClient();
  const { user } = useSession();
  const findUser = async () => (await client.ensureQueryData(sessionQuery())).user;
  return <StockAlertBox part={part} user={user} findUser={findUser} />;
}
