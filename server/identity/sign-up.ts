import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Handler } from "#server/http/handler.ts";
import { queueIdentityLetter } from "#server/letters/queue-letter.ts";
import { addressPrefix } from "#server/limits/address-prefix.ts";
import { take } from "#server/limits/take.ts";
import type { Shop } from "#server/shop.ts";
import { addUser } from "#server/users/store.ts";
import { rememberDevice } from "./devices.ts";
import { refuseEasy } from "./easy-passwords.ts";
import { hashPassword } from "./passwords.ts";
import { verificationLetter } from "./send-verification-letter.ts";
import { startSession } from "./start-session.ts";

const taken = refuse(
  "conflict",
  "There is an account with this e-mail already. Sign in, or ask for a new password.",
  { email: "Has an account already" },
);
const tooMany = refuse(
  "too-many",
  "Many accounts were made from your network just now. Please try again in an hour.",
);

export function signUp(shop: Shop): Handler<typeof identityCalls.signUp> {
  return async ({ body }, caller) => {
    const { name, email, password } = body;
    const limit = {
      key: `sign-ups from ${addressPrefix(caller.address)}`,
      most: 60,
      seconds: 3_600,
    };
    if (!(await take(shop.db, limit))) return tooMany;
    const easy = await refuseEasy(password, { shopName: shop.env.SHOP_NAME, name, email });
    if (easy) return easy;
    const passwordHash = await hashPassword(password, { address: caller.address });
    const signedUp = await shop.db.transaction(async (db) => {
      const id = await addUser(db, { name, email, role: "customer", passwordHash });
      if (!id) return taken;
      await startSession({ origin: shop.origin, db }, caller, id);
      await rememberDevice({ origin: shop.origin, db }, caller, { id, email });
      await queueIdentityLetter(db, verificationLetter, email);
      const user = { _id: id, name, email, img: "", hasPassword: true, emailVerified: false };
      return { user };
    });
    shop.letters.wake();
    return signedUp;
  };
}
