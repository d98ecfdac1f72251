import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Handler } from "#server/http/handler.ts";
import type { Shop } from "#server/shop.ts";
import { findCredentials, findPerson, setPassword } from "./credentials.ts";
import { rememberDevice } from "./devices.ts";
import { hashPassword, isOutdated } from "./passwords.ts";
import { startSession } from "./start-session.ts";
import { countTry, verifyTry } from "./tries.ts";

const wrong = refuse("not-signed-in", "The e-mail or the password is not right.");
const tooMany = refuse(
  "too-many",
  "Too many tries on this account or from your network. Wait an hour, or ask for a new password: " +
    "the link in our letter signs you in at once.",
);

/** Known or not, an e-mail gets the same answer after the same work. */
export function signIn(shop: Shop): Handler<typeof identityCalls.signIn> {
  return async ({ body }, caller) => {
    const counted = await countTry(shop, caller, body.email);
    if (!counted) return tooMany;
    const known = await findCredentials(shop.db, body.email);
    const hash = known?.passwordHash ?? null;
    const isRight = await verifyTry(shop, counted, body.password, hash);
    if (!known || !isRight || !hash) return wrong;
    if (!(await startSession(shop, caller, known.id, hash))) return wrong;
    await rememberDevice(shop, caller, { id: known.id, email: body.email });
    if (isOutdated(hash)) {
      const renewed = await hashPassword(body.password, counted.client);
      await setPassword(shop.db, known.id, renewed, hash);
    }
    const user = await findPerson(shop.db, known.id);
    return user ? { user } : wrong;
  };
}
