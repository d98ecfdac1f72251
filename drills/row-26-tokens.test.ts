// Row 26: tokens that are forged, borrowed from another purpose, or over. None opens anything, and
// none makes the shop stumble.
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { addResetToken } from "#server/modules/identity/credentials.ts";
import { hashToken } from "#server/modules/identity/tokens.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { getAccessToken, openVisitor, type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { report } from "./drill.ts";
import { sendRaw } from "./send-raw.ts";
import { type Attack, attacks, type Loot, resetAttacks } from "./tokens.ts";

/** In place of the product's own hash, when a test says so. */
const known = vi.hoisted(() => ({ bad: undefined as "prefix" | "plain" | undefined }));
vi.mock(import("#server/modules/identity/tokens.ts"), async (original) => {
  const actual = await original();
  const variants = {
    prefix: (token: string) => actual.hashToken(token.slice(0, 40)),
    plain: (token: string) => Buffer.from(token),
  };
  const hashToken = (token: string) => (known.bad ? variants[known.bad] : actual.hashToken)(token);
  return { ...actual, hashToken };
});

function portOf({ url }: OpenShop): string {
  return new URL(url).port;
}

async function tokensOf(shop: OpenShop, person: SignedIn) {
  const session = person.cookies.get(`session-${portOf(shop)}`) ?? "";
  return { session, access: await getAccessToken(person) };
}

/** How sessions end, each as it happens. */
const endings: Record<string, (person: SignedIn, shop: OpenShop) => Promise<unknown>> = {
  "a session that was signed out": (person) => person.send("POST", "/api/identity/sign-out"),
  "a session that was signed out everywhere": (person) =>
    person.send("POST", "/api/identity/sign-out-everywhere"),
  "a session before a change of password": ({ send, password }) =>
    send("POST", "/api/identity/password", { current: password, password: "another horse" }),
  "a session before a letter's link": async ({ user }, shop) =>
    openVisitor(shop).send("POST", "/api/identity/reset", {
      token: await addResetToken(shop.shop.db, user._id),
      password: "another horse",
    }),
  "a session of long ago": ({ user }, { shop }) =>
    queryRows(shop.db, sql`update sessions set expires_at = now() where user_id = ${user._id}`),
  "a user who was removed": async ({ user }, shop) =>
    (await signUpAdmin(shop)).send("DELETE", `/api/user/${user._id}`),
};

async function ended(shop: OpenShop): Promise<Loot["ended"]> {
  const all: Loot["ended"] = {};
  for (const [why, end] of Object.entries(endings)) {
    const person = await signUp(shop);
    const tokens = await tokensOf(shop, person);
    // What is over must have been good before.
    expect(await person.get("/api/identity/session")).toMatchObject({
      body: { user: person.user },
    });
    await end(person, shop);
    all[why] = tokens;
  }
  return all;
}

async function spentResets(shop: OpenShop, { user }: SignedIn): Promise<Record<string, string>> {
  const { db } = shop.shop;
  const removed = await signUp(shop);
  const tokens = {
    "of an hour ago": await addResetToken(db, user._id),
    "of another purpose": await addResetToken(db, user._id),
    "of a user who was removed": await addResetToken(db, removed.user._id),
    "used by somebody": await addResetToken(db, removed.user._id),
  };
  const row = (token: string) => sql`token_hash = ${hashToken(token)}`;
  await db.execute(
    sql`update one_time_tokens set expires_at = now() where ${row(tokens["of an hour ago"])}`,
  );
  await db.execute(sql`update one_time_tokens set purpose = 'newsletter'
    where ${row(tokens["of another purpose"])}`);
  await openVisitor(shop).send("POST", "/api/identity/reset", {
    token: tokens["used by somebody"],
    password: "another horse",
  });
  await db.execute(sql`delete from users where id = ${removed.user._id}`);
  return tokens;
}

async function open() {
  const shop = await openShop();
  const vera = await signUp(shop);
  const tokens = { ...(await tokensOf(shop, vera)), spentResets: await spentResets(shop, vera) };
  const reset = await addResetToken(shop.shop.db, vera.user._id);
  const stored = {
    session: hashToken(tokens.session),
    access: hashToken(tokens.access),
    reset: hashToken(reset),
  };
  const person = { port: portOf(shop), email: vera.email, userId: vera.user._id };
  const loot: Loot = { ...person, ...tokens, reset, stored, ended: await ended(shop) };
  return { shop, vera, loot };
}

