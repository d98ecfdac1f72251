import { describe, expect, it } from "vitest";
import type { Person } from "#contract/identity.ts";
import { aPart, aReview } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { holdJobs } from "#tests/builders/job.ts";
import { countBlocked } from "#tests/builders/lock.ts";
import {
  changePerson,
  changeProfiles,
  readRoles,
  removeEverybody,
  removePeople,
  setRole,
} from "#tests/builders/person.ts";
import { cookiesOf, listenLive } from "#tests/listen-live.ts";
import { openShop } from "#tests/open-shop.ts";
import { openVisitor, signIn, signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";
import { profiles } from "./tables.ts";

const emptyShop = shareEmptyShop();

const emptyProfile = { education: "", location: "", number: "", img: "" };

describe("admins", () => {
  it("list users oldest first, in pages if asked", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const people = [await signUp(shop), await signUp(shop)];
    const all = [
      { _id: admin.user._id, email: admin.email, role: "admin", emailVerified: true },
      ...people.map(({ user }) => ({ _id: user._id, email: user.email, emailVerified: false })),
    ];
    expect(await admin.get("/api/user")).toEqual({ status: 200, body: all });
    expect((await admin.get("/api/user?limit=2")).body).toEqual(all.slice(0, 2));
    expect((await admin.get(`/api/user?limit=2&after=${all[1]?._id}`)).body).toEqual(all.slice(2));
    expect((await admin.get(`/api/user?after=${all[2]?._id}`)).body).toEqual([]);
    expect((await admin.get(`/api/user?after=${crypto.randomUUID()}`)).status).toBe(400);
  });

  it("make admins once, effective from the next request on", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const vera = await signUp(shop);
    expect(await vera.get("/api/user")).toMatchObject({ status: 403 });
    const make = () => admin.send("PUT", `/api/user/admin/${vera.email}`);
    expect(await make()).toEqual({ status: 200, body: { modifiedCount: 1 } });
    expect(await make()).toEqual({ status: 200, body: { modifiedCount: 0 } });
    expect(await vera.get("/api/user")).toMatchObject({ status: 200 });
    expect(await vera.get(`/api/admin/${vera.email}`)).toMatchObject({ body: { admin: true } });
    await setRole(shop, vera, "customer");
    expect(await vera.get("/api/user")).toMatchObject({ status: 403 });
    expect(await admin.send("PUT", "/api/user/admin/nobody@example.com")).toMatchObject({
      status: 404,
    });
  });

  it("may ask for any user's role, others only for their own", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const vera = await signUp(shop);
    expect((await admin.get(`/api/admin/${vera.email}`)).body).toEqual({ admin: false });
    expect((await admin.get("/api/admin/nobody@example.com")).status).toBe(404);
    const foreign = await vera.get(`/api/admin/${admin.email}`);
    expect(foreign.status).toBe(403);
    expect(await vera.get("/api/admin/nobody@example.com")).toEqual(foreign);
  });

  it("remove users with their sessions and passwords, but keep their reviews", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const vera = await signUp(shop);
    await vera.send("POST", "/api/updateUser", { email: vera.email, ...emptyProfile });
    await vera.send("POST", "/api/reviews", aReview());
    const removal = await admin.send("DELETE", `/api/user/${vera.user._id}`);
    expect(removal).toEqual({ status: 200, body: { deletedCount: 1 } });
    expect((await vera.get("/api/identity/session")).body).toEqual({ user: null });
    expect((await vera.get(`/api/updateUser/${vera.email}`)).status).toBe(401);
    expect(
      await openVisitor(shop).send("POST", "/api/identity/sign-in", {
        email: vera.email,
        password: vera.password,
      }),
    ).toMatchObject({ status: 401 });
    expect((await admin.get("/api/allReviews")).body).toMatchObject([{ account: null }]);
    expect((await admin.send("DELETE", `/api/user/${vera.user._id}`)).status).toBe(404);
  });

  it("make nobody an admin whom another is making one at this moment", async () => {
    const shop = await openShop();
    const { db } = shop.shop;
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    // The letter of a sign-up would wait for it as well, and be counted.
    await holdJobs(db, "letter");
    const making = await inTransaction(db, async (tx) => {
      await changePerson(tx, vera, { role: "admin" });
      const sent = admin.send("PUT", `/api/user/admin/${vera.email}`);
      await expect.poll(() => countBlocked(db)).toBe(1);
      return { sent };
    });
    expect((await making.sent).body).toEqual({ modifiedCount: 0 });
    expect((await admin.get("/api/audit")).body).toEqual([]);
  });

  it("cannot remove themselves", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    expect(await admin.send("DELETE", `/api/user/${admin.user._id}`)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("last admin") } },
    });
    await signUpAdmin(shop);
    expect(await admin.send("DELETE", `/api/user/${admin.user._id}`)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("your own") } },
    });
  });

  it("who remove each other at the same moment leave one admin", async () => {
    const shop = await openShop();
    for (let round = 0; round < 5; round++) {
      await removeEverybody(shop.shop.db);
      const [first, second] = [await signUpAdmin(shop), await signUpAdmin(shop)];
      await Promise.all([
        first.send("DELETE", `/api/user/${second.user._id}`),
        second.send("DELETE", `/api/user/${first.user._id}`),
      ]);
      expect(await readRoles(shop.shop.db)).toEqual(["admin"]);
    }
  });

  it("are notified of changes of users at once; customers are not", async () => {
    const shop = await emptyShop();
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    const [forAdmin, forVera] = [
      await listenLive(shop, "shows=users", cookiesOf(admin)),
      await listenLive(shop, "shows=users,parts", cookiesOf(vera)),
    ];
    await signUp(shop);
    await expect.poll(forAdmin.heard).toContain('"users"');
    await addPart(shop.shop.db, aPart());
    await expect.poll(forVera.heard).toContain('"parts"');
    expect(forVera.heard()).not.toContain('"users"');
  });

  it("who change their password reconnect under their new cookie", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const live = await listenLive(shop, "shows=users", cookiesOf(admin));
    const { password: current } = admin;
    await admin.send("POST", "/api/identity/password", { current, password: "another horse" });
    await signUp(shop);
    await expect.poll(live.hasEnded).toBe(true);
    const again = await listenLive(shop, "shows=users", cookiesOf(admin));
    await signUp(shop);
    await expect.poll(again.heard).toContain('"users"');
  });
});

