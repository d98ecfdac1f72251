import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { OwnCompany } from "#contract/companies.ts";
import { ownData } from "#contract/own-data.ts";
import { profiles } from "#server/modules/customers/tables.ts";
import { knownDevices, sessions } from "#server/modules/identity/tables.ts";
import { orders } from "#server/modules/orders/tables.ts";
import { reviews } from "#server/modules/reviews/tables.ts";
import { placeBasket, setUpDelivery } from "#tests/basket-order.ts";
import { holdJobs } from "#tests/builders/job.ts";
import { holdLetters } from "#tests/builders/letter.ts";
import { countBlocked, whileLocked } from "#tests/builders/lock.ts";
import { changePerson, setRole } from "#tests/builders/person.ts";
import { changeSessions } from "#tests/builders/session.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { type OpenShop, openShop, shareShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import {
  openVisitor,
  type SignedIn,
  signIn,
  signUp,
  signUpAdmin,
  verifyEmail,
} from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { saveSettings } from "#tests/save-settings.ts";

const share = shareShop();

async function withEverything(shop: OpenShop): Promise<SignedIn> {
  const vera = await signUp(shop);
  const { body } = await uploadPicture(vera, await noisePicture().jpeg().toBuffer());
  const profile = { education: "Mechanic", location: "Bogura", number: "+880 1711" };
  const img = (body as { data: { url: string } }).data.url;
  await vera.send("POST", "/api/updateUser", { email: vera.email, ...profile, img });
  const review = { name: vera.user.name, ratting: 4, img: "", description: "Fits" };
  expect((await vera.send("POST", "/api/reviews", review)).status).toBe(200);
  await placeOrder(vera, await aStockedPart(shop));
  return vera;
}

const tables = { profiles, sessions, knownDevices, reviews, orders };

const count = ({ shop }: OpenShop, table: keyof typeof tables, { user }: SignedIn) =>
  shop.db.$count(tables[table], eq(tables[table].userId, user._id));

const remove = ({ send, email }: SignedIn, password?: string) =>
  send("POST", "/api/own-data/delete", { email, ...(password && { password }) });

describe("own data", () => {
  it("is everything of the person, pictures included, and nothing of others", async () => {
    const shop = await share();
    await holdLetters(shop);
    const [vera, jonas] = [await withEverything(shop), await withEverything(shop)];
    const ada = await signUpAdmin(shop);
    await saveSettings(ada, { discounts: { groups: [{ id: "trade", name: "Trade" }] } });
    const path = `/api/user/${vera.email}/price-group`;
    expect((await ada.send("PUT", path, { group: "trade" })).status).toBe(200);
    const { status, body } = await vera.get("/api/own-data");
    expect(status).toBe(200);
    const data = ownData.parse(body);
    expect(data).toMatchObject({
      account: { email: vera.email, name: vera.user.name, role: "customer", priceGroup: "trade" },
      changes: [{ action: "set-price-group" }],
      profiles: [{ education: "Mechanic", location: "Bogura" }],
      signIns: { hasPassword: true, elsewhere: [], sessions: [{ current: true }] },
      reviews: [{ ratting: 4, description: "Fits" }],
      orders: [{ email: vera.email, state: "unpaid" }],
      // Others to an address that is not proven may be about somebody else.
      waitingLetters: [{ kind: "verify-email", since: expect.anything() }],
      pictures: [{ type: "image/webp" }],
    });
    const picture = Buffer.from(data.pictures[0]?.base64 ?? "", "base64");
    expect(picture.subarray(8, 12).toString()).toBe("WEBP");
    // A picture in base64 may spell any word.
    const text = JSON.stringify({ ...(body as object), pictures: [] });
    expect(text).not.toContain(jonas.email);
    // No secret, and no hash of one.
    expect(text).not.toMatch(/argon2|token|hash/i);
    expect((await openVisitor(shop).get("/api/own-data")).status).toBe(401);
  });

  it("has what was given for bills, companies and reports", async () => {
    const shop = await openShop();
    const [ada, vera, jonas] = [await signUpAdmin(shop), await signUp(shop), await signUp(shop)];
    await verifyEmail(shop, jonas);
    const details = {
      name: "Garage Lind",
      address: "Kaistr. 4",
      country: "DE",
      vatId: "DE123456789",
    };
    await vera.send("POST", "/api/own-company", details);
    const invited = { email: jonas.email, role: "buyer" };
    await vera.send("POST", "/api/own-company/invitations", invited);
    const review = { name: "Vera", ratting: 1, img: "", description: "Rude words" };
    const written = await vera.send("POST", "/api/reviews", review);
    const { insertedId } = written.body as { insertedId: string };
    const report = { reason: "insult", note: "It names me" };
    expect((await jonas.send("POST", `/api/reviews/${insertedId}/reports`, report)).status).toBe(
      200,
    );
    await setUpDelivery(ada);
    const billTo = {
      name: "Lind Ltd",
      company: "",
      street: "Hafen 1",
      postcode: "24103",
      city: "Kiel",
      region: "",
      country: "DE",
      phone: "",
    };
    await vera.send("PATCH", "/api/checkout", { billTo, vatId: details.vatId });
    await placeBasket(vera, [[await aStockedPart(shop), 3]]);
    const [own, others] = await Promise.all(
      [vera, jonas].map(async ({ get }) => ownData.parse((await get("/api/own-data")).body)),
    );
    expect(own).toMatchObject({
      company: { ...details, role: "owner" },
      reviewReports: [],
      invitations: [],
      billing: [{ billTo, vatId: details.vatId }],
      reviews: [{ boughtHere: false, answer: null }],
    });
    expect(others).toMatchObject({
      company: null,
      billing: [],
      invitations: [{ company: details.name, role: "buyer" }],
      reviewReports: [{ ...report, review: insertedId }],
    });
  });

  it("may be asked for ten times an hour", async () => {
    const vera = await signUp(await share());
    for (let times = 0; times < 10; times++)
      expect((await vera.get("/api/own-data")).status).toBe(200);
    expect((await vera.get("/api/own-data")).status).toBe(429);
  });
});

