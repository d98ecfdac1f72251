import { beforeAll, describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import type { OwnData } from "#contract/own-data.ts";
import type { Return } from "#contract/returns.ts";
import { writeGoods } from "#contract/rules/withdrawn-goods.ts";
import type { Withdrawal, WithdrawalReceipt } from "#contract/withdrawals.ts";
import { openAccount } from "#tests/accounts.ts";
import { recordLetters } from "#tests/builders/letter.ts";
import { arriveDaysAgo } from "#tests/builders/shipment.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { readLetters } from "#tests/outbox.ts";
import { readNetCharge, sharePayingShop } from "#tests/paying-shop.ts";
import { openVisitor, type SignedIn, signUp, signUpAdmin, verifyEmail } from "#tests/people.ts";
import { readPdf } from "#tests/read-pdf.ts";
import {
  closeReturn,
  confirmWithdrawal,
  deliverEverywhere,
  orderTwoParts,
  shipPieces,
  taken,
} from "#tests/returns.ts";

const share = sharePayingShop({ webhooks: "hold" });
let admin: SignedIn;

beforeAll(async () => {
  admin = await signUpAdmin(await share());
  await deliverEverywhere(admin);
});

async function withdraw(stated: object, by?: SignedIn) {
  const visitor = by ?? openVisitor(await share());
  const body = { key: crypto.randomUUID(), name: "Vera", goods: "", ...stated };
  const answer = await visitor.send("POST", "/api/withdrawals", body);
  return { ...answer, body: answer.body as WithdrawalReceipt };
}

const confirm = async (receipt: WithdrawalReceipt) => confirmWithdrawal(await share(), receipt);

async function findStored({ number }: WithdrawalReceipt): Promise<Withdrawal | undefined> {
  const all = (await admin.get("/api/withdrawals?view=all")).body as Withdrawal[];
  return all.find((each) => each.number === number);
}

describe("a withdrawal", () => {
  it("needs no account, and becomes a return of all that was sent, to be refunded", async () => {
    const shop = await share();
    const buyer = await signUp(shop);
    const { order, ofDisc, ofPads } = await orderTwoParts(shop, buyer);
    await shipPieces(admin, order);
    const { status, body } = await withdraw({
      orderNumber: `#${order.number}`,
      email: buyer.email,
    });
    expect([status, body.goods]).toEqual([200, ""]);
    expect((await confirm(body)).body).toEqual(body);
    await expect.poll(async () => (await findStored(body))?.return).toBeTruthy();
    const { return: id, answered } = (await findStored(body)) ?? {};
    expect(answered).toBe(true);
    const made = (await buyer.get(`/api/returns/${id}`)).body as Return;
    expect(made).toMatchObject({ kind: "withdrawal", state: "approved", free: false });
    const file = await admin.request(`/api/returns/csv?q=${made?.number}&columns=kind`);
    expect(await file.text()).toContain("Kind\r\nWithdrawal\r\n");
    const received = await taken(admin, made, {
      step: "receive",
      lines: [
        { line: ofDisc, pieces: 4 },
        { line: ofPads, pieces: 3 },
      ],
    });
    const found = { scrap: 0, condition: "new", resolution: "refund" };
    const looked = await taken(admin, received, {
      step: "inspect",
      lines: [
        { line: ofDisc, restock: 4, ...found },
        { line: ofPads, restock: 3, ...found },
      ],
    });
    expect((await closeReturn(admin, looked, { delivery: 5.9 })).status).toBe(200);
    expect(readNetCharge(shop, order)).toBe(0);
    expect((await admin.get(`/api/orders/${order._id}`)).body as Order).toMatchObject({
      state: "refunded",
      fulfilment: "returned",
    });
    await expectReconciled(shop);
    // Once more there is nothing left to return: a person looks at it.
    const again = await withdraw({ orderNumber: `${order.number}`, email: buyer.email });
    await expect.poll(async () => (await findStored(again.body))?.order).toBe(order._id);
    expect(await findStored(again.body)).toMatchObject({ return: null, answered: false });
  });

  it("of chosen lines becomes a return of these, and a late one waits for a person", async () => {
    const shop = await share();
    const buyer = await signUp(shop);
    const { order, ofDisc } = await orderTwoParts(shop, buyer);
    await shipPieces(admin, order);
    const [disc] = order.lines;
    const goods = writeGoods([{ name: "Disc", partNumber: `${disc?.number}`, quantity: 3 }]);
    const stated = { orderNumber: `${order.number}`, email: buyer.email, goods };
    const outcomeOf = async ({ body }: Awaited<ReturnType<typeof withdraw>>) => {
      await expect.poll(async () => (await findStored(body))?.order).toBe(order._id);
      return findStored(body);
    };
    for (const other of [goods.replace("3", "5"), "the discs"])
      expect(await outcomeOf(await withdraw({ ...stated, goods: other }))).toMatchObject({
        return: null,
      });
    await arriveDaysAgo(shop.shop.db, order, 20);
    expect(await outcomeOf(await withdraw(stated))).toMatchObject({
      return: null,
      answered: false,
    });
    await arriveDaysAgo(shop.shop.db, order, 3);
    // The owner of the mailbox, signed in, needs no link.
    await verifyEmail(shop, buyer);
    const made = await outcomeOf(await withdraw(stated, buyer));
    const { lines } = (await buyer.get(`/api/returns/${made?.return}`)).body as Return;
    expect(lines.map(({ line, quantity }) => [line, quantity])).toEqual([[ofDisc, 3]]);
  });

  it("of a stranger is received, and keeps the customer from no return of their own", async () => {
    const shop = await share();
    const buyer = await signUp(shop);
    const { order, ofDisc } = await orderTwoParts(shop, buyer);
    await shipPieces(admin, order);
    const stated = { orderNumber: `${order.number}`, email: buyer.email };
    const { body } = await withdraw(stated, await signUp(shop));
    await expect.poll(async () => (await findStored(body))?.order).toBe(order._id);
    expect(await findStored(body)).toMatchObject({
      return: null,
      answered: false,
      isConfirmed: false,
    });
    const wrong = { token: "x".repeat(43) };
    const visitor = openVisitor(shop);
    expect((await visitor.send("POST", "/api/withdrawals/confirm", wrong)).status).toBe(400);
    const lines = [{ line: ofDisc, quantity: 1, reason: "not_needed", note: "" }];
    const asked = { key: crypto.randomUUID(), lines };
    const own = await buyer.send("POST", `/api/orders/${order._id}/returns`, asked);
    expect([own.status, own.body]).toMatchObject([200, { state: "requested" }]);
    // Confirmed all the same, it is of what is left.
    expect((await confirm(body)).status).toBe(200);
    await expect.poll(async () => (await findStored(body))?.return).toBeTruthy();
    const made = (await buyer.get(`/api/returns/${(await findStored(body))?.return}`)).body;
    const { lines: left } = made as Return;
    expect(left.find(({ line }) => line === ofDisc)?.quantity).toBe(3);
  });

  it("of a company's order waits for a person, with or without a VAT number", async () => {
    const shop = await share();
    const { buyer } = await openAccount(shop, 0, admin);
    const { order } = await orderTwoParts(shop, buyer);
    await shipPieces(admin, order);
    const { body } = await withdraw({ orderNumber: `${order.number}`, email: buyer.email });
    await expect.poll(async () => (await findStored(body))?.order).toBe(order._id);
    expect(await findStored(body)).toMatchObject({ return: null, answered: false });
  });

  it("is confirmed as PDF to whoever stated it", async () => {
    const visitor = openVisitor(await share());
    const key = crypto.randomUUID();
    const goods = "2 × Disc (PW-7)";
    const { body } = await withdraw({ key, orderNumber: "17", email: "v@example.com", goods });
    const fetchIt = () =>
      visitor.request("/api/withdrawals/receipt.pdf", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ key }),
      });
    const pdf = await fetchIt();
    const { text } = readPdf(Buffer.from(await pdf.arrayBuffer()));
    for (const said of [`Withdrawal ${body.number}`, "Vera", "v@example.com", goods])
      expect(text).toContain(said);
    // One network cannot keep all others from their papers.
    const many = await Promise.all(Array.from({ length: 12 }, fetchIt));
    expect([...new Set(many.map(({ status }) => status))].sort()).toEqual([200, 503]);
    await Promise.all(many.map((response) => response.arrayBuffer()));
    const unknown = { key: crypto.randomUUID() };
    expect((await visitor.send("POST", "/api/withdrawals/receipt.pdf", unknown)).status).toBe(404);
  });

  it("answers the same whether or not there is such an order, and sends nobody a stranger's words", async () => {
    const shop = await share();
    const buyer = await signUp(shop);
    const { order } = await orderTwoParts(shop, buyer);
    const lettersAbout = await recordLetters(shop);
    const shape = async (stated: object) => {
      const { status, body } = await withdraw(stated);
      return { status, fields: Object.keys(body), body };
    };
    const theirs = {
      orderNumber: `${order.number}`,
      email: buyer.email,
      name: "Click evil.example",
    };
    const real = await shape(theirs);
    const wrong = await shape({ orderNumber: "999999", email: "nobody@example.com" });
    expect([wrong.status, wrong.fields]).toEqual([real.status, real.fields]);
    // Not sent yet: a person cancels the order.
    await expect.poll(async () => (await findStored(real.body))?.order).toBe(order._id);
    expect(await findStored(real.body)).toMatchObject({ return: null, answered: false });
    const stored = await findStored(wrong.body);
    expect(stored).toMatchObject({ order: null, return: null });
    await expect.poll(() => lettersAbout(stored?._id ?? "")).toEqual(["withdrawal-received"]);
    const written = async () =>
      (await readLetters(shop)).filter((letter) => letter.includes("received your withdrawal"));
    await expect.poll(async () => (await written()).length).toBeGreaterThan(1);
    expect((await written()).join()).not.toContain("evil");
    await admin.send("PATCH", `/api/withdrawals/${stored?._id}`, { answered: true });
    expect(await findStored(wrong.body)).toMatchObject({ answered: true });
    const ownOf = async () => ((await buyer.get("/api/own-data")).body as OwnData).withdrawals;
    expect(await ownOf()).toEqual([]);
    await verifyEmail(shop, buyer);
    expect(await ownOf()).toEqual([real.body]);
  });

  it("is one, however often it is sent, and refuses what nobody could answer", async () => {
    const key = crypto.randomUUID();
    const stated = { key, orderNumber: "17", email: "nobody@example.com" };
    const first = await withdraw(stated);
    expect((await withdraw(stated)).body).toEqual(first.body);
    expect((await withdraw({ ...stated, orderNumber: "18" })).status).toBe(409);
    for (const bad of [{ email: "nobody" }, { name: " " }, { orderNumber: "" }])
      expect((await withdraw({ ...stated, key: crypto.randomUUID(), ...bad })).status).toBe(400);
    expect((await openVisitor(await share()).get("/api/withdrawals")).status).toBe(401);
  });
});
