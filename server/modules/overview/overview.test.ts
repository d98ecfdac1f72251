// The overview is right about a shop that is used over HTTP.
import { describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import type { Overview } from "#contract/overview.ts";
import { aReview } from "#seed/builders.ts";
import { openAccount, orderOnAccount } from "#tests/accounts.ts";
import { addFailedLetter } from "#tests/builders/job.ts";
import { addOrders, changeOrder, changeReservations } from "#tests/builders/order.ts";
import { addRefund } from "#tests/builders/payment.ts";
import { timeAgo, timeFromNow } from "#tests/builders/time.ts";
import { shareShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { orderAndPay, runDueJobs, sharePayingShop } from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";

const shareForSales = sharePayingShop();
const emptyShop = shareShop();
/** Its sums are of one test. */
const shareForBestSellers = shareShop();

async function read(admin: SignedIn, query = ""): Promise<Overview> {
  const { status, body } = await admin.get(`/api/overview${query}`);
  expect(status).toBe(200);
  return body as Overview;
}

const sum = (orders: readonly Order[]) =>
  orders.reduce((all, { totalPrice }) => all + totalPrice, 0);

describe("the overview", () => {
  it("has what was ordered, paid and refunded, against the days before", async () => {
    const shop = await shareForSales();
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    const paid = [await orderAndPay(shop, vera), await orderAndPay(shop, vera)];
    const [refunded] = paid;
    const earlier = await orderAndPay(shop, vera);
    await changeOrder(shop.shop.db, earlier, { paidAt: timeAgo({ days: 40 }) });
    await admin.send("DELETE", `/api/orders/${refunded?._id}`);
    await runDueJobs(shop);
    const { figures, paidPerDay, bestSellers, from, to } = await read(admin);
    expect(figures).toEqual({
      orders: { now: 3, before: 0 },
      paid: { now: sum(paid), before: earlier.totalPrice },
      refunded: { now: refunded?.totalPrice, before: 0 },
      average: { now: sum(paid) / 2, before: earlier.totalPrice },
      returns: { now: 0, before: 0 },
    });
    const listed = async (by: string) => {
      const day = timeAgo({ days: 29 }).toISOString();
      const { body } = await admin.get(`/api/allOrders?state=all&by=${by}&from=${day}`);
      return (body as Order[]).map(({ _id }) => _id).sort();
    };
    expect(await listed("paid")).toEqual(paid.map(({ _id }) => _id).sort());
    expect(await listed("refunded")).toEqual([refunded?._id]);
    const inTime = await listed("ordered");
    expect(inTime).toHaveLength(3);
    expect(paidPerDay?.days).toHaveLength(30);
    expect(paidPerDay?.days.at(-1)).toEqual({ day: to, paid: sum(paid), before: 0 });
    expect(paidPerDay?.days[0]?.day).toBe(from);
    expect(paidPerDay?.charts.wide.bars).toHaveLength(30);
    const [, kept] = paid;
    expect(bestSellers).toEqual([
      expect.objectContaining({ _id: kept?.part, name: kept?.productName, pieces: kept?.quantity }),
    ]);
    const onAccount = await orderOnAccount(await openAccount(shop, 1_000, admin));
    // Slow answers are kept, those of another time zone on their own.
    await saveSettings(admin, { company: { timeZone: "Asia/Dhaka" } });
    expect((await read(admin)).bestSellers).toContainEqual(
      expect.objectContaining({ _id: onAccount.part, pieces: onAccount.quantity }),
    );
    await saveSettings(admin, { company: { timeZone: "UTC" } });
    const today = await read(admin, "?period=today");
    expect([today.from, today.paidPerDay?.days.length]).toEqual([today.to, 7]);
  });

  it("names the five parts that sold most", async () => {
    const shop = await shareForBestSellers();
    const admin = await signUpAdmin(shop);
    const parts = Array.from({ length: 6 }, () => crypto.randomUUID());
    const sold = parts.map((part, at) => ({ part, quantity: 10 - at, state: "paid" as const }));
    const ids = await addOrders(shop, sold.toReversed());
    for (const _id of ids)
      await changeOrder(shop.shop.db, { _id }, { paidAt: timeAgo({ days: 2 }) });
    const { bestSellers } = await read(admin, "?period=week");
    expect(bestSellers?.map(({ _id, pieces }) => [_id, pieces])).toEqual(
      sold.slice(0, 5).map(({ part, quantity }) => [part, quantity]),
    );
  });

  it("has what waits for somebody, as the lists have it", async () => {
    const shop = await shareForSales();
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    await orderOnAccount(await openAccount(shop, 1_000, admin));
    const before = (await read(admin)).toDo;
    const part = await aStockedPart(shop, { availablQuantity: 100 });
    await placeOrder(vera, part);
    const expiring = await placeOrder(vera, part);
    await changeReservations(shop.shop.db, expiring, { expiresAt: timeFromNow({ minutes: 5 }) });
    const order = await orderAndPay(shop, vera);
    await vera.send("POST", "/api/reviews", aReview());
    const soldOut = await aStockedPart(shop, { availablQuantity: 0 });
    await admin.send("POST", "/api/ledger/check");
    const { toDo } = await read(admin);
    expect(toDo).toMatchObject({
      toShip: (before.toShip ?? 0) + 1,
      unpaid: (before.unpaid ?? 0) + 2,
      expiring: 1,
      stuckRefunds: [],
      newReviews: (before.newReviews ?? 0) + 1,
      lowStock: { count: 1, first: [{ _id: soldOut.id, left: 0 }] },
      books: { checkedAt: expect.any(String) },
    });
    const unpaid = (await admin.get("/api/allOrders?state=unpaid")).body as Order[];
    expect(unpaid).toHaveLength(toDo.unpaid ?? 0);
    const soon = (await admin.get("/api/allOrders?state=expiring")).body as Order[];
    expect(soon.map(({ _id }) => _id)).toEqual([expiring._id]);
    const news = (await admin.get("/api/allReviews?view=new")).body as { _id: string }[];
    expect(news).toHaveLength(toDo.newReviews ?? 0);
    const ids = news.map(({ _id }) => _id);
    await admin.send("POST", "/api/reviews/looked-at", { ids });
    expect((await read(admin)).toDo.newReviews).toBe(0);
    expect((await admin.get("/api/overview/waiting")).body).toMatchObject({
      toShip: toDo.toShip,
      lowStock: 1,
      openReturns: 0,
    });
    const { body } = await admin.get("/api/allOrders?state=to-ship");
    const listed = (body as Order[]).map(({ _id }) => _id);
    expect(listed).toHaveLength(toDo.toShip ?? 0);
    expect(listed[0]).toBe(order._id);
    await changeOrder(shop.shop.db, order, { fulfilmentState: "shipped", paymentState: "paid" });
    expect((await read(admin)).toDo.toShip).toBe(before.toShip);
  });

  it("names refunds that are stuck, and counts failed jobs", async () => {
    const shop = await shareForSales();
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    const order = await orderAndPay(shop, vera);
    await addRefund(shop.shop.db, order, { amountCents: 450, declines: 1, tries: 4 });
    await addFailedLetter(shop, "not now");
    const { toDo } = await read(admin);
    expect(toDo.stuckRefunds).toEqual([
      { order: order._id, number: order.number, amount: 4.5, tries: 4 },
    ]);
    expect(toDo.failedJobs).toBe(1);
  });

  it("answers admins only, and knows no time zone but the shop's", async () => {
    const shop = await emptyShop();
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    expect((await shop.get("/api/overview")).status).toBe(401);
    expect((await vera.get("/api/overview")).status).toBe(403);
    const { status, body } = await admin.get("/api/overview?zone=Asia/Dhaka");
    expect([status, body]).toEqual([400, { error: expect.objectContaining({ code: "invalid" }) }]);
    const { figures, paidPerDay, toDo } = await read(admin, "?period=week");
    expect(figures?.average).toEqual({ now: null, before: null });
    expect(paidPerDay?.charts.narrow.grid.map(({ label }) => label)).toEqual(["$0", "$5", "$10"]);
    expect(Object.values(toDo)).not.toContain(null);
  });

  it("counts as sold what was unpaid for as long as the settings let it", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    // Slow answers are kept: the one of another test is of another time zone.
    await saveSettings(admin, { holds: { closeDays: 60 }, company: { timeZone: "Asia/Dhaka" } });
    const part = crypto.randomUUID();
    const at = timeAgo({ days: 50 }).getTime();
    const [_id = ""] = await addOrders(shop, [{ at, part, state: "paid" }]);
    await changeOrder(shop.shop.db, { _id }, { paidAt: timeAgo({ days: 2 }) });
    const { bestSellers } = await read(admin, "?period=week");
    expect(bestSellers?.map((best) => best._id)).toEqual([part]);
  });
});
