// People with accounts, who come by HTTP.

import { getAccessToken, type SignedIn, signUp } from "#tests/people.ts";
import { clearLimits } from "./database.ts";
import { mapConcurrently } from "./send-request.ts";
import type { Shop } from "./start-shop.ts";

export async function signUpAdmin(shop: Shop, headers = {}): Promise<SignedIn> {
  const admin = await signUp(shop, { name: "Ada Wright", headers });
  await shop.database.query(
    "update users set role = 'admin', email_verified_at = now() where id = $1",
    [admin.user._id],
  );
  return {
    ...admin,
    user: { ...admin.user, role: "admin", adminRole: "owner", emailVerified: true },
  };
}

export function cookieOf({ cookies }: Pick<SignedIn, "cookies">): { cookie: string } {
  return { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
}

export type Member = SignedIn & {
  bearer: { authorization: string };
};

export function signUpMany(shop: Shop, count: number): Promise<Member[]> {
  const numbers = [...Array(count).keys()];
  return mapConcurrently(numbers, async (at) => withToken(await signUpUnlimited(shop, at)), 4);
}

/** The shop lets one network make few accounts an hour. */
async function signUpUnlimited(shop: Shop, at: number): Promise<SignedIn> {
  if (at % 10 === 9) await clearLimits(shop.database);
  return signUp(shop);
}

export async function withToken(person: SignedIn): Promise<Member> {
  return { ...person, bearer: { authorization: `Bearer ${await getAccessToken(person)}` } };
}
