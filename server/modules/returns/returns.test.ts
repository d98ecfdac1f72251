import { beforeAll, describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import type { Return } from "#contract/returns.ts";
import { recordLetters, waitUntilLettersSent } from "#tests/builders/letter.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import { aStockedPart, readStock } from "#tests/orders.ts";
import { readLetters, tokenOfLetter } from "#tests/outbox.ts";
import {
  type PayingShop,
  readNetCharge,
  sharePayingShop,
  totalCentsOf,
} from "#tests/paying-shop.ts";
import { openVisitor, type SignedIn, signUp, signUpAdmin, verifyEmail } from "#tests/people.ts";
import {
  asked,
  askReturn,
  closeReturn,
  deliverEverywhere,
  inspected,
  inspection,
  orderBasket,
  orderTwoParts,
  receivedInFull,
  shipPieces,
  taken,
  takeStep,
} from "#tests/returns.ts";

const share = sharePayingShop({ webhooks: "hold" });
let admin: SignedIn;

beforeAll(async () => {
  admin = await signUpAdmin(await share());
  await deliverEverywhere(admin);
});

async function openWithOrder() {
  const shop = await share();
  const buyer = await signUp(shop);
  return { shop, buyer, ...(await orderTwoParts(shop, buyer)) };
}

async function openWithShipped() {
  const opened = await openWithOrder();
  await shipPieces(admin, opened.order);
  return opened;
}

const readOrder = async ({ _id }: Order) => (await admin.get(`/api/orders/${_id}`)).body as Order;

async function expectBalanced(shop: PayingShop): Promise<void> {
  await expectStockBalanced(shop.shop.db);
  await expectReconciled(shop);
}

const refusedWith = (status: number, code: string) => ({
  status,
  body: { error: expect.objectContaining({ code }) },
});

describe("a return", () => {
  it("is refused for what was never sent, and for more than was", async () => {
    const { buyer, order, ofDisc, ofPads } = await openWithOrder();
    const nothing = refusedWith(409, "nothing-to-return");
    expect(await askReturn(buyer, order, [{ line: ofDisc, quantity: 1 }])).toMatchObject(nothing);
    await shipPieces(admin, order, [{ line: ofDisc, quantity: 2 }]);
    for (const lines of [
      [{ line: ofDisc, quantity: 3 }],
      [{ line: ofPads, quantity: 1 }],
      [{ line: crypto.randomUUID(), quantity: 1 }],
      [
        { line: ofDisc, quantity: 1 },
        { line: ofDisc, quantity: 1 },
      ],
    ])
      expect(await askReturn(buyer, order, lines)).toMatchObject(refusedWith(409, "conflict"));
    for (const quantity of [0, -1, 1.5, 1e10, "2"])
      expect(
        (await askReturn(buyer, order, [{ line: ofDisc, quantity: quantity as number }])).status,
      ).toBe(400);
    const unneeded = [{ line: ofDisc, quantity: 1, reason: "not_needed", wants: "replace" }];
    expect(await askReturn(buyer, order, unneeded)).toMatchObject(refusedWith(400, "invalid"));
    const key = crypto.randomUUID();
    const first = await asked(buyer, order, [{ line: ofDisc, quantity: 2 }], key);
    expect(await asked(buyer, order, [{ line: ofDisc, quantity: 2 }], key)).toEqual(first);
    expect(await askReturn(buyer, order, [{ line: ofDisc, quantity: 1 }], key)).toMatchObject(
      refusedWith(409, "key-reused"),
    );
    expect(await askReturn(buyer, order, [{ line: ofDisc, quantity: 1 }])).toMatchObject(nothing);
    expect((await buyer.send("DELETE", `/api/returns/${first._id}`)).status).toBe(200);
    await asked(buyer, order, [{ line: ofDisc, quantity: 1 }]);
  });

  it("is not asked for without end, as who cancels it each time could", async () => {
    const { buyer, order, ofDisc } = await openWithShipped();
    const lines = [{ line: ofDisc, quantity: 1 }];
    const first = crypto.randomUUID();
    for (let count = 0; count < 50; count++) {
      const key = count === 0 ? first : crypto.randomUUID();
      const { _id } = await asked(buyer, order, lines, key);
      expect((await buyer.send("DELETE", `/api/returns/${_id}`)).status).toBe(200);
    }
    expect(await askReturn(buyer, order, lines)).toMatchObject(refusedWith(409, "conflict"));
    expect((await askReturn(buyer, order, lines, first)).status).toBe(200);
  });

  it("goes from being asked for to the money, with a letter for each step", async () => {
    const { shop, buyer, order, disc, ofDisc, ofPads } = await openWithShipped();
    const lettersAbout = await recordLetters(shop);
    const wanted = await asked(buyer, order, [
      { line: ofDisc, quantity: 3, reason: "does_not_fit", note: "Too wide" },
      { line: ofPads, quantity: 3, reason: "damaged", wants: "replace" },
    ]);
    expect(wanted.lines.map(({ wants }) => wants)).toEqual([null, "replace"]);
    expect(wanted).toMatchObject({ free: true, state: "requested", orderNumber: order.number });
    const approved = await taken(admin, wanted, { step: "approve", free: true });
    const tooMany = [
      { line: ofDisc, pieces: 4 },
      { line: ofPads, pieces: 3 },
    ];
    expect((await takeStep(admin, approved, { step: "receive", lines: tooMany })).status).toBe(400);
    const received = await taken(admin, approved, {
      step: "receive",
      lines: [
        { line: ofDisc, pieces: 2 },
        { line: ofPads, pieces: 3 },
      ],
    });
    const before = await readStock(shop, disc);
    const found = { condition: "opened", resolution: "refund" };
    const wrong = [
      { line: ofDisc, restock: 1, scrap: 0, ...found },
      { line: ofPads, restock: 0, scrap: 3, ...found },
    ];
    expect((await takeStep(admin, received, { step: "inspect", lines: wrong })).status).toBe(400);
    const looked = await taken(admin, received, {
      step: "inspect",
      lines: [{ ...wrong[0], restock: 2 }, wrong[1]],
    });
    expect(await readStock(shop, disc)).toBe(before + 2);
    const closed = await closeReturn(admin, looked);
    const cents = 2 * 4_999 + 3 * 3_337;
    expect(closed).toMatchObject({
      status: 200,
      body: { state: "closed", refund: { amount: cents / 100, state: "succeeded" } },
    });
    expect(readNetCharge(shop, order)).toBe(totalCentsOf(order) - cents);
    const [ofDiscs, ofAllPads] = (await readOrder(order)).lines;
    expect([ofDiscs?.returned, ofAllPads?.returned]).toEqual([2, 3]);
    await expect
      .poll(() => lettersAbout(wanted._id))
      .toEqual(["return-asked", "return-approved", "return-received", "return-closed"]);
    await expect
      .poll(async () => (await readLetters(shop)).join(""))
      .toContain("3 × Pads, and you would like the same again");
    // The third disc never came: it can be asked for again.
    await asked(buyer, order, [{ line: ofDisc, quantity: 2 }]);
    await expectBalanced(shop);
  });

  it("keeps a loss of value, gives back the delivery, and never more than was paid", async () => {
    const { shop, buyer, order, ofDisc, ofPads } = await openWithShipped();
    const all = [
      { line: ofDisc, quantity: 4 },
      { line: ofPads, quantity: 3 },
    ];
    const received = await receivedInFull(admin, await asked(buyer, order, all));
    const found = (deduct: number) =>
      inspection(received, ({ line, quantity }) =>
        line === ofDisc ? { scrap: quantity, deduct } : { restock: quantity },
      );
    const most = "At most $199.96, which is all that is refunded for it";
    expect(await takeStep(admin, received, found(199.97))).toMatchObject({
      status: 400,
      body: { error: { fields: { "lines.0.deduct": most } } },
    });
    const looked = await taken(admin, received, found(10));
    expect((await closeReturn(admin, looked, { delivery: 5.91 })).status).toBe(400);
    expect(await closeReturn(admin, looked, { delivery: 5.9 })).toMatchObject({
      status: 200,
      body: { refund: { amount: (totalCentsOf(order) - 1_000) / 100 } },
    });
    expect(await readOrder(order)).toMatchObject({ fulfilment: "returned", paid: true });
    expect(readNetCharge(shop, order)).toBe(1_000);
    await expectBalanced(shop);
  });

  it("gives back what is left of a line, less the loss of value, after an amount", async () => {
    const { shop, buyer, order, ofDisc } = await openWithShipped();
    const goodwill = { key: crypto.randomUUID(), reason: "goodwill", note: "", amount: 5 };
    const path = `/api/orders/${order._id}/refunds`;
    expect((await admin.send("POST", path, goodwill)).status).toBe(200);
    const refunded = Math.round(((await readOrder(order)).lines[0]?.refunded ?? 0) * 100);
    expect(refunded).toBeGreaterThan(0);
    const wanted = await asked(buyer, order, [{ line: ofDisc, quantity: 4 }]);
    const looked = await inspected(admin, wanted, () => ({ scrap: 4, deduct: 10 }));
    const cents = 4 * 4_999 - refunded - 1_000;
    expect(await closeReturn(admin, looked)).toMatchObject({
      status: 200,
      body: { refund: { amount: cents / 100 } },
    });
    expect(readNetCharge(shop, order)).toBe(totalCentsOf(order) - 500 - cents);
    await expectBalanced(shop);
  });

  it("of which the money is back already is closed as settled, and not refunded twice", async () => {
    const { shop, buyer, order, ofDisc } = await openWithShipped();
    const looked = await inspected(
      admin,
      await asked(buyer, order, [{ line: ofDisc, quantity: 4 }]),
    );
    const rest = { key: crypto.randomUUID(), reason: "goodwill", note: "" };
    expect((await admin.send("POST", `/api/orders/${order._id}/refunds`, rest)).status).toBe(200);
    expect((await closeReturn(admin, looked)).status).toBe(409);
    expect(await closeReturn(admin, looked, { isSettled: true })).toMatchObject({
      status: 200,
      body: { state: "closed", refund: null },
    });
    expect(readNetCharge(shop, order)).toBe(0);
    await expectBalanced(shop);
  });

  it("is closed although its customer cancels pieces under its id as the key", async () => {
    const { shop, buyer, order, ofDisc, ofPads } = await openWithOrder();
    await shipPieces(admin, order, [{ line: ofDisc, quantity: 4 }]);
    const wanted = await asked(buyer, order, [{ line: ofDisc, quantity: 4 }]);
    const cancelled = { key: wanted._id, lines: [{ line: ofPads, quantity: 1 }] };
    const path = `/api/orders/${order._id}/cancellations`;
    const [once, twice] = [
      await buyer.send("POST", path, cancelled),
      await buyer.send("POST", path, cancelled),
    ];
    expect(once.status).toBe(200);
    expect(twice).toEqual(once);
    expect((await closeReturn(admin, await inspected(admin, wanted))).status).toBe(200);
    expect(readNetCharge(shop, order)).toBe(totalCentsOf(order) - 3_337 - 4 * 4_999);
    await expectBalanced(shop);
  });

  it("gives back the deposit of what comes back", async () => {
    const shop = await share();
    const buyer = await signUp(shop);
    const starter = await aStockedPart(shop, { name: "Starter", priceCents: 9_000, deposit: 35 });
    const order = await orderBasket(shop, buyer, [[starter, 2]]);
    await shipPieces(admin, order);
    const wanted = await asked(buyer, order, [{ line: order.lines[0]?._id ?? "", quantity: 1 }]);
    const closed = await closeReturn(admin, await inspected(admin, wanted));
    expect(closed).toMatchObject({ status: 200, body: { refund: { amount: 125 } } });
    await expectBalanced(shop);
  });

  it("is replaced by the same again, which is reserved and shipped once more", async () => {
    const { shop, buyer, order, disc, ofDisc } = await openWithShipped();
    const wanted = await asked(buyer, order, [{ line: ofDisc, quantity: 1, reason: "defective" }]);
    const looked = await inspected(admin, wanted, () => ({ scrap: 1, resolution: "replace" }));
    const before = await readStock(shop, disc);
    expect(await closeReturn(admin, looked)).toMatchObject({ status: 200, body: { refund: null } });
    expect(await readStock(shop, disc)).toBe(before - 1);
    expect(await readOrder(order)).toMatchObject({ fulfilment: "partly_shipped" });
    await expectBalanced(shop);
    await shipPieces(admin, order);
    expect(await readOrder(order)).toMatchObject({ fulfilment: "shipped" });
    expect(readNetCharge(shop, order)).toBe(totalCentsOf(order));
    await expectBalanced(shop);
  });

  it("is answered by one admin, and closed once, however many press", async () => {
    const { shop, buyer, order, ofDisc } = await openWithShipped();
    const wanted = await asked(buyer, order, [{ line: ofDisc, quantity: 1 }]);
    const answers = await Promise.all([
      takeStep(admin, wanted, { step: "approve", free: false }),
      takeStep(admin, wanted, { step: "refuse", because: "It was worn" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409)?.body;
    expect(late).toMatchObject({ error: { present: { _id: wanted._id, version: 2 } } });
    const other = await asked(buyer, order, [{ line: ofDisc, quantity: 1 }]);
    const looked = await inspected(admin, other);
    const closings = await Promise.all([1, 2, 3].map(() => closeReturn(admin, looked)));
    expect(closings.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(readNetCharge(shop, order)).toBe(totalCentsOf(order) - 4_999);
    expect(
      await takeStep(
        admin,
        { ...looked, version: looked.version + 1 },
        {
          step: "refuse",
          because: "Too late",
        },
      ),
    ).toMatchObject(refusedWith(409, "conflict"));
    await expectBalanced(shop);
  });

  it("is nobody else's: not to be seen, asked for or cancelled", async () => {
    const { shop, buyer, order, ofDisc } = await openWithShipped();
    const wanted = await asked(buyer, order, [{ line: ofDisc, quantity: 1 }]);
    const stranger = await signUp(shop);
    const paths = [`/api/returns/${wanted._id}`, `/api/orders/${order._id}/returns`];
    for (const path of paths) expect((await stranger.get(path)).status).toBe(404);
    expect((await askReturn(stranger, order, [{ line: ofDisc, quantity: 1 }])).status).toBe(404);
    expect((await stranger.send("DELETE", `/api/returns/${wanted._id}`)).status).toBe(404);
    expect((await takeStep(buyer, wanted, { step: "approve", free: true })).status).toBe(403);
    expect((await buyer.get("/api/returns")).status).toBe(403);
    expect((await buyer.get(`/api/returns/${wanted._id}`)).body).toEqual(wanted);
  });

  it("is found by admins by number, order and e-mail, in the view of its state, and as a file", async () => {
    const { buyer, order, ofDisc } = await openWithShipped();
    const wanted = await asked(buyer, order, [{ line: ofDisc, quantity: 1 }]);
    const list = async (query: string) =>
      ((await admin.get(`/api/returns?${query}`)).body as Return[]).map(({ _id }) => _id);
    const words = ["disc+no+longer", "DISC+need"];
    for (const q of [`${wanted.number}`, `%23${order.number}`, buyer.email, ...words.slice(1)])
      expect(await list(`q=${q}&view=open`)).toContain(wanted._id);
    expect(await list("view=done")).not.toContain(wanted._id);
    const refused = await taken(admin, wanted, { step: "refuse", because: "Worn out" });
    expect([refused.because, await list("view=done")]).toEqual([
      "Worn out",
      expect.arrayContaining([wanted._id]),
    ]);
    expect(await list(`q=${words[0]}`)).toEqual([]);
    const [oldest] = await list("sort=order&limit=1");
    expect(await list(`sort=order&after=${oldest}`)).not.toContain(oldest);
    // Others may have the number in their words.
    expect(await list(`before=${refused.requestedAt}&q=${refused.number}`)).not.toContain(
      refused._id,
    );
    const path = `/api/returns/csv?q=${refused.number}&columns=kind,parts,state`;
    const file = await (await admin.request(path)).text();
    expect(file).toContain("Kind,Parts,State\r\nReturn,1 × Disc: I do not need it,Refused");
  });
});

it("can be asked for by the link of a letter, without an account", async () => {
  const { shop, buyer, order, ofDisc } = await openWithShipped();
  await verifyEmail(shop, buyer);
  await admin.send("POST", `/api/orders/${order._id}/letters`, { kind: "order-paid" });
  await waitUntilLettersSent(shop);
  const letters = await readLetters(shop);
  const isPaid = (letter: string) =>
    letter.includes(buyer.email) && letter.includes("/order#token=");
  const token = tokenOfLetter(letters.findLast(isPaid) ?? "");
  const guest = openVisitor(shop);
  const lines = [{ line: ofDisc, quantity: 2, reason: "does_not_fit", note: "" }];
  const ask = (given: object = {}) =>
    guest.send("POST", "/api/order-links/returns", {
      key: crypto.randomUUID(),
      token,
      lines,
      ...given,
    });
  const key = crypto.randomUUID();
  const first = await ask({ key });
  expect(first).toMatchObject({ status: 200, body: { state: "requested", free: true } });
  expect(await ask({ key })).toEqual(first);
  expect(await ask({ lines: [{ ...lines[0], quantity: 3 }] })).toMatchObject(
    refusedWith(409, "conflict"),
  );
  expect(await ask({ token: "x".repeat(43) })).toMatchObject(refusedWith(404, "not-found"));
  const read = { token };
  expect(await guest.send("POST", "/api/order-links/returns/read", read)).toMatchObject({
    status: 200,
    body: {
      order: { number: order.number },
      returns: [{ lines: [{ quantity: 2 }] }],
      returnable: [{ pieces: 2 }, { pieces: 3 }],
    },
  });
});

it("many are booked as received together, those of another state left out and named", async () => {
  const first = await openWithShipped();
  const second = await openWithShipped();
  const wanted = await Promise.all(
    [first, second].map(({ buyer, order, ofDisc }) =>
      asked(buyer, order, [{ line: ofDisc, quantity: 2 }]),
    ),
  );
  const [coming, waiting] = wanted;
  if (!coming || !waiting) throw new Error("Two were asked for");
  await taken(admin, coming, { step: "approve", free: true });
  const ids = wanted.map(({ _id }) => _id);
  expect(await admin.send("POST", "/api/returns/received", { ids })).toEqual({
    status: 200,
    body: {
      booked: [coming._id],
      left: [{ _id: waiting._id, problem: "This return waits for an answer." }],
    },
  });
  const { body } = await admin.get(`/api/returns/${coming._id}`);
  expect(body).toMatchObject({ state: "received", lines: [{ received: 2 }] });
});
