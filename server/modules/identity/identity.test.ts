import { argon2 } from "node:crypto";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import { getAccessToken, goodPassword, openVisitor, signIn, signUp } from "#tests/people.ts";

const nobody = { status: 200, body: { user: null } };

const tokenInLetter = async (shop: OpenShop, letters = 1) =>
  tokenOfLetter(await waitForLetter(shop, letters));

describe("signing up", () => {
  it("creates a session and an account with the role of a customer", async () => {
    const shop = await openShop();
    const vera = await signUp(shop, { name: " Vera Lind ", email: "Vera@Example.com" });
    expect(vera.user).toEqual({
      _id: expect.any(String),
      email: "vera@example.com",
      name: "Vera Lind",
      img: "",
      hasPassword: true,
      emailVerified: false,
    });
    expect(await vera.get("/api/identity/session")).toEqual({
      status: 200,
      body: { user: vera.user },
    });
    const [row] = await queryRows(shop.shop.db, sql`select role, password_hash from users`);
    expect(row).toEqual({
      role: "customer",
      password_hash: expect.stringMatching(/^\$argon2id\$/),
    });
  });

  it("rejects an e-mail that has an account, in any case", async () => {
    const shop = await openShop();
    const vera = await signUp(shop, { email: "vera@example.com" });
    const second = await openVisitor(shop).send("POST", "/api/identity/sign-up", {
      name: "Another",
      email: "VERA@example.COM",
      password: "another password",
    });
    expect(second).toMatchObject({
      status: 409,
      body: { error: { fields: { email: expect.any(String) } } },
    });
    await signIn(shop, vera);
  });

  it("creates one account for twenty concurrent requests", async () => {
    const shop = await openShop();
    const body = { name: "Vera", email: "vera@example.com", password: goodPassword };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        openVisitor(shop).send("POST", "/api/identity/sign-up", body),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    expect(await queryRows(shop.shop.db, sql`select from sessions`)).toHaveLength(1);
  });
});

describe("signing in", () => {
  it("answers a wrong password and an unknown e-mail alike", async () => {
    const shop = await openShop();
    const { email } = await signUp(shop);
    const wrong = { email, password: "wrong password" };
    const unknown = { email: "nobody@example.com", password: "wrong password" };
    const answers = await Promise.all(
      [wrong, unknown].map((body) => openVisitor(shop).send("POST", "/api/identity/sign-in", body)),
    );
    expect(answers[0]).toMatchObject({ status: 401, body: { error: { code: "not-signed-in" } } });
    expect(answers[1]).toEqual(answers[0]);
  });

  it("sets an HttpOnly, SameSite cookie", async () => {
    const shop = await openShop();
    const { email, password } = await signUp(shop);
    const response = await shop.request("/api/identity/sign-in", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    const cookies = response.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    }
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("sets a __Host- cookie on https", async () => {
    const shop = await openShop({ env: { ORIGIN: "https://shop.example" } });
    const response = await shop.request("/api/identity/sign-up", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "V", email: "v@example.com", password: goodPassword }),
    });
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it("never continues a session of the browser", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    const before = new Map(vera.cookies);
    const { email, password } = vera;
    await vera.send("POST", "/api/identity/sign-in", { email, password });
    const [name = ""] = [...before.keys()].filter((key) => key.startsWith("session"));
    expect(vera.cookies.get(name)).not.toBe(before.get(name));
    const old = openVisitor(shop);
    old.cookies.set(name, before.get(name) ?? "");
    expect(await old.get("/api/identity/session")).toEqual(nobody);
  });

  it("accepts composed and decomposed letters as the same password", async () => {
    const shop = await openShop();
    const { email } = await signUp(shop, { password: "Müller-Ärger".normalize("NFC") });
    await signIn(shop, { email, password: "Müller-Ärger".normalize("NFD") });
  });
});

describe("the access token", () => {
  it("authorizes like its session, without a cookie or an Origin header", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    const authorization = `Bearer ${await getAccessToken(vera)}`;
    const asked = await fetch(`${shop.url}/api/admin/${vera.email}`, {
      headers: { authorization },
    });
    expect([asked.status, await asked.json()]).toEqual([200, { admin: false }]);
    const saved = await fetch(`${shop.url}/api/updateUser`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ email: vera.email, education: "", location: "", number: "", img: "" }),
    });
    expect(saved.status).toBe(200);
  });

  it("is only for the e-mail of the session", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    const other = await signUp(shop);
    for (const [path, email] of [
      [other.email, other.email],
      [vera.email, other.email],
      [other.email, vera.email],
      ["nobody@example.com", "nobody@example.com"],
    ]) {
      const answer = await vera.send("PUT", `/api/user/${path}`, { email });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: "not-allowed" } } });
    }
  });

  it("is not replaced by a valid cookie if it is wrong", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    const headers = { authorization: "Bearer nonsense" };
    const answer = await vera.request(`/api/updateUser/${vera.email}`, { headers });
    expect(answer.status).toBe(401);
  });
});

