import { describe, expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { waitUntilLettersSent } from "#tests/builders/letter.ts";
import { changeSessions } from "#tests/builders/session.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { type OpenShop, openShop, shareShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { readLetters, tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import {
  newAccount,
  openVisitor,
  type SignedIn,
  signIn,
  signUp,
  signUpAdmin,
  verifyEmail,
} from "#tests/people.ts";

const share = shareShop();
let count = 0;
const newAddress = () => `new.${++count}.${process.pid}@example.com`;

const begin = ({ send }: SignedIn, newEmail: string) =>
  send("POST", "/api/identity/email", { newEmail });

/** Of the letter about the change that was sent to this address. */
async function tokenTo(shop: OpenShop, email: string): Promise<string> {
  const find = async () =>
    (await readLetters(shop))
      .filter((text) => text.includes(`To: ${email}`))
      .map((text) => /change-email#token=([\w-]+)/.exec(text)?.[1])
      .findLast(Boolean);
  await expect.poll(find).toBeTruthy();
  return (await find()) ?? "";
}

const prove = ({ send }: Pick<SignedIn, "send">, token: string) =>
  send("POST", "/api/identity/email/prove", { token });

describe("a change of e-mail", () => {
  it("is made once both addresses are proven, and ends the other sessions", async () => {
    const shop = await share();
    const vera = await signUp(shop);
    const email = newAddress();
    expect((await begin(vera, email)).status).toBe(200);
    const [toOld, toNew] = [await tokenTo(shop, vera.email), await tokenTo(shop, email)];
    expect(await prove(vera, toNew)).toEqual({ status: 200, body: { isChanged: false } });
    expect((await vera.get("/api/identity/email")).body).toEqual({
      change: { email, isOldProven: false, isNewProven: true },
    });
    // A link works once.
    expect((await prove(vera, toNew)).status).toBe(400);
    await signIn(shop, vera);
    // The former mailbox may be read in a browser where nobody is signed in.
    expect(await prove(openVisitor(shop), toOld)).toEqual({
      status: 200,
      body: { isChanged: true },
    });
    expect((await vera.get("/api/identity/session")).body).toEqual({ user: null });
    const former = { email: vera.email, password: vera.password };
    expect((await openVisitor(shop).send("POST", "/api/identity/sign-in", former)).status).toBe(
      401,
    );
    const again = await signIn(shop, { ...vera, email });
    expect(again.user).toMatchObject({ _id: vera.user._id, email, emailVerified: true });
  });

  it("ends the links to orders in letters to the former address", async () => {
    const shop = await share();
    const vera = await signUp(shop);
    await verifyEmail(shop, vera);
    const { _id } = await placeOrder(vera, await aStockedPart(shop));
    const token = tokenOfLetter(await waitForLetter(shop, 1, vera));
    const read = () => openVisitor(shop).send("POST", "/api/order-links/read", { token });
    expect(await read()).toMatchObject({ status: 200, body: { order: { _id } } });
    const email = newAddress();
    await begin(vera, email);
    for (const address of [vera.email, email]) await prove(vera, await tokenTo(shop, address));
    expect((await read()).status).toBe(404);
    await signIn(shop, { ...vera, email });
  });

  it("takes the letters about orders placed before to the new address", async () => {
    const shop = await share();
    const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
    const { _id } = await placeOrder(vera, await aStockedPart(shop));
    const email = newAddress();
    await begin(vera, email);
    for (const address of [vera.email, email]) await prove(vera, await tokenTo(shop, address));
    const again = { kind: "order-placed" };
    const sent = await admin.send("POST", `/api/orders/${_id}/letters`, again);
    expect(sent).toEqual({ status: 200, body: { email } });
    await waitUntilLettersSent(shop);
    const isToNew = (letter: string) => letter.includes(`\nTo: ${email}\n`);
    const token = tokenOfLetter((await readLetters(shop)).findLast(isToNew) ?? "");
    expect(await openVisitor(shop).send("POST", "/api/order-links/read", { token })).toMatchObject({
      status: 200,
      body: { order: { _id, email } },
    });
  });

  it("leaves the former address, which may be somebody else's by now, no new link", async () => {
    const shop = await share();
    const vera = await signUp(shop);
    await verifyEmail(shop, vera);
    const { _id: id, number } = await placeOrder(vera, await aStockedPart(shop));
    const email = newAddress();
    await begin(vera, email);
    for (const address of [vera.email, email]) await prove(vera, await tokenTo(shop, address));
    await verifyEmail(shop, await signUp(shop, { ...newAccount(), email: vera.email }));
    await waitUntilLettersSent(shop);
    // It was queued before the change.
    await addOrderLetter(shop.shop.db, "order-placed", { id, email: vera.email });
    shop.shop.jobs.wake();
    await waitUntilLettersSent(shop);
    const isToFormer = (letter: string) => letter.includes(`\nTo: ${vera.email}\n`);
    const letter = (await readLetters(shop)).findLast(isToFormer) ?? "";
    expect(letter).toContain(`/dashboard/order/${number}`);
    expect(tokenOfLetter(letter)).toBe("");
  });

  it("is not made by one address alone, however often, nor after it was taken back", async () => {
    const shop = await share();
    const vera = await signUp(shop);
    const email = newAddress();
    await begin(vera, email);
    const [toOld, toNew] = [await tokenTo(shop, vera.email), await tokenTo(shop, email)];
    expect(await prove(vera, toOld)).toMatchObject({ body: { isChanged: false } });
    expect((await vera.send("DELETE", "/api/identity/email")).status).toBe(200);
    expect((await prove(vera, toNew)).status).toBe(400);
    expect((await vera.send("DELETE", "/api/identity/email")).status).toBe(404);
    await signIn(shop, vera);
  });

  it("is the last of several that were begun at once", async () => {
    const shop = await share();
    const vera = await signUp(shop);
    const emails = [newAddress(), newAddress(), newAddress(), newAddress()];
    const replies = await Promise.all(emails.map((email) => begin(vera, email)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body } = await vera.get("/api/identity/email");
    const token = await tokenTo(shop, (body as { change: { email: string } }).change.email);
    expect(await prove(vera, token)).toEqual({ status: 200, body: { isChanged: false } });
  });

  it("to a stranger's mailbox is not proven by a click of its owner", async () => {
    const shop = await share();
    const [stranger, other] = [await signUp(shop), await signUp(shop)];
    const email = newAddress();
    await begin(stranger, email);
    const [toOld, toNew] = [await tokenTo(shop, stranger.email), await tokenTo(shop, email)];
    expect((await prove(stranger, toOld)).status).toBe(200);
    for (const owner of [openVisitor(shop), other]) {
      expect(await prove(owner, toNew)).toMatchObject({
        status: 403,
        body: { error: { code: "not-allowed" } },
      });
    }
    expect((await stranger.get("/api/identity/session")).body).toMatchObject({
      user: { email: stranger.email },
    });
    expect(await prove(stranger, toNew)).toMatchObject({ body: { isChanged: true } });
  });

  it("needs a session that was confirmed of late, and another address", async () => {
    const shop = await share();
    const vera = await signUp(shop);
    expect(await begin(vera, vera.email.toUpperCase())).toMatchObject({
      status: 400,
      body: { error: { fields: { newEmail: expect.any(String) } } },
    });
    await changeSessions(shop, vera, { confirmedAt: timeAgo({ minutes: 16 }) });
    expect((await begin(vera, newAddress())).status).toBe(403);
  });

  it("does not take the e-mail of another account", async () => {
    const shop = await share();
    const [vera, jonas] = [await signUp(shop), await signUp(shop)];
    await begin(vera, jonas.email);
    const [toOld, toNew] = [await tokenTo(shop, vera.email), await tokenTo(shop, jonas.email)];
    await prove(vera, toOld);
    expect((await prove(vera, toNew)).status).toBe(409);
    await signIn(shop, vera);
    await signIn(shop, jonas);
  });

  it("of an admin is in the audit log", async () => {
    const shop = await openShop();
    const [ada, eve] = [await signUpAdmin(shop), await signUpAdmin(shop)];
    const email = newAddress();
    await begin(ada, email);
    for (const address of [ada.email, email]) await prove(ada, await tokenTo(shop, address));
    const [entry] = (await eve.get("/api/audit")).body as AuditEntry[];
    expect(entry).toMatchObject({
      action: "change-email",
      about: ada.user._id,
      before: { email: ada.email },
      after: { email },
    });
  });
});
