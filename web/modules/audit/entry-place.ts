import type { AuditAction, AuditEntry } from "#contract/audit.ts";
import {
  paths,
  repairPath,
  returnPath,
  vehiclesPath,
  webhookPath,
  withdrawalsName,
} from "#web/app/paths.ts";

type Place = { name: string; path: string };

const places: { [Action in AuditAction]?: Place } = {
  "add-api-key": { name: "The keys", path: paths.apiKeys },
  "remove-api-key": { name: "The keys", path: paths.apiKeys },
  "remove-webhook": { name: "The webhooks", path: paths.webhooks },
  "delete-repair": { name: "The jobs on cars", path: paths.repairs },
  "load-vehicles": { name: "The vehicles", path: vehiclesPath() },
  "dismiss-search": { name: "Missed searches", path: `${paths.missedSearches}?view=dismissed` },
  "answer-withdrawal": { name: "The withdrawals", path: returnPath(withdrawalsName) },
  "check-ledger": { name: "The reconciliation", path: paths.reconciliation },
  "retry-job": { name: "The jobs", path: paths.jobs },
};

const ofMany = new Set<AuditAction>([
  ...(["edit-parts", "edit-reviews", "retry-jobs", "sign-out-people", "set-price-groups"] as const),
]);

const listPaths: Record<string, string> = {
  products: paths.manageProducts,
  orders: `${paths.manageAllOrders}?view=work`,
  people: paths.people,
  companies: paths.companies,
  reviews: paths.manageReviews,
  returns: paths.returns,
  "audit-log": paths.auditLog,
  "missed-searches": paths.missedSearches,
  jobs: paths.jobs,
};

/** Where to look at it, if it is no thing with a page of its own. */
export function placeOf({ action, about, before, after, _id }: AuditEntry): Place | undefined {
  if (ofMany.has(action)) {
    return { name: "Each of them", path: `${paths.auditLog}?${new URLSearchParams({ of: _id })}` };
  }
  if (places[action]) return places[action];
  if (about && action.endsWith("-webhook")) {
    return { name: "The webhook", path: webhookPath(about) };
  }
  if (about && (action === "set-credit" || action === "set-company-group")) {
    return { name: "The company", path: `${paths.companies}/${about}` };
  }
  if (action === "add-repair" || action === "edit-repair") {
    return { name: "The job", path: repairPath(`${after?.slug ?? before?.slug}`) };
  }
  const list = listPaths[`${after?.list ?? before?.list}`];
  return action.endsWith("-view") && list ? { name: "The list", path: list } : undefined;
}