describe("a session ends from the next request on", () => {
  const isOut = async (person: Awaited<ReturnType<typeof signUp>>, token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const { status } = await person.request(`/api/updateUser/${person.email}`, { headers });
    return status === 401;
  };

  it("by sign-out, with its cookie and tokens, and in no other browser", async () => {
    const shop = await openShop();
    const here = await signUp(shop);
    const there = await signIn(shop, here);
    const token = await getAccessToken(here);
    const cookies = new Map(here.cookies);
    expect(await here.send("POST", "/api/identity/sign-out")).toEqual(nobody);
    expect([...here.cookies.keys()].some((name) => name.startsWith("session"))).toBe(false);
    for (const [name, value] of cookies) here.cookies.set(name, value);
    expect(await isOut(here)).toBe(true);
    expect(await isOut(here, token)).toBe(true);
    expect(await isOut(there)).toBe(false);
  });

  it("by a change of the password, except in this browser", async () => {
    const shop = await openShop();
    const here = await signUp(shop);
    const others = await Promise.all(Array.from({ length: 3 }, () => signIn(shop, here)));
    const token = await getAccessToken(here);
    const old = new Map(here.cookies);
    const changed = await here.send("POST", "/api/identity/password", {
      current: here.password,
      password: "another horse",
    });
    expect(changed.status).toBe(200);
    expect(await isOut(here)).toBe(false);
    expect(await isOut(here, token)).toBe(true);
    for (const other of others) expect(await isOut(other)).toBe(true);
    const stolen = openVisitor(shop);
    for (const [name, value] of old) stolen.cookies.set(name, value);
    expect(await stolen.get("/api/identity/session")).toEqual(nobody);
    await signIn(shop, { email: here.email, password: "another horse" });
  });

  it("but not if the current password is wrong, which the field says", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    expect(
      await vera.send("POST", "/api/identity/password", {
        current: "wrong horse",
        password: "another horse",
      }),
    ).toMatchObject({ status: 400, body: { error: { fields: { current: expect.any(String) } } } });
    await signIn(shop, vera);
  });

  it("one by one or everywhere, as its person wants", async () => {
    const shop = await openShop();
    const here = await signUp(shop);
    const there = await signIn(shop, here, { "user-agent": "There/1.0" });
    const { body } = await here.get("/api/identity/sessions");
    const list = body as { _id: string; current: boolean; agent: string }[];
    expect(list.map(({ current }) => current).sort()).toEqual([false, true]);
    const other = list.find(({ agent }) => agent === "There/1.0");
    expect(await here.send("DELETE", `/api/identity/sessions/${other?._id}`)).toMatchObject({
      status: 200,
    });
    expect(await isOut(there)).toBe(true);
    expect(await isOut(here)).toBe(false);
    const third = await signIn(shop, here);
    await third.send("POST", "/api/identity/sign-out-everywhere");
    expect(await isOut(here)).toBe(true);
  });

  it("when it expires", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    await shop.shop.db.execute(sql`update sessions set expires_at = now() - interval '1 second'`);
    expect(await isOut(vera)).toBe(true);
    expect(await vera.get("/api/identity/session")).toEqual(nobody);
  });

  it("later if it is used, but after 90 days at the latest", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    const left = async () => {
      const [row] = await queryRows(
        shop.shop.db,
        sql`select round(extract(epoch from expires_at - now()) / 86400)::int as days from sessions`,
      );
      return row?.days;
    };
    await shop.shop.db.execute(sql`update sessions set created_at = now() - interval '50 days',
      last_seen_at = now() - interval '1 day', expires_at = now() + interval '29 days'`);
    await vera.get("/api/identity/session");
    expect(await left()).toBe(30);
    await shop.shop.db.execute(sql`update sessions set created_at = now() - interval '80 days',
      last_seen_at = now() - interval '1 day'`);
    await vera.get("/api/identity/session");
    expect(await left()).toBe(10);
  });
});

