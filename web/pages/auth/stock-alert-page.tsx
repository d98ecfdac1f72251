import { partPath } from "#contract/rules/part-path.ts";
import { alertDays, stockAlertCalls } from "#contract/stock-alerts.ts";
import { call } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { LetterAction } from "./letter-action.tsx";

export function StockAlertPage() {
  return (
    <LetterAction
      path={paths.stockAlert}
      title="Tell me when it is back"
      lead="One click shows that our letter reached you. If you did not ask for it, just close this page."
      action="Yes, tell me"
      send={(token) => call(stockAlertCalls.confirm, { body: { token } })}
      done={({ state, part }) => (
        <>
          <p>
            {state === "back"
              ? `${part.name} is back already: you can order it now.`
              : `Thank you. We will write to you once, as soon as ${part.name} can be ordered again. If it is not back within ${alertDays} days, you will not hear from us.`}
          </p>
          <PageLink to={partPath(part)} className="btn btn-secondary btn-block h-12 text-base">
            See the part
          </PageLink>
        </>
      )}
      elsewhere={
        <PageLink to={paths.shop} className="btn btn-secondary btn-block h-12 text-base">
          See all parts
        </PageLink>
      }
    />
  );
}