describe("deleting the own account", () => {
  it("removes it with profile, sessions and reviews, and keeps the order without it", async () => {
    const shop = await openShop();
    const vera = await withEverything(shop);
    const other = await signIn(shop, vera);
    expect(await remove(vera, vera.password)).toEqual({ status: 200, body: { deletedCount: 1 } });
    for (const browser of [vera, other]) {
      expect((await browser.get("/api/identity/session")).body).toEqual({ user: null });
    }
    for (const table of ["profiles", "sessions", "knownDevices", "reviews", "orders"] as const) {
      expect([table, await count(shop, table, vera)]).toEqual([table, 0]);
    }
    expect((await shop.get("/api/reviews")).body).toEqual([]);
    expect(await shop.shop.db.select({ email: orders.email }).from(orders)).toEqual([
      { email: vera.email },
    ]);
    const again = await openVisitor(shop).send("POST", "/api/identity/sign-in", {
      email: vera.email,
      password: vera.password,
    });
    expect(again.status).toBe(401);
    // A new account of the same e-mail has nothing of it.
    const anew = await signUp(shop, { email: vera.email });
    expect((await anew.get("/api/own-data")).body).toMatchObject({ orders: [], reviews: [] });
  });

  it("ends the links to its orders in letters, as a deletion by an admin does", async () => {
    const shop = await openShop();
    const ada = await signUpAdmin(shop);
    const [vera, jonas] = [await signUp(shop), await signUp(shop)];
    const part = await aStockedPart(shop);
    const tokens: string[] = [];
    for (const person of [vera, jonas]) {
      await verifyEmail(shop, person);
      await placeOrder(person, part);
      tokens.push(tokenOfLetter(await waitForLetter(shop, 1, person)));
    }
    const read = async () =>
      Promise.all(
        tokens.map(async (token) => {
          const sent = { token };
          return (await openVisitor(shop).send("POST", "/api/order-links/read", sent)).status;
        }),
      );
    expect(await read()).toEqual([200, 200]);
    expect((await remove(vera, vera.password)).status).toBe(200);
    expect(await read()).toEqual([404, 200]);
    expect((await ada.send("DELETE", `/api/user/${jonas.user._id}`)).status).toBe(200);
    expect(await read()).toEqual([404, 404]);
  });

  it("takes back invitations of companies to its e-mail, as an erasure by an admin does", async () => {
    const shop = await openShop();
    const [ada, vera] = [await signUpAdmin(shop), await signUp(shop)];
    const [jonas, mei] = [await signUp(shop), await signUp(shop)];
    const details = {
      name: "Garage Lind",
      address: "Kaistr. 4",
      country: "DE",
      vatId: "DE123456789",
    };
    await vera.send("POST", "/api/own-company", details);
    for (const { user, email } of [jonas, mei]) {
      await verifyEmail(shop, { user });
      await vera.send("POST", "/api/own-company/invitations", { email, role: "buyer" });
    }
    const invited = async () => {
      const { body } = await vera.get("/api/own-company");
      return (body as OwnCompany).company?.invitations.map(({ email }) => email).sort();
    };
    expect(await invited()).toEqual([jonas.email, mei.email].sort());
    expect((await remove(jonas, jonas.password)).status).toBe(200);
    expect(await invited()).toEqual([mei.email]);
    const { email, user } = mei;
    expect((await ada.send("POST", `/api/people/${user._id}/erase`, { email })).status).toBe(200);
    expect(await invited()).toEqual([]);
  });

  it("needs the password, or a new sign-in where there is none, and one's own e-mail", async () => {
    const shop = await share();
    const vera = await withEverything(shop);
    expect(await remove(vera, "wrong horse")).toMatchObject({
      status: 400,
      body: { error: { fields: { password: expect.any(String) } } },
    });
    expect((await remove(vera)).status).toBe(400);
    const others = await vera.send("POST", "/api/own-data/delete", {
      email: "other@example.com",
      password: vera.password,
    });
    expect(others).toMatchObject({
      status: 400,
      body: { error: { fields: { email: expect.any(String) } } },
    });
    const { db } = shop.shop;
    await changePerson(db, vera, { passwordHash: null });
    await changeSessions(shop, vera, { createdAt: timeAgo({ minutes: 16 }) });
    expect((await remove(vera)).status).toBe(409);
    expect(await count(shop, "reviews", vera)).toBe(1);
    await changeSessions(shop, vera, { createdAt: new Date() });
    expect((await remove(vera)).status).toBe(200);
  });

  it("is refused the last admin, of two who leave at once as well", async () => {
    const shop = await openShop();
    const [ada, eve] = [await signUp(shop), await signUp(shop)];
    for (const admin of [ada, eve]) await setRole(shop, admin, "admin");
    const { db } = shop.shop;
    // The letters of their sign-ups would wait for them as well, and be counted.
    await holdJobs(db, "letter");
    // Both are at it before either has deleted anything.
    const leaving = await whileLocked(db, "reviews", async () => {
      const requests = [ada, eve].map((admin) => remove(admin, admin.password));
      await expect.poll(() => countBlocked(db)).toBe(2);
      return { requests };
    });
    const answers = await Promise.all(leaving.requests);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
