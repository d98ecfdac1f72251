import type { Queries } from "#server/platform/database/connect.ts";
import { addressPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";

/** 60 an hour; false when a network has none left. */
export function consumeNetworkLimit(
  db: Queries,
  action: string,
  { address }: { address: string },
): Promise<boolean> {
  const key = `${action} from ${addressPrefix(address)}`;
  return consumeLimit(db, { key, most: 60, seconds: 3_600 });
}
