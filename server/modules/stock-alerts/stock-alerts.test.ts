import { describe, expect, it } from "vitest";
import type { OwnData } from "#contract/own-data.ts";
import type { StockAlert } from "#contract/stock-alerts.ts";
import { findWaitingLetters, holdLetters, releaseLetters } from "#tests/builders/letter.ts";
import { clearLimits, fillLimits } from "#tests/builders/limit.ts";
import { changePart } from "#tests/builders/part.ts";
import { changePerson } from "#tests/builders/person.ts";
import { changeAlertsTo, listAlertsTo, lookForAwaitedParts } from "#tests/builders/stock-alert.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { type OpenShop, openShop, shareShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";
import { tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import {
  newAccount,
  openVisitor,
  type SignedIn,
  signUp,
  signUpAdmin,
  verifyEmail,
} from "#tests/people.ts";
import { deleteExpiredAlerts } from "./store.ts";

const share = shareShop();

async function openWithout(shop: OpenShop) {
  await clearLimits(shop);
  const admin = await signUpAdmin(shop);
  const part = await aStockedPart(shop, { name: "Ball Joint", availablQuantity: 0 });
  const path = `/api/parts/${part.id}/stock`;
  const book = async (body: object) =>
    expect((await admin.send("POST", path, body)).status).toBe(200);
  const deliver = (pieces: number) => book({ reason: "delivery", pieces });
  const lose = (pieces: number) => book({ reason: "damage", pieces });
  return { shop, part, admin, deliver, lose };
}

async function signUpVerified(shop: OpenShop): Promise<SignedIn> {
  const person = await signUp(shop);
  await verifyEmail(shop, person);
  return person;
}

const ask = ({ send }: Pick<SignedIn, "send">, part: { id: string }, email?: string) =>
  send("POST", "/api/stock-alerts", { part: part.id, ...(email && { email }) });
const mine = async ({ get }: SignedIn) => (await get("/api/stock-alerts")).body as StockAlert[];
const follow = (shop: OpenShop, way: "confirm" | "stop", token: string) =>
  openVisitor(shop).send("POST", `/api/stock-alerts/${way}`, { token });

describe("an alert", () => {
  it("of a proven mailbox waits at once, and is told once, when an order is possible", async () => {
    const { shop, part, deliver } = await openWithout(await share());
    const vera = await signUpVerified(shop);
    expect(await ask(vera, part)).toEqual({ status: 200, body: { state: "waiting" } });
    expect(await ask(vera, part)).toEqual({ status: 200, body: { state: "waiting" } });
    expect(await mine(vera)).toMatchObject([{ part: { _id: part.id, name: "Ball Joint" } }]);
    // The smallest order is 2, and one piece must be left.
    await deliver(2);
    await lookForAwaitedParts(shop);
    await deliver(1);
    await lookForAwaitedParts(shop);
    const letter = await waitForLetter(shop, 1, { email: vera.email });
    expect(letter).toContain("Subject: Back in stock: Ball Joint");
    expect(letter).toContain("In stock: 3");
    await deliver(5);
    await lookForAwaitedParts(shop);
    expect(await mine(vera)).toEqual([]);
    expect(await ask(vera, part)).toMatchObject({ status: 409 });
    const [row] = await listAlertsTo(shop, vera.email);
    expect(row?.toldAt).toBeInstanceOf(Date);
    await waitForLetter(shop, 1, { email: vera.email });
  });

  it("of a visitor waits from the click in the letter on, and ends by the link in the next", async () => {
    const { shop, part, deliver } = await openWithout(await share());
    const { email } = newAccount();
    const visitor = openVisitor(shop);
    expect(await ask(visitor, part)).toMatchObject({
      status: 400,
      body: { error: { fields: { email: "Email is Required" } } },
    });
    expect(await ask(visitor, part, email)).toEqual({ status: 200, body: { state: "to-confirm" } });
    const letter = await waitForLetter(shop, 1, { email });
    expect(letter).toContain("Subject: Shall we tell you when Ball Joint is back?");
    const token = tokenOfLetter(letter);
    const confirmed = { state: "waiting", part: { name: "Ball Joint", number: expect.anything() } };
    for (const _ of ["once", "again"])
      expect(await follow(shop, "confirm", token)).toEqual({ status: 200, body: confirmed });
    // Who asks again is told so, and gets no second alert.
    expect((await ask(visitor, part, email)).body).toEqual({ state: "to-confirm" });
    expect(await waitForLetter(shop, 2, { email })).toContain("You are on the list for Ball Joint");
    expect((await follow(shop, "confirm", token)).status).toBe(400);
    await deliver(10);
    await lookForAwaitedParts(shop);
    const back = await waitForLetter(shop, 3, { email });
    expect(back).toContain("Subject: Back in stock: Ball Joint");
    const stop = tokenOfLetter(back.slice(back.indexOf("/stock-alert/stop")));
    expect((await follow(shop, "stop", stop)).body).toEqual({ deletedCount: 1 });
    expect((await follow(shop, "stop", stop)).status).toBe(400);
    expect(await listAlertsTo(shop, email)).toEqual([]);
  });

  it("that nobody confirmed gets no letter when the part is back", async () => {
    const { shop, part, deliver } = await openWithout(await share());
    const { email } = newAccount();
    await ask(openVisitor(shop), part, email);
    const token = tokenOfLetter(await waitForLetter(shop, 1, { email }));
    const vera = await signUpVerified(shop);
    await ask(vera, part);
    await deliver(10);
    await lookForAwaitedParts(shop);
    await waitForLetter(shop, 1, { email: vera.email });
    await waitForLetter(shop, 1, { email });
    expect(await follow(shop, "confirm", token)).toMatchObject({ body: { state: "back" } });
    await changeAlertsTo(shop, email, { expiresAt: timeAgo({ minutes: 1 }) });
    expect((await follow(shop, "confirm", token)).status).toBe(400);
  });

  it("of an unproven account is confirmed like a visitor's", async () => {
    const { shop, part } = await openWithout(await share());
    const vera = await signUp(shop);
    expect((await ask(vera, part)).body).toEqual({ state: "to-confirm" });
    expect(await mine(vera)).toEqual([]);
    const letter = await waitForLetter(shop, 1, { email: vera.email });
    await follow(shop, "confirm", tokenOfLetter(letter));
    const [alert] = await mine(vera);
    const other = await signUpVerified(shop);
    const remove = (person: SignedIn) => person.send("DELETE", `/api/stock-alerts/${alert?._id}`);
    expect((await remove(other)).status).toBe(404);
    expect(await remove(vera)).toEqual({ status: 200, body: { deletedCount: 1 } });
    expect(await mine(vera)).toEqual([]);
  });

  it("goes on waiting where the part is gone again before its letter is written", async () => {
    const { shop, part, deliver, lose } = await openWithout(await openShop());
    const vera = await signUpVerified(shop);
    await ask(vera, part);
    await holdLetters(shop);
    await deliver(10);
    await lookForAwaitedParts(shop);
    const waiting = async () =>
      (await findWaitingLetters(shop.shop.db)).filter(({ kind }) => kind === "back-in-stock")
        .length;
    await expect.poll(waiting).toBe(1);
    await lose(10);
    await releaseLetters(shop);
    await expect.poll(() => mine(vera)).toHaveLength(1);
    await deliver(10);
    await lookForAwaitedParts(shop);
    await waitForLetter(shop, 1, { email: vera.email });
  });

  it("is told after a change of all parts, and of one that is shown again", async () => {
    const { shop, part, admin } = await openWithout(await share());
    const vera = await signUpVerified(shop);
    await ask(vera, part);
    await changePart(shop, { id: part.id }, { stock: 20, hidden: true });
    const edit = { hidden: false };
    expect((await admin.send("PATCH", `/api/parts/${part.id}`, edit)).status).toBe(200);
    await lookForAwaitedParts(shop);
    await waitForLetter(shop, 1, { email: vera.email });
  });

  it("follows a person to another e-mail, and its link stops all that they wait for", async () => {
    const { shop, part, deliver } = await openWithout(await share());
    const vera = await signUpVerified(shop);
    await ask(vera, part);
    await ask(vera, await aStockedPart(shop, { availablQuantity: 0 }));
    const { email } = newAccount();
    await changePerson(shop.shop.db, vera, { email });
    await deliver(10);
    await lookForAwaitedParts(shop);
    const letter = await waitForLetter(shop, 1, { email });
    const token = tokenOfLetter(letter.slice(letter.indexOf("/stock-alert/stop")));
    expect((await follow(shop, "stop", token)).body).toEqual({ deletedCount: 2 });
  });

  it("ends after its time without a letter", async () => {
    const { shop, part } = await openWithout(await share());
    const vera = await signUpVerified(shop);
    await ask(vera, part);
    const [alert] = await mine(vera);
    const days = (Date.parse(alert?.until ?? "") - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(90);
    await changeAlertsTo(shop, vera.email, { expiresAt: timeAgo({ minutes: 1 }) });
    expect(await mine(vera)).toEqual([]);
    await deleteExpiredAlerts(shop.shop.db);
    expect(await listAlertsTo(shop, vera.email)).toEqual([]);
  });
});

describe("asking for an alert", () => {
  it("is refused for a part that can be ordered, or is not sold", async () => {
    const { shop, part, deliver } = await openWithout(await share());
    const vera = await signUpVerified(shop);
    await deliver(10);
    expect(await ask(vera, part)).toMatchObject({
      status: 409,
      body: { error: { message: "This part can be ordered again already." } },
    });
    expect((await ask(vera, { id: crypto.randomUUID() })).status).toBe(404);
  });

  it("sends few letters for one address, whichever mailboxes are named", async () => {
    const { shop, part } = await openWithout(await share());
    const { email } = newAccount();
    expect((await ask(openVisitor(shop), part, email)).status).toBe(200);
    await fillLimits(shop, "stock alert letters from", 20);
    expect((await ask(openVisitor(shop), part, newAccount().email)).status).toBe(429);
    const vera = await signUpVerified(shop);
    expect((await ask(vera, part)).status).toBe(200);
  });
});

describe("a person's own data", () => {
  it("has the alerts of the account and of its proven mailbox, which end with it", async () => {
    const { shop, part } = await openWithout(await share());
    const other = await aStockedPart(shop, { availablQuantity: 0 });
    const vera = await signUp(shop);
    const ownData = async () => ((await vera.get("/api/own-data")).body as OwnData).stockAlerts;
    // Anybody may sign up with this e-mail.
    await ask(openVisitor(shop), part, vera.email);
    expect(await ownData()).toEqual([]);
    await verifyEmail(shop, vera);
    await ask(vera, other);
    expect(await ownData()).toMatchObject([
      { part: other.id, email: vera.email, toldAt: null },
      { part: part.id, email: vera.email, confirmedAt: null },
    ]);
    const { email, password } = vera;
    expect((await vera.send("POST", "/api/own-data/delete", { email, password })).status).toBe(200);
    expect(await listAlertsTo(shop, vera.email)).toEqual([]);
  });
});
