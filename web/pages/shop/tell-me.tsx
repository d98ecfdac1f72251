import type { PartPage } from "#contract/catalog.ts";
import { useSession } from "#web/modules/identity/session.ts";
import { StockAlertBox } from "#web/modules/stock-alerts/stock-alert-box.tsx";

export function TellMe({ part }: { part: PartPage }) {
  const { user } = useSession();
  return <StockAlertBox part={part} user={user} />;
}
