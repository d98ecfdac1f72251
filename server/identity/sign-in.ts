import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Handler } from "#server/http/handler.ts";
import { Refused } from "#server/http/refused.ts";
import type { Shop } from "#server/shop.ts";
import { findCredentials, findPerson, setPassword } from "./credentials.ts";
import { rememberDevice } from "./devices.ts";
import { hashPassword, isOutdated, verifyPassword } from "./passwords.ts";
import { startSession } from "./start-session.ts";
import { giveTryBack, takeTry } from "./tries.ts";

const wrong = refuse("not-signed-in", "The e-mail or the password is not right.");
const tooMany = refuse(
  "too-many",
  "Too many tries on this account or from your network. Wait an hour, or ask for a new password: " +
    "the link in our letter signs you in at once.",
);

/** Known or not, an e-mail gets the same answer after the same work. */
export function signIn(shop: Shop): Handler<typeof identityCalls.signIn> {
  return async ({ body }, caller) => {
    const taken = await takeTry(shop, caller, body.email);
    if (!taken) return tooMany;
    const known = await findCredentials(shop.db, body.email);
    const hash = known?.passwordHash ?? null;
    const isRight = await verifyPassword(body.password, hash).catch(async (error) => {
      // What never reached the hash was no try.
      if (error instanceof Refused) await giveTryBack(shop, taken);
      throw error;
    });
    if (!known || !isRight || !hash) return wrong;
    await giveTryBack(shop, taken);
    if (!(await startSession(shop, caller, known.id, hash))) return wrong;
    await rememberDevice(shop, caller, { id: known.id, email: body.email });
    if (isOutdated(hash))
      await setPassword(shop.db, known.id, await hashPassword(body.password), hash);
    const user = await findPerson(shop.db, known.id);
    return user ? { user } : wrong;
  };
}
