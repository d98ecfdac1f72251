import { describe, expect, it } from "vitest";
import { findWaitingLetters } from "#tests/builders/letter.ts";
import { setRole } from "#tests/builders/person.ts";
import { ageSignInCodes } from "#tests/builders/session.ts";
import { type OpenShop, openShop, shareShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { findSignInCode, tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import { openVisitor, signIn, signUp, type Visitor, verifyEmail } from "#tests/people.ts";
import { setUpApp } from "#tests/second-steps.ts";

const share = shareShop();

const newEmail = () => `guest.${crypto.randomUUID()}@example.com`;
const address = {
  name: "Mal Lory",
  company: "",
  street: "Road 1",
  postcode: "10115",
  city: "Berlin",
  region: "",
  country: "DE",
  phone: "+49 30 1",
};
const ask = (who: Visitor, email: string) =>
  who.send("POST", "/api/identity/sign-in/code", { email });
const enter = (who: Visitor, code: string) =>
  who.send("POST", "/api/identity/sign-in/code/enter", { code });
const whoIs = async ({ get }: Visitor) => (await get("/api/identity/session")).body;

async function askedFor(shop: OpenShop, email: string, letters = 1) {
  const visitor = openVisitor(shop);
  expect(await ask(visitor, email)).toMatchObject({ status: 200, body: { sent: true } });
  return { visitor, code: await findSignInCode(shop, email, letters) };
}

describe("a code by e-mail", () => {
  it("opens an account for a mailbox that has none, once", async () => {
    const shop = await share();
    const email = newEmail();
    const { visitor, code } = await askedFor(shop, email);
    const account = { email, emailVerified: true, hasPassword: false };
    expect(await enter(visitor, code)).toMatchObject({ status: 200, body: { user: account } });
    expect(await whoIs(visitor)).toMatchObject({ user: account });
    expect((await enter(visitor, code)).status).toBe(400);
  });

  it("signs in who has an account, and asks for the second step where there is one", async () => {
    const shop = await share();
    const vera = await signUp(shop);
    await verifyEmail(shop, vera);
    const { visitor, code } = await askedFor(shop, vera.email);
    expect((await enter(visitor, code)).body).toMatchObject({ user: { _id: vera.user._id } });
    await signIn(shop, vera);
    await setUpApp(vera);
    const second = await askedFor(shop, vera.email, 2);
    expect(await enter(second.visitor, second.code)).toMatchObject({ body: { user: null } });
    expect(await whoIs(second.visitor)).toEqual({ user: null });
  });

  it("works in the browser that asked, five times, and ten minutes", async () => {
    const shop = await share();
    const email = newEmail();
    const { visitor, code } = await askedFor(shop, email);
    expect((await enter(openVisitor(shop), code)).status).toBe(400);
    const wrong = code === "111 111" ? "222222" : "111111";
    for (let tries = 0; tries < 5; tries++) expect((await enter(visitor, wrong)).status).toBe(400);
    expect((await enter(visitor, code)).status).toBe(400);
    const other = await askedFor(shop, newEmail());
    await ageSignInCodes(shop);
    expect((await enter(other.visitor, other.code)).status).toBe(400);
    expect(await whoIs(visitor)).toEqual({ user: null });
  });

  it("is sent to a known browser although a stranger has asked for all that a mailbox gets", async () => {
    const shop = await share();
    const email = newEmail();
    const { visitor: owner, code } = await askedFor(shop, email);
    await enter(owner, code);
    await owner.send("POST", "/api/identity/sign-out");
    const stranger = openVisitor(shop);
    const statuses: number[] = [];
    for (let times = 0; times < 11; times++) statuses.push((await ask(stranger, email)).status);
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect((await ask(owner, email)).status).toBe(200);
    expect((await enter(owner, await findSignInCode(shop, email, 12))).body).toMatchObject({
      user: { email },
    });
  });

  it("is sent to a guest's other browsers although one has asked for many", async () => {
    const shop = await openShop({ env: { PROXIES: "127.0.0.1" } });
    const email = newEmail();
    const at = (address: string) => openVisitor(shop, { "x-forwarded-for": address });
    const statuses = async (address: string, times: number) => {
      const all: number[] = [];
      for (let time = 0; time < times; time++) all.push((await ask(at(address), email)).status);
      return all;
    };
    expect(await statuses("192.0.2.7", 5)).toEqual(Array(5).fill(200));
    // At home, and then abroad although those at home have used up what they may.
    expect(await statuses("192.0.2.7", 6)).toEqual([...Array(5).fill(200), 429]);
    expect((await ask(at("198.51.100.7"), email)).status).toBe(200);
    const refused = await ask(at("192.0.2.8"), email);
    const { message } = (refused.body as { error: { message: string } }).error;
    expect(message).not.toMatch(/password/i);
  });

  it("takes an account from somebody who opened it with an e-mail that is not theirs", async () => {
    const shop = await share();
    const stranger = await signUp(shop);
    const { visitor, code } = await askedFor(shop, stranger.email);
    expect(await enter(visitor, code)).toMatchObject({
      body: { user: { _id: stranger.user._id, hasPassword: false } },
    });
    expect(await whoIs(stranger)).toEqual({ user: null });
    const { email, password } = stranger;
    const again = await openVisitor(shop).send("POST", "/api/identity/sign-in", {
      email,
      password,
    });
    expect(again.status).toBe(401);
  });

  it("leaves nothing by which that somebody sees or misleads the owner", async () => {
    const shop = await share();
    const [stranger, accomplice] = [await signUp(shop), await signUp(shop)];
    const company = { name: "Not theirs", address: "Road 1", country: "DE", vatId: "" };
    expect((await stranger.send("POST", "/api/own-company", company)).status).toBe(200);
    const invited = { email: accomplice.email, role: "owner" };
    await stranger.send("POST", "/api/own-company/invitations", invited);
    const token = tokenOfLetter(await waitForLetter(shop, 1, { email: accomplice.email }));
    expect((await accomplice.send("POST", "/api/own-company/join", { token })).status).toBe(200);
    const { id: part } = await aStockedPart(shop);
    const lines = [{ part, quantity: 2 }];
    await stranger.send("PUT", "/api/basket/lines", { lines });
    const shared = (await stranger.send("POST", "/api/basket/share")).body as { token: string };
    await stranger.send("PATCH", "/api/checkout", { address });
    const { visitor, code } = await askedFor(shop, stranger.email);
    expect((await enter(visitor, code)).status).toBe(200);
    expect((await visitor.get("/api/own-company")).body).toEqual({ company: null });
    const opened = { token: shared.token };
    expect((await openVisitor(shop).send("POST", "/api/basket/shared", opened)).status).toBe(410);
    const checkout = (await visitor.get("/api/checkout")).body;
    expect(checkout).toMatchObject({ address: null, addresses: [], quote: { pieces: 2 } });
  });

  it("leaves neither the name nor an unpaid order of that somebody to the owner", async () => {
    const shop = await share();
    const stranger = await signUp(shop, { name: "Mal Lory" });
    await placeOrder(stranger, await aStockedPart(shop));
    const { visitor, code } = await askedFor(shop, stranger.email);
    const name = stranger.email.split("@")[0];
    expect(await enter(visitor, code)).toMatchObject({ status: 200, body: { user: { name } } });
    expect((await visitor.get(`/api/orders?email=${stranger.email}`)).body).toEqual([]);
  });

  it("lets who opened the account in this browser keep their name and what they ordered", async () => {
    const shop = await share();
    const vera = await signUp(shop, { name: "Vera Lind" });
    const order = await placeOrder(vera, await aStockedPart(shop));
    await vera.send("POST", "/api/identity/sign-out");
    expect((await ask(vera, vera.email)).status).toBe(200);
    const code = await findSignInCode(shop, vera.email, 1);
    expect(await enter(vera, code)).toMatchObject({ body: { user: { name: "Vera Lind" } } });
    expect((await vera.get(`/api/orders?email=${vera.email}`)).body).toMatchObject([
      { _id: order._id, state: "unpaid" },
    ]);
  });

  it("takes no second step from an admin whose e-mail is not proven", async () => {
    const shop = await share();
    const admin = await signUp(shop);
    await setUpApp(admin);
    await setRole(shop, admin, "admin");
    const { visitor, code } = await askedFor(shop, admin.email);
    expect(await enter(visitor, code)).toMatchObject({ status: 200, body: { user: null } });
    expect(await whoIs(visitor)).toEqual({ user: null });
    expect(await whoIs(admin)).toMatchObject({ user: { role: "admin" } });
  });

  it("is no way to find out who has an account", async () => {
    const shop = await share();
    const vera = await signUp(shop);
    const answers = await Promise.all(
      [vera.email, newEmail()].map((email) => ask(openVisitor(shop), email)),
    );
    expect(answers[0]).toEqual(answers[1]);
    await expect.poll(() => findWaitingLetters(shop.shop.db)).toEqual([]);
  });
});
