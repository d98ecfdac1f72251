import type { Queries } from "#server/platform/database/connect.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { consumeCallerLimit, consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";

/** Each invitation is a letter to whatever mailbox they name. */
const mostInvited = { verified: 20, unverified: 5 };

export async function mayInvite(db: Queries, caller: SignedInCaller): Promise<boolean> {
  const { _id, emailVerified } = caller.person;
  const most = emailVerified ? mostInvited.verified : mostInvited.unverified;
  const limit = { key: `company invitations of ${_id}`, most, seconds: 3_600 };
  return (
    (await consumeLimit(db, limit)) &&
    (await consumeCallerLimit(db, { action: "company invitations" }, caller))
  );
}
