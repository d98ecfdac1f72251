// One person at several browsers, and everything that ends their sessions.
import { expect } from "vitest";
import { getAccessToken, openVisitor, type SignedIn, signIn, signUp } from "#tests/people.ts";
import { resetTokenFor } from "./letters.ts";
import { signUpAdmin } from "./people.ts";
import { full } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";

export const sessionCount = full ? 8 : 2;
export type Shops = readonly [Shop, Shop];

/** Two processes of one shop, which share only the database. */
export async function startTwo(faults: readonly string[] = []): Promise<Shops> {
  const options = { faults, env: { ORIGIN: "https://shop.example" } };
  const first = await startShop(options);
  const databaseUrl = first.database.url;
  return [first, await startShop({ ...options, databaseUrl, cards: first.cards })];
}

export type Browser = SignedIn & { id: string; credentials: Record<string, string>[] };

export const sessionCookieOf = ({ cookies }: Pick<SignedIn, "cookies">) =>
  `__Host-session=${cookies.get("__Host-session")}`;

async function asBrowser(person: SignedIn): Promise<Browser> {
  const authorization = `Bearer ${await getAccessToken(person)}`;
  const { body } = await person.get("/api/identity/sessions");
  const id = (body as { _id: string; current: boolean }[]).find(({ current }) => current)?._id;
  const credentials = [{ cookie: sessionCookieOf(person) }, { authorization }];
  return { ...person, id: id ?? "", credentials };
}

export async function openBrowsers(
  shops: Shops,
  isAdmin = false,
): Promise<[Browser, ...Browser[]]> {
  const person = await (isAdmin ? signUpAdmin(shops[0]) : signUp(shops[0]));
  const others = Array.from({ length: sessionCount - 1 }, (_, at) =>
    signIn(shops[at % 2 ? 0 : 1], person),
  );
  const rest = (await Promise.all(others)).map(asBrowser);
  return [await asBrowser(person), ...(await Promise.all(rest))];
}

export function statusesOf(shops: Shops, { email, credentials }: Browser, path?: string) {
  const requests = shops.flatMap(({ url }) =>
    credentials.map(async (headers) => {
      const response = await fetch(`${url}${path ?? `/api/updateUser/${email}`}`, { headers });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  return Promise.all(requests);
}

export type Ending = {
  isAdmin?: boolean;
  path?: string;
  /** Ends sessions; answers which of them must be dead, and what the dead are answered. */
  end(
    browsers: [Browser, ...Browser[]],
    shops: Shops,
  ): Promise<{ dead: Browser[]; status?: number }>;
};

/** Sends something that must succeed; all browsers are dead then, that of the sender included. */
async function endAll(
  browsers: Browser[],
  sender: Pick<SignedIn, "send">,
  ...request: Parameters<SignedIn["send"]>
) {
  expect(await sender.send(...request)).toMatchObject({ status: 200 });
  return { dead: browsers };
}

export const endings: Record<string, Ending> = {
  "sign-out": {
    end: async (browsers) => {
      const dead = browsers.slice(0, sessionCount / 2);
      for (const { send } of dead) await send("POST", "/api/identity/sign-out");
      return { dead };
    },
  },
  "ending one in the list": {
    end: async ([first, ...dead]) => {
      for (const { id } of dead) await first.send("DELETE", `/api/identity/sessions/${id}`);
      return { dead };
    },
  },
  "sign-out everywhere": {
    end: (browsers) => endAll(browsers, browsers[0], "POST", "/api/identity/sign-out-everywhere"),
  },
  "a new password": {
    // The same browser goes on with a new cookie; the old one is dead even so.
    end: (browsers) => {
      const body = { current: browsers[0].password, password: "another horse" };
      return endAll(browsers, browsers[0], "POST", "/api/identity/password", body);
    },
  },
  "a new password by letter": {
    end: async (browsers, shops) => {
      const token = await resetTokenFor(browsers[0].email, ...shops);
      const body = { token, password: "another horse" };
      return endAll(browsers, openVisitor(shops[0]), "POST", "/api/identity/reset", body);
    },
  },
  "deletion of the user": {
    end: async (browsers, [shop]) =>
      endAll(browsers, await signUpAdmin(shop), "DELETE", `/api/user/${browsers[0].user._id}`),
  },
  time: {
    end: async (browsers, [{ database }]) => {
      await database.query("update sessions set expires_at = now()");
      return { dead: browsers };
    },
  },
  "the loss of the role": {
    isAdmin: true,
    path: "/api/user",
    end: async (browsers, [{ database }]) => {
      await database.query("update users set role = 'customer'");
      return { dead: browsers, status: 403 };
    },
  },
};
