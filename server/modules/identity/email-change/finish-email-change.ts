import type { Person } from "#contract/identity.ts";
import { changeEmail } from "#server/modules/customers/change-email.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import type { AccountEndings } from "../account-endings.ts";
import { deleteOneTimeTokens } from "../credentials.ts";
import { endAllSessions } from "../end-sessions.ts";
import { forgetDevices } from "../known-devices.ts";

type NewEmail = { person: Person; newEmail: string };

/**
 * Ends other sessions and whatever else was opened with the former e-mail. False if another account
 * has the new one.
 */
export async function finishEmailChange(
  tx: Queries,
  caller: Caller,
  { person, newEmail }: NewEmail,
  { formerEmail }: AccountEndings,
): Promise<boolean> {
  const { _id: userId, email } = person;
  if (!(await changeEmail(tx, userId, newEmail))) return false;
  await deleteOneTimeTokens(tx, userId);
  const own = caller.person?._id === userId ? (caller.session ?? undefined) : undefined;
  await endAllSessions(tx, userId, { except: own });
  await forgetDevices(tx, userId);
  for (const end of formerEmail) await end(tx, userId);
  const before = { email };
  const after = { email: newEmail };
  const change = { action: "change-email", about: userId, before, after } as const;
  await recordAction(tx, { person, address: caller.address }, change);
  return true;
}
