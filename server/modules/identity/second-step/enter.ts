import type { Context } from "#server/context.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { startSession } from "../start-session.ts";
import { needsSecondStep } from "./needs-second-step.ts";
import { addPendingSignIn } from "./pending-sign-ins.ts";

/**
 * Continues a sign-in after its first step: starts a session, or asks for the second step.
 * "refused" if `passwordHash` is given and is no longer the person's.
 */
export async function enter(
  context: Pick<Context, "origin" | "env"> & { db: Queries },
  caller: Caller,
  userId: string,
  passwordHash?: string,
): Promise<"session" | "second-step" | "refused"> {
  const isPending = await needsSecondStep(context, userId);
  const begun = isPending
    ? await addPendingSignIn(context, caller, userId, passwordHash)
    : await startSession(context, caller, userId, { passwordHash });
  if (!begun) return "refused";
  return isPending ? "second-step" : "session";
}
