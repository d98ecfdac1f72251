// Row 26: forged, misused and ended tokens open nothing.

import { createHash, createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { getAccessToken, openVisitor, type SignedIn, signUp } from "#tests/people.ts";
import { clearLimits } from "./database.ts";
import { resetTokenFor } from "./letters.ts";
import { signUpAdmin } from "./people.ts";
import { sendRaw } from "./raw-http.ts";
import { control, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";

type Stolen = {
  port: string;
  email: string;
  userId: string;
  session: string;
  access: string;
  reset: string;
  stored: { session: Buffer; access: Buffer; reset: Buffer };
  ended: Record<string, { session: string; access: string }>;
  spentResets: Record<string, string>;
};

type TokenAttack = { name: string; headers: string[]; query?: string; body?: object };

const base64url = (data: object) => Buffer.from(JSON.stringify(data)).toString("base64url");

function forged(token: string, stored: Buffer, { email, userId }: Stolen): Record<string, string> {
  const last = token.at(-1) ?? "";
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  // The last letter carries 4 bits, so that others decode to the same bytes.
  const sibling = alphabet[alphabet.indexOf(last) ^ 1] ?? "";
  const bytes = Buffer.from(token, "base64url");
  const claims = base64url({ sub: userId, email, role: "admin", exp: 4_102_444_800 });
  const none = `${base64url({ alg: "none", typ: "JWT" })}.${claims}.`;
  const signed = `${base64url({ alg: "HS256", typ: "JWT" })}.${claims}`;
  return {
    "without its last letter": token.slice(0, -1),
    "without its first letter": token.slice(1),
    "its first half": token.slice(0, 21),
    "one letter longer": `${token}A`,
    twice: token + token,
    "with a letter in front": `A${token}`,
    "another last letter, the same bytes": token.slice(0, -1) + sibling,
    "in capitals": token.toUpperCase(),
    "in small letters": token.toLowerCase(),
    "URL-encoded": token.replace(/^./, (first) => `%${first.charCodeAt(0).toString(16)}`),
    padded: `${token}=`,
    "as plain base64": bytes.toString("base64"),
    "as hex": bytes.toString("hex"),
    "as its own bytes": bytes.toString("latin1").replaceAll(/[\r\n\0;]/g, "."),
    backwards: [...token].reverse().join(""),
    "its hash as hex": stored.toString("hex"),
    "its hash as the database shows it": `\\x${stored.toString("hex")}`,
    "its hash as base64": stored.toString("base64"),
    "its hash as base64url": stored.toString("base64url"),
    "what the database stores, as it is": stored.toString("latin1"),
    "the hash of its hash": createHash("sha256").update(stored).digest("base64url"),
    "followed by NUL": `${token}\0`,
    "with a comma and itself": `${token},${token}`,
    "in quotes": `"${token}"`,
    "in single quotes": `'${token}'`,
    "with a soft hyphen": `${token}\u00ad`,
    empty: "",
    null: "null",
    undefined: "undefined",
    true: "true",
    "a star": "*",
    "a percent sign": "%",
    "forty-three zeros": "0".repeat(43),
    "an unsigned JWT": none,
    "a JWT signed with nothing": `${signed}.${createHmac("sha256", "").update(signed).digest("base64url")}`,
    "the user's id": userId,
    "the user's e-mail": email,
    "JSON of an admin": JSON.stringify({ _id: userId, role: "admin" }),
    "SQL that is always true": "' or '1'='1",
    "SQL with a comment": `${token}'--`,
    "SQL that adds a row": "'); insert into sessions select * from sessions; --",
    "100 KB long": "A".repeat(100_000),
    "15 KB long": token.padEnd(15_000, "A"),
  };
}

function tokenAttacks(stolen: Stolen): TokenAttack[] {
  const cookieName = `session-${stolen.port}`;
  const cookie = (value: string, name = cookieName) => [`cookie: ${name}=${value}`];
  const bearer = (value: string, scheme = "Bearer ") => [`authorization: ${scheme}${value}`];
  const { session, access, reset, stored, ended } = stolen;
  const all: TokenAttack[] = [];
  const add = (name: string, headers: string[], rest: Partial<TokenAttack> = {}) =>
    all.push({ name, headers, ...rest });

  for (const [how, value] of Object.entries(forged(session, stored.session, stolen))) {
    add(`session's cookie: ${how}`, cookie(value));
  }
  for (const [how, value] of Object.entries(forged(access, stored.access, stolen))) {
    add(`bearer: ${how}`, bearer(value));
  }
  for (const [why, tokens] of Object.entries(ended)) {
    add(`session's cookie: of ${why}`, cookie(tokens.session));
    add(`bearer: of ${why}`, bearer(tokens.access));
  }
  add("an access token as cookie", cookie(access));
  add("a reset token as cookie", cookie(reset));
  add("a session token as bearer", bearer(session));
  add("a reset token as bearer", bearer(reset));

  add("two cookies of the name, a forged one first", cookie(`forged; ${cookieName}=${session}`));
  add("two cookies of the name, a forged one last", cookie(`${session}; ${cookieName}=forged`));
  add("two cookie headers, a forged one first", [...cookie("forged"), ...cookie(session)]);
  add("the cookie's name in capitals", cookie(session, cookieName.toUpperCase()));
  add("the cookie's name with a blank", cookie(session, `${cookieName} `));
  add("the cookie's name URL-encoded", cookie(session, cookieName.replace("-", "%2D")));
  add("the cookie of a shop on another port", cookie(session, "session-1"));
  add("the cookie's name on https, on http", cookie(session, "__Host-session"));
  add("the cookie's name without a port", cookie(session, "session"));
  add("the cookie of a known browser", cookie(session, `device-0123456789ab-${stolen.port}`));
  add("the cookie in another's value", cookie(`x,${cookieName}=${session}`, "theme"));

  add("Bearer twice in one header", bearer(access, "Bearer Bearer "));
  add("two tokens in one header", bearer(`${access} ${access}`));
  add("two headers, a forged one first", [...bearer("forged"), ...bearer(access)]);
  add("a bearer after a tab", bearer(access, "bearer\t"));
  add("a bearer after nothing", bearer(access, "Bearer"));
  add("a bearer after a colon", bearer(access, "Bearer: "));
  add(
    "a bearer as Basic",
    bearer(Buffer.from(`${stolen.email}:${access}`).toString("base64"), "Basic "),
  );
  add("a bearer as Token", bearer(access, "Token "));
  add("a bearer without its scheme", bearer(access, ""));
  add("a forged bearer beside a good cookie", [...bearer("forged"), ...cookie(session)]);
  add("an empty bearer beside a good cookie", [...bearer("", "Bearer"), ...cookie(session)]);
  add("a token in a header of its own", [`x-access-token: ${access}`, `x-session: ${session}`]);
  add("a user in a header of its own", [
    `x-user: ${stolen.userId}`,
    `x-forwarded-user: ${stolen.email}`,
  ]);

  for (const name of ["token", "accessToken", "access_token", cookieName]) {
    const value = name === cookieName ? session : access;
    add(`a token in the query as ${name}`, [], { query: `?${name}=${value}` });
    add(`a token in the body as ${name}`, [], { body: { [name]: value } });
  }
  return all;
}

function resetAttacks(stolen: Stolen): { name: string; token: unknown }[] {
  const texts = { ...forged(stolen.reset, stolen.stored.reset, stolen), ...stolen.spentResets };
  return [
    ...Object.entries(texts).map(([name, token]) => ({ name, token })),
    { name: "a session token", token: stolen.session },
    { name: "an access token", token: stolen.access },
    { name: "in a list", token: [stolen.reset] },
    { name: "in an object", token: { token: stolen.reset } },
    { name: "a number", token: 0 },
    { name: "null itself", token: null },
    { name: "true itself", token: true },
    { name: "nothing", token: undefined },
  ];
}

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
    port: new URL(shop.url).port,
    email: vera.email,
    userId: vera.user._id,
    ...tokens,
    spentResets,
    reset: resetToken,
    ended: await endedTokens(shop),
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
      await clearLimits(database);
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
