import { refuse } from "#contract/refusals.ts";
import type { stockAlertCalls } from "#contract/stock-alerts.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { askAlert } from "./ask-alert.ts";
import { confirmByLink, stopByLink } from "./follow-link.ts";
import { listAlerts, removeAlert } from "./store.ts";

const noSuchAlert = refuse("not-found", "You do not wait for this part any more.");

export function stockAlertHandlers(context: Context): Handlers<typeof stockAlertCalls> {
  const { db } = context;
  return {
    ask: askAlert(context),
    confirm: confirmByLink(context),
    stop: stopByLink(context),
    mine: (_given, { person }) => listAlerts(db, person),
    remove: async ({ params }, { person }) =>
      (await removeAlert(db, person, params.id)) ? { deletedCount: 1 } : noSuchAlert,
  };
}
