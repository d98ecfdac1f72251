// Everybody who may call the shop, by cookie or by token.
import { type SignedIn, signIn, signUp } from "#tests/people.ts";
import { adminOf } from "./orders.ts";
import { cookieOf, signUpAdmin, withToken } from "./people.ts";
import type { Shop } from "./start-shop.ts";

export const ways = ["cookie", "token"] as const;
export type Way = (typeof ways)[number];

export type Caller = {
  name: string;
  email: string;
  isAdmin: boolean;
  isKnown: boolean;
  show(way: Way): Promise<Record<string, string>>;
  renew(): void;
};

type Headers = Record<Way, Record<string, string>>;

async function headersOf(shop: Shop, person: SignedIn): Promise<Headers> {
  const { bearer } = await withToken(person);
  return { cookie: { ...cookieOf(person), origin: shop.url }, token: bearer };
}

function live(
  shop: Shop,
  name: string,
  person: SignedIn,
  { isAdmin = false, signInAgain = () => signIn(shop, person) } = {},
): Caller {
  let headers: Headers | undefined;
  return {
    ...{ name, email: person.email, isAdmin, isKnown: true },
    async show(way) {
      headers ??= await headersOf(shop, await signInAgain());
      return headers[way];
    },
    renew() {
      headers = undefined;
    },
  };
}

const dead = (name: string, email: string, headers: Headers): Caller => ({
  ...{ name, email, isAdmin: false, isKnown: false },
  show: async (way) => headers[way],
  renew() {},
});

export async function openCallers(shop: Shop): Promise<[visitor: Caller, ...Caller[]]> {
  const { query } = shop.database;
  const [customer, other, deleted, expired] = [
    await signUp(shop),
    await signUp(shop),
    await signUp(shop),
    await signUp(shop),
  ];
  const [admin, demoted] = [await adminOf(shop), await signUpAdmin(shop)];
  const ofDeleted = await headersOf(shop, deleted);
  const ofExpired = await headersOf(shop, expired);
  await admin.send("DELETE", `/api/user/${deleted.user._id}`);
  await query("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [
    expired.user._id,
  ]);
  const setRole = (role: string) =>
    query("update users set role = $2 where id = $1", [demoted.user._id, role]);
  const signInAsAdmin = async () => {
    await setRole("admin");
    const signedIn = await signIn(shop, demoted);
    await withToken(signedIn);
    await setRole("customer");
    return signedIn;
  };
  const unknown = { cookie: { origin: shop.url }, token: { authorization: "Bearer nothing" } };
  return [
    dead("visitor", "", unknown),
    live(shop, "customer", customer),
    live(shop, "another customer", other),
    dead("deleted user", deleted.email, ofDeleted),
    live(shop, "demoted admin", demoted, { signInAgain: signInAsAdmin }),
    live(shop, "admin", admin, { isAdmin: true }),
    dead("expired session", expired.email, ofExpired),
  ];
}