describe("a person who is deleted while their calls are under way", () => {
  it("is told to sign in, and nothing is stored", async () => {
    const shop = await openShop();
    const { db } = shop.shop;
    const vera = await signUp(shop);
    const { email, send } = vera;
    const calls = await inTransaction(db, async (tx) => {
      await removePeople(tx, vera);
      const sent = [
        send("POST", "/api/updateUser", { email, ...emptyProfile }),
        send("PUT", `/api/user/${email}`, { email }),
      ];
      const isWriting = '^insert into "(profiles|access_tokens)"';
      await expect.poll(() => countBlocked(db, isWriting)).toBe(2);
      return sent;
    });
    for (const call of calls) expect(await call).toMatchObject({ status: 401 });
    expect(await db.$count(profiles)).toBe(0);
  });
});

describe("the profile", () => {
  const profile = {
    education: "Mechanical engineering",
    location: "Dhaka",
    number: "+880 1700 000000",
    img: "/images/0123456789abcdef0123456789abcdef/960.webp",
  };

  it("is empty at first, then what was saved last", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const read = () => vera.get(`/api/updateUser/${vera.email}`);
    const { email } = vera;
    expect(await read()).toEqual({ status: 200, body: { email, ...emptyProfile } });
    const save = (changes: object) =>
      vera.send("POST", "/api/updateUser", { email, ...profile, ...changes });
    expect(await save({})).toEqual({ status: 200, body: { insertedId: expect.any(String) } });
    await save({ location: " Chattogram " });
    expect((await read()).body).toEqual({ email, ...profile, location: "Chattogram" });
    expect(await shop.shop.db.$count(profiles)).toBe(2);
    expect((await vera.get("/api/identity/session")).body).toMatchObject({
      user: { img: profile.img },
    });
    expect((await signIn(shop, vera)).user.img).toBe(profile.img);
  });

  it.each([
    "https://elsewhere.example/me.jpg",
    "http://localhost/images/0123456789abcdef0123456789abcdef/960.webp",
    "/images/me.jpg",
  ])("accepts %s as a picture but does not store or show it", async (img) => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const { email } = vera;
    const shown = async () => [
      (await vera.get(`/api/updateUser/${email}`)).body,
      ((await vera.get("/api/identity/session")).body as { user: Person }).user,
      (await signIn(shop, vera)).user,
    ];
    const save = await vera.send("POST", "/api/updateUser", { email, ...profile, img });
    expect(save).toEqual({ status: 200, body: { insertedId: expect.any(String) } });
    expect(await shown()).toMatchObject([{ ...profile, img: "" }, { img: "" }, { img: "" }]);
    const stored = () => shop.shop.db.select({ img: profiles.img }).from(profiles);
    expect(await stored()).toEqual([{ img: "" }]);
    // Saved before this rule.
    await changeProfiles(shop.shop.db, vera, { img });
    expect(await shown()).toMatchObject([{ ...profile, img: "" }, { img: "" }, { img: "" }]);
  });

  it("shows pictures of the configured host", async () => {
    const shop = await openShop({
      env: { IMAGE_HOST_URL: "https://api.host.example/upload", IMAGE_HOST_KEY: "key" },
    });
    const vera = await signUp(shop);
    const keeps = async (img: string) => {
      await vera.send("POST", "/api/updateUser", { email: vera.email, ...profile, img });
      const { body } = await vera.get(`/api/updateUser/${vera.email}`);
      return (body as { img: string }).img === img;
    };
    expect(await keeps("https://api.host.example/pictures/me.webp")).toBe(true);
    expect(await keeps("https://api.host.example.evil.example/me.webp")).toBe(false);
  });

  it("is visible to its owner only", async () => {
    const shop = await emptyShop();
    const [vera, other] = [await signUp(shop), await signUp(shop)];
    const foreign = await vera.get(`/api/updateUser/${other.email}`);
    expect(foreign.status).toBe(403);
    expect(await vera.get("/api/updateUser/nobody@example.com")).toEqual(foreign);
    const save = { email: other.email, ...profile };
    expect((await vera.send("POST", "/api/updateUser", save)).status).toBe(403);
    expect(await shop.shop.db.$count(profiles)).toBe(0);
  });

  it.each([
    ["education", "x".repeat(501)],
    ["location", "a\0b"],
    ["number", "9".repeat(101)],
    ["img", "javascript:alert(1)"],
    ["img", "data:text/html,x"],
    ["education", 7],
  ])("rejects a wrong %s and names the field", async (field, value) => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const body = { email: vera.email, ...profile, [field]: value };
    expect(await vera.send("POST", "/api/updateUser", body)).toMatchObject({
      status: 400,
      body: { error: { code: "invalid", fields: { [field]: expect.any(String) } } },
    });
    expect(await shop.shop.db.$count(profiles)).toBe(0);
  });
});

it("signs in with an e-mail in capitals", async () => {
  const shop = await emptyShop();
  const vera = await signUp(shop);
  const again = await signIn(shop, { ...vera, email: vera.email.toUpperCase() });
  expect(again.user._id).toBe(vera.user._id);
});