describe("the known browsers of an account", () => {
  const known = async ({ shop }: OpenShop, { user }: { user: { _id: string } }) =>
    (await queryRows(shop.db, sql`select from known_devices where user_id = ${user._id}`)).length;

  it("are deleted with a change of the password", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    await signIn(shop, vera);
    expect(await known(shop, vera)).toBe(2);
    const change = { current: vera.password, password: "another horse" };
    await vera.send("POST", "/api/identity/password", change);
    expect(await known(shop, vera)).toBe(1);
    await openVisitor(shop).send("POST", "/api/identity/forgotten", { email: vera.email });
    const body = { token: await tokenInLetter(shop, 2), password: "a new horse" };
    await openVisitor(shop).send("POST", "/api/identity/reset", body);
    expect(await known(shop, vera)).toBe(1);
  });

  it("are separate for two people, and fifty at most", async () => {
    const shop = await openShop();
    const [vera, other] = [await signUp(shop), await signUp(shop)];
    const enter = ({ email, password }: typeof vera) =>
      vera.send("POST", "/api/identity/sign-in", { email, password });
    await enter(other);
    await enter(vera);
    await enter(other);
    expect([await known(shop, vera), await known(shop, other)]).toEqual([1, 2]);
    for (let times = 0; times < 52; times++) await signIn(shop, vera);
    expect(await known(shop, vera)).toBe(50);
  });

  it("have twenty attempts an hour for the current password, too", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    const answers: number[] = [];
    for (let times = 0; times < 25; times++) {
      const wrong = { current: `wrong ${times}`, password: "another horse" };
      answers.push((await vera.send("POST", "/api/identity/password", wrong)).status);
    }
    expect(answers.filter((status) => status === 400)).toHaveLength(20);
    expect(answers.at(-1)).toBe(429);
  });
});

it("a password hash with outdated costs is renewed at the next sign-in", async () => {
  const shop = await openShop();
  const vera = await signUp(shop);
  const [row] = await queryRows<{ password_hash: string }>(
    shop.shop.db,
    sql`select password_hash from users`,
  );
  const today =
    /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/.exec(row?.password_hash ?? "")?.[0] ?? "none";
  const old = await new Promise<Buffer>((resolve, reject) =>
    argon2(
      "argon2id",
      {
        message: vera.password,
        nonce: Buffer.alloc(16),
        memory: 64,
        passes: 1,
        parallelism: 1,
        tagLength: 32,
      },
      (error, tag) => (error ? reject(error) : resolve(tag)),
    ),
  );
  const words = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  await shop.shop.db.execute(sql`update users set password_hash =
    ${`$argon2id$v=19$m=64,t=1,p=1$${words(Buffer.alloc(16))}$${words(old)}`}`);
  await signIn(shop, vera);
  const [after] = await queryRows<{ password_hash: string }>(
    shop.shop.db,
    sql`select password_hash from users`,
  );
  expect(after?.password_hash.startsWith(today)).toBe(true);
  await signIn(shop, vera);
});

describe("a forgotten password", () => {
  it("is replaced by a link in a letter, once, which ends every session", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    expect(
      await openVisitor(shop).send("POST", "/api/identity/forgotten", { email: vera.email }),
    ).toEqual({ status: 200, body: { asked: true } });
    const token = await tokenInLetter(shop);
    const browser = openVisitor(shop);
    const body = { token, password: "a new horse" };
    expect(await browser.send("POST", "/api/identity/reset", body)).toMatchObject({ status: 200 });
    expect(await browser.get("/api/identity/session")).toMatchObject({
      body: { user: { email: vera.email } },
    });
    expect(await vera.get("/api/identity/session")).toEqual(nobody);
    expect(await browser.send("POST", "/api/identity/reset", body)).toMatchObject({
      status: 400,
      body: { error: { fields: { token: expect.any(String) } } },
    });
    await signIn(shop, { email: vera.email, password: "a new horse" });
  });

  it("is replaced once by twenty concurrent uses of one link", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    await openVisitor(shop).send("POST", "/api/identity/forgotten", { email: vera.email });
    const token = await tokenInLetter(shop);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        openVisitor(shop).send("POST", "/api/identity/reset", {
          token,
          password: `a new horse ${index}`,
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await queryRows(shop.shop.db, sql`select from sessions`)).toHaveLength(1);
  });

  it("is answered the same for an e-mail without an account, without a letter", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    const ask = (email: string) =>
      openVisitor(shop).send("POST", "/api/identity/forgotten", { email });
    expect(await ask("nobody@example.com")).toEqual(await ask(vera.email));
    await tokenInLetter(shop, 1);
    await expect
      .poll(() => queryRows(shop.shop.db, sql`select from jobs where kind = 'letter'`))
      .toHaveLength(0);
    await tokenInLetter(shop, 1);
  });

  it("is not replaced by a link after an hour", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    await openVisitor(shop).send("POST", "/api/identity/forgotten", { email: vera.email });
    const token = await tokenInLetter(shop);
    await shop.shop.db.execute(
      sql`update one_time_tokens set expires_at = expires_at - interval '1 hour'`,
    );
    const body = { token, password: "a new horse" };
    expect(await openVisitor(shop).send("POST", "/api/identity/reset", body)).toMatchObject({
      status: 400,
    });
    await signIn(shop, vera);
  });
});
