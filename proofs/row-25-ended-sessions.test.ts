// Row 25: what ends a session ends it for the next request, in every process.

import { beforeAll, describe, expect, it } from "vitest";
import { getAccessToken, openVisitor, type SignedIn, signIn, signUp } from "#tests/people.ts";
import { sample } from "#tests/random.ts";
import { clearLimits } from "./database.ts";
import { resetTokenFor } from "./letters.ts";
import { signUpAdmin } from "./people.ts";
import { control, full, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";

const sessionCount = full ? 8 : 2;
type Shops = readonly [Shop, Shop];

/** Two processes of one shop, which share only the database. */
async function startTwo(faults: readonly string[] = []): Promise<Shops> {
  const options = { faults, env: { ORIGIN: "https://shop.example" } };
  const first = await startShop(options);
  const databaseUrl = first.database.url;
  return [first, await startShop({ ...options, databaseUrl, cards: first.cards })];
}

type Browser = SignedIn & { id: string; credentials: Record<string, string>[] };

const sessionCookieOf = ({ cookies }: Pick<SignedIn, "cookies">) =>
  `__Host-session=${cookies.get("__Host-session")}`;

async function asBrowser(person: SignedIn): Promise<Browser> {
  const authorization = `Bearer ${await getAccessToken(person)}`;
  const { body } = await person.get("/api/identity/sessions");
  const id = (body as { _id: string; current: boolean }[]).find(({ current }) => current)?._id;
  const credentials = [{ cookie: sessionCookieOf(person) }, { authorization }];
  return { ...person, id: id ?? "", credentials };
}

async function openBrowsers(shops: Shops, isAdmin = false): Promise<[Browser, ...Browser[]]> {
  const person = await (isAdmin ? signUpAdmin(shops[0]) : signUp(shops[0]));
  const others = Array.from({ length: sessionCount - 1 }, (_, at) =>
    signIn(shops[at % 2 ? 0 : 1], person),
  );
  const rest = (await Promise.all(others)).map(asBrowser);
  return [await asBrowser(person), ...(await Promise.all(rest))];
}

function statusesOf(shops: Shops, { email, credentials }: Browser, path?: string) {
  const requests = shops.flatMap(({ url }) =>
    credentials.map(async (headers) => {
      const response = await fetch(`${url}${path ?? `/api/updateUser/${email}`}`, { headers });
      await response.arrayBuffer();
      return response.status;
    }),
  );
  return Promise.all(requests);
}

type Ending = {
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

const endings: Record<string, Ending> = {
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

const rounds = full ? 10 : 1;

async function wrongSessions({ isAdmin, path, end }: Ending, shops: Shops): Promise<string[]> {
  // So many accounts from one network would have to wait.
  await clearLimits(shops[0].database);
  const browsers = await openBrowsers(shops, isAdmin);
  // Whatever a process could remember of them, it has seen now.
  for (const browser of browsers) {
    expect(await statusesOf(shops, browser, path)).toEqual([200, 200, 200, 200]);
  }
  const { dead, status = 401 } = await end(browsers, shops);
  const wrong: string[] = [];
  for (const [at, browser] of browsers.entries()) {
    const statuses = await statusesOf(shops, browser, path);
    const expected = dead.includes(browser) ? status : 200;
    if (statuses.some((each) => each !== expected)) {
      wrong.push(`browser ${at}: ${statuses}, not ${expected}`);
    }
  }
  return wrong;
}

let shops: Shops;
beforeAll(async () => {
  shops = await startTwo();
});

describe("row 25: a session", () => {
  it("is dead from the next request on, and no other is", async () => {
    const wrong: string[] = [];
    for (let round = 0; round < rounds; round++) {
      for (const [name, ending] of Object.entries(endings)) {
        for (const line of await wrongSessions(ending, shops)) wrong.push(`${name}: ${line}`);
      }
    }
    const ends = Object.keys(endings).length;
    report({
      check: "what ends a session ends it from the next request on",
      target: "each of 8 open sessions",
      figure: `${rounds} rounds × ${ends} endings × ${sessionCount} sessions × cookie and token × 2 processes = ${rounds * ends * sessionCount * 4} requests`,
      faults: wrong,
    });
  });

  control("negative control: a shop that remembers sessions is found out", async () => {
    const faulty = await startTwo(["rememberSessions"]);
    const all = Object.entries(endings);
    for (const [name, ending] of full ? all : sample(all, 2)) {
      expect(await wrongSessions(ending, faulty), name).not.toEqual([]);
    }
  });

  it("gets a new token whenever somebody proves who they are", async () => {
    const [shop] = shops;
    const vera = await signUp(shop);
    const isSignedIn = async (cookie: string) => {
      const response = await shop.request("/api/identity/session", { headers: { cookie } });
      return ((await response.json()) as { user: unknown }).user !== null;
    };
    const planted = `__Host-session=${"A".repeat(43)}`;
    const seen = [planted, sessionCookieOf(vera)];
    const { email, password } = vera;
    const proofs: [path: string, body: () => Promise<object>][] = [
      ["sign-in", async () => ({ email, password })],
      ["password", async () => ({ current: password, password })],
      ["reset", async () => ({ token: await resetTokenFor(email, shop), password })],
      ["sign-up", async () => ({ name: "Vera", email: "vera@new.example", password: "new horse" })],
    ];
    for (const [path, body] of proofs) {
      // The browser sends what it has: at a sign-up, a cookie that somebody planted.
      if (path === "sign-up") vera.cookies.set("__Host-session", "A".repeat(43));
      const { status } = await vera.send("POST", `/api/identity/${path}`, await body());
      const cookie = sessionCookieOf(vera);
      expect([path, status]).toEqual([path, 200]);
      expect(seen).not.toContain(cookie);
      expect(await isSignedIn(cookie)).toBe(true);
      for (const old of seen.slice(0, -1)) expect(await isSignedIn(old)).toBe(false);
      seen.push(cookie);
    }
    report({
      check: "a new token at each proof of identity, whatever the browser sent",
      target: "rotated, the former dead",
      figure: `${proofs.length} kinds of proof, ${new Set(seen).size - 1} tokens`,
      faults: seen.filter((token, at) => seen.indexOf(token) !== at),
    });
  });
});
