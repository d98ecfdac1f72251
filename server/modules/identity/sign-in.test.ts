import { describe, expect, it } from "vitest";
import type { Person } from "#contract/identity.ts";
import { findSessions } from "#tests/builders/session.ts";
import { openShop, shareShop } from "#tests/open-shop.ts";
import { getAccessToken, goodPassword, openVisitor, signIn, signUp } from "#tests/people.ts";

const nobody = { status: 200, body: { user: null } };
const open = shareShop();

describe("signing up", () => {
  it("creates a session and an account with the role of a customer", async () => {
    const shop = await open();
    const vera = await signUp(shop, { name: " Vera Lind ", email: "First@Example.com" });
    expect(vera.user).toEqual({
      _id: expect.any(String),
      email: "first@example.com",
      name: "Vera Lind",
      img: "",
      hasPassword: true,
      emailVerified: false,
    });
    expect(await vera.get("/api/identity/session")).toEqual({
      status: 200,
      body: { user: vera.user },
    });
    expect(await vera.get(`/api/admin/${vera.user.email}`)).toEqual({
      status: 200,
      body: { admin: false },
    });
  });

  it("rejects an e-mail that has an account, in any case", async () => {
    const shop = await open();
    const vera = await signUp(shop, { email: "second@example.com" });
    const second = await openVisitor(shop).send("POST", "/api/identity/sign-up", {
      name: "Another",
      email: "SECOND@example.COM",
      password: "another password",
    });
    expect(second).toMatchObject({
      status: 409,
      body: { error: { fields: { email: expect.any(String) } } },
    });
    await signIn(shop, vera);
  });

  it("creates one account for twenty concurrent requests", async () => {
    const shop = await open();
    const body = { name: "Vera", email: "third@example.com", password: goodPassword };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        openVisitor(shop).send("POST", "/api/identity/sign-up", body),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    const signedUp = answers.find(({ status }) => status === 200)?.body as { user: Person };
    expect(await findSessions(shop, signedUp)).toHaveLength(1);
  });
});

describe("signing in", () => {
  it("answers a wrong password and an unknown e-mail alike", async () => {
    const shop = await open();
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
    const shop = await open();
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
    const shop = await open();
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
    const shop = await open();
    const { email } = await signUp(shop, { password: "Müller-Ärger".normalize("NFC") });
    await signIn(shop, { email, password: "Müller-Ärger".normalize("NFD") });
  });
});

describe("the access token", () => {
  it("authorizes like its session, without a cookie or an Origin header", async () => {
    const shop = await open();
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
    const shop = await open();
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
    const shop = await open();
    const vera = await signUp(shop);
    const headers = { authorization: "Bearer nonsense" };
    const answer = await vera.request(`/api/updateUser/${vera.email}`, { headers });
    expect(answer.status).toBe(401);
  });
});