/** What went wrong; nothing where the attack was in vain. */
async function faultsOf({ url, shop }: OpenShop, loot: Loot, attack: Attack): Promise<string[]> {
  const { headers, query = "", body = {} } = attack;
  const profile = { email: loot.email, education: "stolen", location: "", number: "", img: "" };
  const save = JSON.stringify({ ...profile, ...body });
  const answers = {
    reading: await sendRaw(url, [`GET /api/updateUser/${loot.email}${query} HTTP/1.1`, ...headers]),
    saving: await sendRaw(
      url,
      [`POST /api/updateUser${query} HTTP/1.1`, `origin: ${shop.origin}`, ...headers],
      save,
    ),
    asking: await sendRaw(url, [`GET /api/identity/session${query} HTTP/1.1`, ...headers]),
  };
  const refused = (status: number) => status === 0 || (status >= 400 && status < 500);
  return Object.entries(answers).flatMap(([what, { status, body }]) =>
    refused(status) || (what === "asking" && status === 200 && body === '{"user":null}')
      ? []
      : [`${attack.name}: ${what} ${status}`],
  );
}

async function faultsOfAll(shop: OpenShop, loot: Loot): Promise<string[]> {
  const faults: string[] = [];
  for (const attack of attacks(loot)) faults.push(...(await faultsOf(shop, loot, attack)));
  return faults;
}

describe("row 26: forged and misused tokens", () => {
  it("the good ones open what they should", async () => {
    const { shop, loot } = await open();
    const genuine = [`cookie: session-${loot.port}=${loot.session}`];
    const bearer = [`authorization: Bearer ${loot.access}`];
    for (const headers of [genuine, bearer]) {
      const faults = await faultsOf(shop, loot, { name: "genuine", headers });
      expect(faults).toEqual(["reading", "saving", "asking"].map((what) => `genuine: ${what} 200`));
    }
    const body = { token: loot.reset, password: "another horse" };
    expect((await openVisitor(shop).send("POST", "/api/identity/reset", body)).status).toBe(200);
  });

  it("no other opens anything", async () => {
    const { shop, vera, loot } = await open();
    const faults = await faultsOfAll(shop, loot);
    const tried = attacks(loot).length;
    report({
      row: 26,
      check: "forged and misused tokens, as cookie and bearer, in query and body",
      target: "40 or more, 0 accepted",
      figure: `${tried} tried at three calls each, ${faults.length} accepted or stumbled over`,
      pass: faults.length === 0,
    });
    expect(tried).toBeGreaterThan(40);
    expect(faults).toEqual([]);
    expect(
      await queryRows(shop.shop.db, sql`select from profiles where education = 'stolen'`),
    ).toEqual([]);
    expect(await vera.get("/api/identity/session")).toMatchObject({ body: { user: vera.user } });
  });

  it("no other sets a password", async () => {
    const { shop, loot } = await open();
    const { db } = shop.shop;
    const hashes = () => queryRows(db, sql`select id, password_hash from users order by id`);
    const sessions = () => queryRows(db, sql`select id from sessions order by id`);
    const before = [await hashes(), await sessions()];
    const tried = resetAttacks(loot);
    const faults: string[] = [];
    for (const { name, token } of tried) {
      await db.execute(sql`delete from limits`);
      const body = { token, password: "a thief's horse" };
      const { status } = await openVisitor(shop).send("POST", "/api/identity/reset", body);
      if (status < 400 || status >= 500) faults.push(`${name}: ${status}`);
    }
    report({
      row: 26,
      check: "forged, spent and misused tokens of letters",
      target: "0 accepted",
      figure: `${tried.length} tried, ${faults.length} accepted or stumbled over`,
      pass: faults.length === 0,
    });
    expect(faults).toEqual([]);
    expect([await hashes(), await sessions()]).toEqual(before);
  });
});

describe("row 26 would tell", () => {
  async function faultsWith(bad: "prefix" | "plain"): Promise<string> {
    known.bad = bad;
    try {
      const { shop, loot } = await open();
      return (await faultsOfAll(shop, loot)).join("\n");
    } finally {
      known.bad = undefined;
    }
  }

  it("a look-up that compares only how tokens begin", async () => {
    const faults = await faultsWith("prefix");
    expect(faults).toContain("session's cookie: one letter longer: reading 200");
    expect(faults).toContain("bearer: without its last letter: saving 200");
  });

  it("tokens that are stored as they are", async () => {
    const faults = await faultsWith("plain");
    expect(faults).toContain("what the database stores, as it is: reading 200");
  });
});
