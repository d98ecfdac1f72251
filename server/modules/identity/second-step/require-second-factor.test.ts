import { describe, expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { Overview } from "#contract/overview.ts";
import type { RequestOptions } from "#contract/passkeys.ts";
import type { SettingsRecord } from "#contract/settings.ts";
import { book, openAccount, orderOnAccount, undoLast } from "#tests/accounts.ts";
import { createAuthenticator } from "#tests/builders/authenticator.ts";
import { setRole } from "#tests/builders/person.ts";
import { changeSessions } from "#tests/builders/session.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { type OpenShop, openShop, shareShop } from "#tests/open-shop.ts";
import { addPasskey } from "#tests/passkeys.ts";
import { openVisitor, type SignedIn, signIn, signUp, signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";
import { beginSignIn, setUpApp } from "#tests/second-steps.ts";

const share = shareShop();
const shareStrict = shareShop({ env: { REQUIRE_SECOND_FACTOR: "1" } });

const notConfirmed = { status: 403, body: { error: { code: "not-confirmed" } } };

async function makeAdmin({ send }: SignedIn, shop: OpenShop) {
  const { email } = await signUp(shop);
  return send("PUT", `/api/user/admin/${email}`);
}

describe("a shop that requires a second factor of admins", () => {
  it("gives them no rights of an admin without one, and says why", async () => {
    const shop = await shareStrict();
    const ada = await signUpAdmin(shop);
    expect(await ada.get("/api/user")).toMatchObject(notConfirmed);
    expect(await makeAdmin(ada, shop)).toMatchObject(notConfirmed);
    const other = await signUp(shop);
    expect((await ada.get(`/api/orders?email=${other.email}`)).status).toBe(403);
    // They are not signed out as somebody else would be, and their own things stay theirs.
    expect((await ada.get(`/api/admin/${ada.email}`)).body).toEqual({ admin: true });
    expect((await ada.get("/api/own-data")).status).toBe(200);

    await addPasskey(ada, createAuthenticator(shop.url));
    expect((await ada.get("/api/user")).status).toBe(200);
    expect((await makeAdmin(ada, shop)).status).toBe(200);
  });

  it("asks again before money, roles and settings when it was longer than 15 minutes ago", async () => {
    const shop = await shareStrict();
    const ada = await signUpAdmin(shop);
    const key = createAuthenticator(shop.url);
    await addPasskey(ada, key);
    await saveSettings(ada, { reviews: { lookFirst: true } });
    const [saved] = (await ada.get("/api/audit?action=edit-settings")).body as AuditEntry[];
    const undo = () => ada.send("POST", `/api/undo/${saved?._id}`);
    const account = await openAccount(shop, 1_000, ada);
    const owed = await orderOnAccount(account);
    expect((await book(ada, owed, 10)).status).toBe(200);
    const longAgo = timeAgo({ minutes: 16 });
    await changeSessions(shop, ada, { confirmedAt: longAgo, factorAt: longAgo });
    expect((await ada.get("/api/user")).status).toBe(200);
    expect(await makeAdmin(ada, shop)).toMatchObject(notConfirmed);
    const orderId = "01a1fbc0-fc51-77f7-8977-e1364d4ea8a0";
    expect(await ada.send("DELETE", `/api/orders/${orderId}`)).toMatchObject(notConfirmed);
    expect(await ada.send("POST", `/api/orders/${orderId}/refunds`)).toMatchObject(notConfirmed);
    const others = [
      ["PUT", "/legal/imprint"],
      ["PUT", `/user/${ada.email}/price-group`],
      ["POST", `/orders/${orderId}/corrections`],
      ["PATCH", `/withdrawals/${orderId}`],
    ] as const;
    for (const [method, path] of others) {
      expect([path, await ada.send(method, `/api${path}`)]).toMatchObject([path, notConfirmed]);
    }
    const sections = { reviews: { lookFirst: false } };
    const settings = { section: "reviews", version: 1, value: sections.reviews };
    expect(await ada.send("PUT", "/api/settings", settings)).toMatchObject(notConfirmed);
    const file = { settings: 1, sections };
    expect(await ada.send("PUT", "/api/settings/file", { file })).toMatchObject(notConfirmed);
    expect(await undo()).toMatchObject(notConfirmed);
    expect(await undoLast(ada, "book-receipt", owed._id)).toBe(403);
    // The password alone is not enough.
    const confirm = (body: unknown) => ada.send("POST", "/api/identity/confirm", body);
    expect((await confirm({ password: ada.password })).status).toBe(400);
    const { body } = await ada.send("POST", "/api/identity/confirm/options");
    const { password, passkey } = body as { password: boolean; passkey: RequestOptions };
    expect(password).toBe(false);
    expect((await confirm({ passkey: key.answer(passkey) })).status).toBe(200);
    expect((await makeAdmin(ada, shop)).status).toBe(200);
    expect((await undo()).status).toBe(200);
    expect(await undoLast(ada, "book-receipt", owed._id)).toBe(200);
  });

  it("asks them for it at each sign-in by password, and customers for nothing", async () => {
    const shop = await shareStrict();
    const ada = await signUpAdmin(shop);
    await addPasskey(ada, createAuthenticator(shop.url));
    await beginSignIn(openVisitor(shop), ada);
    const vera = await signUp(shop);
    await addPasskey(vera, createAuthenticator(shop.url));
    await signIn(shop, vera);
  });
});

describe("the setting", () => {
  it("is turned on by an owner who has a factor, holds at once, and is off before", async () => {
    const shop = await openShop();
    const [ada, other] = [await signUpAdmin(shop), await signUpAdmin(shop)];
    const key = createAuthenticator(shop.url);
    const turnOn = () => saveSettings(ada, { security: { requireSecondFactor: true } });
    await expect(turnOn()).rejects.toThrow("400");
    expect(await other.get("/api/user")).toMatchObject({ status: 200 });
    await addPasskey(ada, key);
    await turnOn();
    expect(await other.get("/api/user")).toMatchObject(notConfirmed);
    expect((await ada.get("/api/user")).status).toBe(200);
    await beginSignIn(openVisitor(shop), ada);
    const { toDo } = (await ada.get("/api/overview")).body as Overview;
    expect(toDo.secondFactorRequired).toBe(true);
  });

  it("follows the environment, which the page tells", async () => {
    const shop = await openShop({ env: { REQUIRE_SECOND_FACTOR: "0" } });
    const ada = await signUpAdmin(shop);
    const all = (await ada.get("/api/settings")).body as SettingsRecord[];
    expect(all.find(({ section }) => section === "security")).toMatchObject({
      value: { requireSecondFactor: false },
      overridden: { requireSecondFactor: "REQUIRE_SECOND_FACTOR" },
    });
    const { toDo } = (await ada.get("/api/overview")).body as Overview;
    expect(toDo.secondFactorRequired).toBe(false);
  });
});

describe("a lost second step", () => {
  const reset = ({ send }: SignedIn, email: string) =>
    send("POST", "/api/identity/second-step/reset", { email });

  it("is reset by another admin, which is in the audit log, and ends the sessions", async () => {
    const shop = await share();
    const [ada, vera] = [await signUpAdmin(shop), await signUp(shop)];
    await setUpApp(vera);
    await addPasskey(vera, createAuthenticator(shop.url));
    expect((await reset(vera, vera.email)).status).toBe(403);
    expect(await reset(ada, vera.email)).toEqual({ status: 200, body: { modifiedCount: 1 } });
    expect((await vera.get("/api/identity/session")).body).toEqual({ user: null });
    const again = await signIn(shop, vera);
    expect((await again.get("/api/identity/passkeys")).body).toEqual([]);
    const [entry] = (await ada.get("/api/audit")).body as AuditEntry[];
    expect(entry).toMatchObject({
      who: ada.email,
      action: "reset-second-step",
      about: vera.user._id,
    });
  });

  it("is not reset by oneself, nor of nobody", async () => {
    const shop = await share();
    const ada = await signUp(shop);
    await setRole(shop, ada, "admin");
    expect((await reset(ada, ada.email)).status).toBe(409);
    expect((await reset(ada, "nobody@example.com")).status).toBe(404);
  });
});
