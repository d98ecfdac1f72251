// Row 26: forged, misused and ended tokens open nothing.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { getAccessToken, openVisitor, type SignedIn, signUp } from "#tests/people.ts";
import { resetTokenFor } from "./letters.ts";
import { resetAttacks, type Stolen, type TokenAttack, tokenAttacks } from "./misused-tokens.ts";
import { signUpAdmin } from "./people.ts";
import { sendRaw } from "./raw-http.ts";
import { control, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";

type Hash = (token: string) => Buffer;
const hashOf: Hash = (token) => createHash("sha256").update(token).digest();
const password = "another horse";

async function tokensOf(shop: Shop, person: SignedIn) {
  const session = person.cookies.get(`session-${new URL(shop.url).port}`) ?? "";
  return { session, access: await getAccessToken(person) };
}

const reset = (shop: Shop, token: unknown) =>
  openVisitor(shop).send("POST", "/api/identity/reset", { token, password });

const endings: Record<string, (person: SignedIn, shop: Shop) => Promise<unknown>> = {
  "a session that was signed out": (person) => person.send("POST", "/api/identity/sign-out"),
  "a session that was signed out everywhere": (person) =>
    person.send("POST", "/api/identity/sign-out-everywhere"),
  "a session before a change of password": ({ send, ...person }) =>
    send("POST", "/api/identity/password", { current: person.password, password }),
  "a session before a reset by letter": async ({ email }, shop) =>
    reset(shop, await resetTokenFor(email, shop)),
  "a session of long ago": ({ user }, { database }) =>
    database.query("update sessions set expires_at = now() where user_id = $1", [user._id]),
  "a user who was deleted": async ({ user }, shop) =>
    (await signUpAdmin(shop)).send("DELETE", `/api/user/${user._id}`),
};

async function endedTokens(shop: Shop): Promise<Stolen["ended"]> {
  const all: Stolen["ended"] = {};
  for (const [ending, end] of Object.entries(endings)) {
    const person = await signUp(shop);
    const tokens = await tokensOf(shop, person);
    const session = await person.get("/api/identity/session");
    expect(session, "valid before it ended").toMatchObject({ body: { user: person.user } });
    await end(person, shop);
    all[ending] = tokens;
  }
  return all;
}

async function spentResetTokens(shop: Shop, { email }: SignedIn, hash: Hash) {
  const { database } = shop;
  const deleted = await signUp(shop);
  const tokens = {
    "of an hour ago": await resetTokenFor(email, shop),
    "of another purpose": await resetTokenFor(email, shop),
    "of a user who was deleted": await resetTokenFor(deleted.email, shop),
    "used before": await resetTokenFor(deleted.email, shop),
  };
  const update = (change: string, token: string) =>
    database.query(`update one_time_tokens set ${change} where token_hash = $1`, [hash(token)]);
  await update("expires_at = now()", tokens["of an hour ago"]);
  await update("purpose = 'newsletter'", tokens["of another purpose"]);
  expect(await reset(shop, tokens["used before"])).toMatchObject({ status: 200 });
  await database.query("delete from users where id = $1", [deleted.user._id]);
  return tokens;
}

async function open(planted: readonly string[] = [], hash = hashOf) {
  const shop = await startShop({ faults: planted });
  const vera = await signUp(shop);
  const tokens = await tokensOf(shop, vera);
  const spentResets = await spentResetTokens(shop, vera, hash);
  const resetToken = await resetTokenFor(vera.email, shop);
  const stolen: Stolen = {
    ...{ port: new URL(shop.url).port, email: vera.email, userId: vera.user._id },
    ...{ ...tokens, spentResets, reset: resetToken, ended: await endedTokens(shop) },
    stored: {
      session: hash(tokens.session),
      access: hash(tokens.access),
      reset: hash(resetToken),
    },
  };
  return { shop, vera, stolen };
}

async function successesOf({ url }: Shop, { email }: Stolen, attack: TokenAttack) {
  const { name, headers, query = "", body = {} } = attack;
  const profile = { email, education: "stolen", location: "", number: "", img: "" };
  const saved = JSON.stringify({ ...profile, ...body });
  const own = [`host: ${new URL(url).host}`, "connection: close", ...headers];
  const get = (path: string) =>
    sendRaw(url, [`GET ${path}${query} HTTP/1.1`, ...own, "", ""].join("\r\n"));
  const json = ["content-type: application/json", `content-length: ${saved.length}`];
  const post = [`POST /api/updateUser${query} HTTP/1.1`, `origin: ${url}`, ...json, ...own, ""];
  const answers = {
    read: await get(`/api/updateUser/${email}`),
    save: await sendRaw(url, [...post, saved].join("\r\n")),
    session: await get("/api/identity/session"),
  };
  const isRefused = (status: number) => status === 0 || (status >= 400 && status < 500);
  return Object.entries(answers).flatMap(
    ([
      call,
      {
        statuses: [status = 0],
        body: text,
      },
    ]) => {
      const isNobody = call === "session" && status === 200 && text === '{"user":null}';
      return isRefused(status) || isNobody ? [] : [`${name}: ${call} ${status}`];
    },
  );
}

async function allSuccesses({ shop, stolen }: { shop: Shop; stolen: Stolen }) {
  const successes: string[] = [];
  for (const attack of tokenAttacks(stolen)) {
    successes.push(...(await successesOf(shop, stolen, attack)));
  }
  return successes.join("\n");
}

describe("row 26: forged and misused tokens", () => {
  it("do not set a password and open nothing; the good ones do", async () => {
    const opened = await open();
    const { shop, vera, stolen } = opened;
    const { database } = shop;
    const cookie = [`cookie: session-${stolen.port}=${stolen.session}`];
    const bearer = [`authorization: Bearer ${stolen.access}`];
    for (const headers of [cookie, bearer]) {
      const successes = await successesOf(shop, stolen, { name: "genuine", headers });
      expect(successes).toEqual(["read", "save", "session"].map((call) => `genuine: ${call} 200`));
    }
    await database.query("delete from profiles");

    const successes = await allSuccesses(opened);
    const tried = tokenAttacks(stolen).length;
    report({
      check: "forged and misused tokens, as cookie and bearer, in query and body",
      target: "40 or more, 0 accepted",
      figure: `${tried} tried at three calls each`,
      faults: successes.split("\n").filter(Boolean),
    });
    expect(tried).toBeGreaterThan(40);
    expect(await database.query("select from profiles where education = 'stolen'")).toEqual([]);
    expect(await vera.get("/api/identity/session")).toMatchObject({ body: { user: vera.user } });

    const accounts = () =>
      database.query(`select users.id, password_hash, sessions.id as session
        from users left join sessions on user_id = users.id order by users.id, session`);
    const before = await accounts();
    const resets = resetAttacks(stolen);
    const accepted: string[] = [];
    for (const { name, token } of resets) {
      await database.query("delete from limits");
      const { status } = await reset(shop, token);
      if (status < 400 || status >= 500) accepted.push(`${name}: ${status}`);
    }
    report({
      check: "forged, spent and misused tokens of letters",
      target: "0 accepted",
      figure: `${resets.length} tried`,
      faults: accepted,
    });
    expect(await accounts()).toEqual(before);
    expect(await reset(shop, stolen.reset)).toMatchObject({ status: 200 });
  });

  control("are found out where only the beginning of a token is compared", async () => {
    const prefix: Hash = (token) => hashOf(token.slice(0, 40));
    const successes = await allSuccesses(await open(["hashTokenPrefix"], prefix));
    expect(successes).toContain("session's cookie: one letter longer: read 200");
    expect(successes).toContain("bearer: without its last letter: save 200");
  });

  control("are found out where tokens are stored as they are", async () => {
    const successes = await allSuccesses(
      await open(["storePlainTokens"], (token) => Buffer.from(token)),
    );
    expect(successes).toContain("what the database stores, as it is: read 200");
  });
});
