import { stockAlertCalls } from "#contract/stock-alerts.ts";
import { call } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { LetterAction } from "./letter-action.tsx";

const shopLink = (
  <PageLink to={paths.shop} className="btn btn-secondary btn-block h-12 text-base">
    See all parts
  </PageLink>
);

export function StopStockAlertsPage() {
  return (
    <LetterAction
      path={paths.stopStockAlerts}
      title="Stop letters about parts"
      lead="After one click we will not write to you about parts that are back, whichever parts you wait for. Letters about your orders still come."
      action="Stop these letters"
      send={(token) => call(stockAlertCalls.stop, { body: { token } })}
      done={() => (
        <>
          <p>Done. You will get no more letters about parts that are back.</p>
          {shopLink}
        </>
      )}
      elsewhere={shopLink}
    />
  );
}
