// One person at eight browsers, and all that ends sessions of theirs.
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { addResetToken } from "#server/modules/identity/credentials.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import {
  getAccessToken,
  openVisitor,
  type SignedIn,
  signIn,
  signUp,
  signUpAdmin,
} from "#tests/people.ts";

export const atOnce = 8;

export type Shops = readonly [OpenShop, OpenShop];

/** Two processes of one shop, which share nothing but the database. */
export async function openTwo(): Promise<Shops> {
  const env = { ORIGIN: "https://shop.example" };
  const first = await openShop({ env });
  return [first, await openShop({ env, databaseUrl: first.databaseUrl })];
}

export type Browser = SignedIn & { id: string; shown: Record<string, string>[] };

export const cookieOf = ({ cookies }: Pick<SignedIn, "cookies">) =>
  `__Host-session=${cookies.get("__Host-session")}`;

async function asBrowser(person: SignedIn): Promise<Browser> {
  const authorization = `Bearer ${await getAccessToken(person)}`;
  const { body } = await person.get("/api/identity/sessions");
  const id = (body as { _id: string; current: boolean }[]).find(({ current }) => current)?._id;
  return { ...person, id: id ?? "", shown: [{ cookie: cookieOf(person) }, { authorization }] };
}

/** One person at eight browsers, signed in at the one process or at the other. */
export async function openBrowsers(shops: Shops, isAdmin = false): Promise<Browser[]> {
  const person = await (isAdmin ? signUpAdmin(shops[0]) : signUp(shops[0]));
  const others = Array.from({ length: atOnce - 1 }, (_, at) =>
    signIn(shops[at % 2 ? 0 : 1], person),
  );
  return Promise.all([person, ...(await Promise.all(others))].map(asBrowser));
}

/** What the next request answers, by cookie and by token, at each process. */
export async function statusesOf(shops: Shops, { email, shown }: Browser, path?: string) {
  const asked = shops.flatMap(({ url }) =>
    shown.map(async (headers) => {
      const response = await fetch(`${url}${path ?? `/api/updateUser/${email}`}`, { headers });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  return Promise.all(asked);
}

export type Ending = {
  isAdmin?: boolean;
  path?: string;
  /** Ends sessions; answers which of them must be dead, and what the dead are told. */
  end(browsers: Browser[], shops: Shops): Promise<{ dead: Browser[]; status?: number }>;
};

const first = (browsers: Browser[]) => browsers[0] as Browser;

export const endings: Record<string, Ending> = {
  "sign-out": {
    end: async (browsers) => {
      const dead = browsers.slice(0, atOnce / 2);
      for (const { send } of dead) await send("POST", "/api/identity/sign-out");
      return { dead };
    },
  },
  "ending one in the list": {
    end: async (browsers) => {
      const dead = browsers.slice(1);
      for (const { id } of dead) {
        await first(browsers).send("DELETE", `/api/identity/sessions/${id}`);
      }
      return { dead };
    },
  },
  "sign-out everywhere": {
    end: async (browsers) => {
      await first(browsers).send("POST", "/api/identity/sign-out-everywhere");
      return { dead: browsers };
    },
  },
  "a new password": {
    end: async (browsers) => {
      const { send, password } = first(browsers);
      const body = { current: password, password: "another horse" };
      expect(await send("POST", "/api/identity/password", body)).toMatchObject({ status: 200 });
      // The same browser goes on under a new cookie; the old one is dead even so.
      return { dead: browsers };
    },
  },
  "a new password by letter": {
    end: async (browsers, [shop]) => {
      const { user } = first(browsers);
      const token = await addResetToken(shop.shop.db, user._id);
      const body = { token, password: "another horse" };
      const answer = await openVisitor(shop).send("POST", "/api/identity/reset", body);
      expect(answer).toMatchObject({ status: 200 });
      return { dead: browsers };
    },
  },
  "deletion of the user": {
    end: async (browsers, [shop]) => {
      const admin = await signUpAdmin(shop);
      const { user } = first(browsers);
      expect(await admin.send("DELETE", `/api/user/${user._id}`)).toMatchObject({ status: 200 });
      return { dead: browsers };
    },
  },
  time: {
    end: async (browsers, [shop]) => {
      await shop.shop.db.execute(sql`update sessions set expires_at = now()`);
      return { dead: browsers };
    },
  },
  "the loss of the role": {
    isAdmin: true,
    path: "/api/user",
    end: async (browsers, [shop]) => {
      await shop.shop.db.execute(sql`update users set role = 'customer'`);
      return { dead: browsers, status: 403 };
    },
  },
};
