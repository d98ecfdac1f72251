import type { ledgerCalls } from "#contract/ledger.ts";
import { type Handlers, notBuiltYet } from "#server/http/handler.ts";
import type { Shop } from "#server/shop.ts";

export function ledgerHandlers(_shop: Shop): Handlers<typeof ledgerCalls> {
  return { latest: notBuiltYet, check: notBuiltYet };
}
