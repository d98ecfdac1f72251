import { beforeAll, describe, expect, it } from "vitest";
import type { Basket } from "#contract/baskets.ts";
import type { PartPage } from "#contract/catalog.ts";
import type { Checkout } from "#contract/checkout.ts";
import type { DiscountSetting, DiscountSettings } from "#contract/discount-settings.ts";
import type { Order } from "#contract/orders.ts";
import { charge, openAccount } from "#tests/accounts.ts";
import { fillBasket } from "#tests/basket-order.ts";
import { lapseReservations } from "#tests/builders/order.ts";
import { changePart } from "#tests/builders/part.ts";
import { aDeliveryMethod, aDiscount, aPriceList } from "#tests/builders/settings.ts";
import { changeSettings } from "#tests/change-settings.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { aStockedPart } from "#tests/orders.ts";
import { readLetters } from "#tests/outbox.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  readNetCharge,
  runDueJobs,
  sharePayingShop,
} from "#tests/paying-shop.ts";
import { openVisitor, type SignedIn, signUp, signUpAdmin, type Visitor } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";

const share = sharePayingShop({ env: { PROXIES: "127.0.0.1" } });
let admin: SignedIn;

beforeAll(async () => {
  admin = await signUpAdmin(await share());
  const zones = [{ id: "home", name: "Home", places: [{ country: "DE" }] }];
  await saveSettings(admin, {
    company: { country: "DE", timeZone: "Europe/Berlin" },
    delivery: { zones, methods: [aDeliveryMethod()] },
  });
});

const offer = (changes: Partial<DiscountSettings>) =>
  saveSettings(admin, {
    discounts: { groups: [], discounts: [], priceLists: [], ...changes },
  });
const offerOne = (given: Partial<DiscountSetting>) => offer({ discounts: [aDiscount(given)] });

async function openWithBasket(quantity = 2) {
  const shop = await share();
  const buyer = await signUp(shop);
  const part = await aStockedPart(shop, { name: "Disc", priceCents: 5_000 });
  await fillBasket(buyer, part, quantity);
  return { shop, buyer, part };
}

const enter = (who: Visitor, code: string) => who.send("PUT", `/api/basket/codes/${code}`);
const read = async (who: Visitor) => (await who.get("/api/basket")).body as Basket;
const messageOf = ({ body }: { body: unknown }) =>
  (body as { error: { message: string } }).error.message;

const address = {
  name: "Vera Lind",
  street: "Kaistr. 4",
  postcode: "24103",
  city: "Kiel",
  phone: "",
  country: "DE",
};
async function readTotal(buyer: SignedIn): Promise<number> {
  const { status, body } = await buyer.send("PATCH", "/api/checkout", { address });
  expect(status).toBe(200);
  return (body as Checkout).quote.total;
}
const place = (buyer: SignedIn, expectedTotal: number) =>
  buyer.send("POST", "/api/checkout/place", { key: crypto.randomUUID(), expectedTotal });

describe("a code", () => {
  it("lowers basket, checkout and order alike, and says by what", async () => {
    const { shop, buyer } = await openWithBasket();
    await offer({
      discounts: [
        aDiscount({ code: "SPRING10" }),
        aDiscount({ id: "free", label: "Free", code: "SHIP", action: "free-delivery" }),
      ],
    });
    const { status, body } = await enter(buyer, "spring10");
    const spring = { label: "Ten percent", code: "SPRING10", amount: 10 };
    expect([status, body]).toMatchObject([200, { total: 90, discounts: [spring] }]);
    await enter(buyer, "SHIP");
    expect(await readTotal(buyer)).toBe(90);
    const placed = await place(buyer, 90);
    expect(placed.body).toMatchObject({
      totalPrice: 90,
      goods: 100,
      discount: 10,
      delivery: 0,
      discounts: [spring, { code: "SHIP", amount: 5.9 }],
    });
    expect(await read(buyer)).toMatchObject({ discounts: [] });
    await expectReconciled(shop);
  });

  it("is refused where it is of no use, and nothing is kept of it", async () => {
    const { shop, buyer } = await openWithBasket();
    const until = "2027-03-01T00:00";
    await offer({
      groups: [{ id: "garages", name: "Garages" }],
      discounts: [
        aDiscount({ id: "winter", code: "WINTER", until }),
        aDiscount({ id: "spring", code: "SPRING", from: until }),
        aDiscount({ id: "garages", code: "GARAGE", group: "garages" }),
        aDiscount({ id: "gone", code: "GONE", active: false }),
      ],
    });
    const answerAt = async (moment: string, code: string) => {
      changeSettings(shop.shop.clock, { now: () => new Date(moment) });
      const answer = await enter(buyer, code);
      return [answer.status, answer.status === 200 ? "" : messageOf(answer)];
    };
    // Midnight in Berlin.
    const expired = [410, "This code has expired."];
    expect(await answerAt("2027-02-28T23:00:01Z", "WINTER")).toEqual(expired);
    expect(await answerAt("2027-02-28T23:00:00Z", "WINTER")).toEqual(expired);
    const early = [409, "This code is not valid yet."];
    expect(await answerAt("2027-02-28T22:59:59Z", "SPRING")).toEqual(early);
    expect(await answerAt("2027-02-28T22:59:59Z", "GARAGE")).toEqual([
      409,
      "This code is for other customers.",
    ]);
    expect((await answerAt("2027-02-28T22:59:59Z", "GONE"))[0]).toBe(404);
    expect((await answerAt("2027-02-28T22:59:59Z", "NO-SUCH"))[0]).toBe(404);
    expect(messageOf(await enter(buyer, "10%25%20off!"))).toContain("We do not know this code.");
    expect((await read(buyer)).discounts).toEqual([]);
    expect(await answerAt("2027-02-28T22:59:59Z", "WINTER")).toEqual([200, ""]);
    expect(await readTotal(buyer)).toBe(95.9);
    changeSettings(shop.shop.clock, { now: () => new Date("2027-02-28T23:00:01Z") });
    const late = await place(buyer, 95.9);
    expect([late.status, messageOf(late)]).toEqual([
      409,
      "WINTER: This code has expired. The total is $105.90 now. Please look again.",
    ]);
  });

  it("stays where these parts do not suit it, and says what is missing", async () => {
    const { buyer, part } = await openWithBasket();
    await offerOne({ code: "LOTS", minGoodsCents: 20_000 });
    expect((await enter(buyer, "LOTS")).body).toMatchObject({
      total: 100,
      discounts: [{ code: "LOTS", amount: 0, problem: "Add $100.00 more to get it." }],
    });
    await fillBasket(buyer, part, 4);
    expect(await read(buyer)).toMatchObject({ total: 180 });
    const { body } = await buyer.send("DELETE", "/api/basket/codes/LOTS");
    expect(body).toMatchObject({ total: 200, discounts: [] });
  });

  it("comes along when a visitor signs in", async () => {
    const { shop, buyer, part } = await openWithBasket();
    await offerOne({ code: "SPRING10" });
    const visitor = openVisitor(shop);
    await fillBasket(visitor, part, 3);
    await enter(visitor, "SPRING10");
    const { email, password } = buyer;
    await visitor.send("POST", "/api/identity/sign-in", { email, password });
    expect(await read(visitor)).toMatchObject({ total: 135, discounts: [{ code: "SPRING10" }] });
  });

  it("is used by so many orders as it may be, also at the same time", async () => {
    const { shop, buyer: first, part } = await openWithBasket();
    const others = await Promise.all([signUp(shop), signUp(shop)]);
    await offerOne({ id: "last", code: "LAST", maxUses: 1 });
    const buyers = [first, ...others];
    for (const buyer of buyers) {
      await fillBasket(buyer, part);
      expect((await enter(buyer, "LAST")).status).toBe(200);
      expect(await readTotal(buyer)).toBe(95.9);
    }
    const placed = await Promise.all(buyers.map((buyer) => place(buyer, 95.9)));
    expect(placed.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const refused = placed.find(({ status }) => status === 409);
    expect(refused && messageOf(refused)).toContain("LAST: This code has been used as often");
    const winner = placed.findIndex(({ status }) => status === 200);
    await first.send("DELETE", "/api/basket/codes/LAST");
    expect((await enter(first, "LAST")).status).toBe(409);
    // A cancelled order gives it back.
    const path = `/api/orders/${(placed[winner]?.body as Order | undefined)?._id}`;
    expect((await buyers[winner]?.send("DELETE", path))?.status).toBe(200);
    expect((await enter(first, "LAST")).status).toBe(200);
  });

  const begin = (buyer: SignedIn, { _id, totalPrice }: Order) =>
    buyer.send("POST", "/api/create-payment-intent", { order: _id, price: totalPrice });

  /** Each has ordered with the last use of the code after the other's hold was over. */
  async function openWithLapsedUses(id: string, count: number) {
    const buyers: { buyer: SignedIn; order: Order }[] = [];
    const shop = await share();
    await offerOne({ id, code: "LAST", maxUses: 1 });
    for (let at = 0; at < count; at++) {
      const { buyer } = await openWithBasket();
      expect((await enter(buyer, "LAST")).status).toBe(200);
      const { status, body } = await place(buyer, await readTotal(buyer));
      expect([status, body]).toMatchObject([200, { discount: 10 }]);
      await lapseReservations(shop.shop.db, body as Order);
      buyers.push({ buyer, order: body as Order });
    }
    return { shop, buyers };
  }

  it("is free again when the hold of an unpaid order ends, and taken again when its payment begins", async () => {
    const { shop, buyers } = await openWithLapsedUses("released", 2);
    const [vera, omar] = buyers;
    if (!vera || !omar) throw new Error("Nobody has ordered");
    expect((await begin(omar.buyer, omar.order)).status).toBe(200);
    // Nothing is held, and nothing can be charged: the new total comes first.
    const refused = await begin(vera.buyer, vera.order);
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: "conflict", present: { total: 105.9, discounts: ["LAST"] } } },
    });
    expect(messageOf(refused)).toContain("Without discount codes the total is $105.90");
    const { buyer } = await openWithBasket();
    expect((await enter(buyer, "LAST")).status).toBe(409);
    // To be confirmed at that total.
    const again = await vera.buyer.send("POST", `/api/orders/${vera.order._id}/again`);
    expect(again).toMatchObject({ status: 200, body: { basket: { discounts: [] } } });
    const placed = (await place(vera.buyer, 105.9)).body as Order;
    expect((await begin(vera.buyer, placed)).status).toBe(200);
    await omar.buyer.send("DELETE", `/api/orders/${omar.order._id}`);
    expect((await begin(vera.buyer, vera.order)).status).toBe(200);
    await expectReconciled(shop);
  });

  it("goes to one of those who begin to pay with its last use at the same time", async () => {
    const { buyers } = await openWithLapsedUses("contested", 6);
    const begun = await Promise.all(buyers.map(({ buyer, order }) => begin(buyer, order)));
    expect(begun.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it("that others have used up meanwhile is not paid by a page that was left open", async () => {
    const shop = await share();
    await offerOne({ id: "left-open", code: "ONCE", maxUses: 1 });
    const { buyer } = await openWithBasket();
    await enter(buyer, "ONCE");
    const order = (await place(buyer, await readTotal(buyer))).body as Order;
    const secret = await createClientSecret(buyer, order);
    await lapseReservations(shop.shop.db, order);
    const { buyer: other } = await openWithBasket();
    await enter(other, "ONCE");
    const last = (await place(other, await readTotal(other))).body as Order;
    expect(last).toMatchObject({ discount: 10 });
    await shop.cards.pay(secret);
    expect((await confirmPayment(buyer, order, intentIdOf(secret))).status).toBe(409);
    await runDueJobs(shop);
    await expect.poll(() => readNetCharge(shop, order)).toBe(0);
    expect((await admin.get(`/api/orders/${order._id}/history`)).body).toContainEqual(
      expect.objectContaining({
        what: "refund-wanted",
        note: "The discount was used up before the money came",
      }),
    );
    const told = "The discount was used up before your payment arrived.";
    await expect
      .poll(async () => (await readLetters(shop)).filter((letter) => letter.includes(told)))
      .toHaveLength(1);
    await expectReconciled(shop);
  });

  it("that others have used up meanwhile does not go on an account", async () => {
    const shop = await share();
    await offerOne({ id: "charged", code: "ONCE", maxUses: 1 });
    const { buyer } = await openAccount(shop, 1_000, admin);
    const part = await aStockedPart(shop, { priceCents: 5_000 });
    await fillBasket(buyer, part, 2);
    await enter(buyer, "ONCE");
    const order = (await place(buyer, await readTotal(buyer))).body as Order;
    await lapseReservations(shop.shop.db, order);
    const { buyer: other } = await openWithBasket();
    await enter(other, "ONCE");
    const last = (await place(other, await readTotal(other))).body as Order;
    expect(last).toMatchObject({ discount: 10 });
    expect(await charge(buyer, order)).toMatchObject({
      status: 409,
      body: { error: { present: { total: 105.9, discounts: ["ONCE"] } } },
    });
    await other.send("DELETE", `/api/orders/${last._id}`);
    expect((await charge(buyer, order)).status).toBe(200);
    await expectReconciled(shop);
  });

  it("is guessed no more often by many people of one network than by one", async () => {
    const shop = await share();
    await offerOne({ code: "SPRING10" });
    const headers = { "x-forwarded-for": "203.0.113.8" };
    const statuses: number[] = [];
    const guessers = Array.from({ length: 6 }, () => openVisitor(shop, headers));
    for (const guesser of guessers) expect((await enter(guesser, "SPRING10")).status).toBe(200);
    for (const [at, guesser] of guessers.entries()) {
      const guesses = Array.from({ length: 12 }, (_, guess) => enter(guesser, `NO-${at}-${guess}`));
      statuses.push(...(await Promise.all(guesses)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 404)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(12);
    expect((await enter(openVisitor(shop, headers), "SPRING10")).status).toBe(429);
    expect((await enter(openVisitor(shop), "SPRING10")).status).toBe(200);
  });

  it("is used as often by each customer as it may be, whatever others do", async () => {
    const { shop, buyer, part } = await openWithBasket();
    const other = await signUp(shop);
    await offerOne({ id: "hello", code: "HELLO", maxUsesEach: 2 });
    for (const each of [buyer, buyer, other]) {
      await fillBasket(each, part);
      expect((await enter(each, "HELLO")).status).toBe(200);
      expect((await place(each, await readTotal(each))).status).toBe(200);
    }
    await fillBasket(buyer, part);
    const again = await enter(buyer, "HELLO");
    expect([again.status, messageOf(again)]).toEqual([
      409,
      "You have used this code as often as you may.",
    ]);
  });
});

describe("a price list", () => {
  it("lowers prices by quantity for everybody, and for a group alone, beside the lowest of 30 days", async () => {
    const { shop, buyer, part } = await openWithBasket(10);
    await changePart(shop, { id: part.id }, { priceCents: 6_000 });
    await offer({
      groups: [{ id: "garages", name: "Garages" }],
      priceLists: [
        aPriceList({
          id: "of-garages",
          group: "garages",
          percents: [{ from: 1, percentBp: 2_000 }],
        }),
        aPriceList({ percents: [{ from: 10, percentBp: 500 }] }),
      ],
    });
    const steps = { price: 57, listPrice: 60, lowest: 50, total: 570 };
    expect((await read(buyer)).lines).toMatchObject([steps]);
    const path = `/api/user/${buyer.email}/price-group`;
    expect((await admin.send("PUT", path, { group: "nobody" })).status).toBe(400);
    expect((await admin.send("PUT", path, { group: "garages" })).status).toBe(200);
    expect((await read(buyer)).lines).toMatchObject([{ price: 48, total: 480 }]);
    expect((await buyer.send("PUT", path, { group: null })).status).toBe(403);
    await fillBasket(buyer, part, 2);
    expect((await read(buyer)).lines).toMatchObject([{ price: 48, lowest: 50 }]);
    expect((await admin.send("PUT", path, { group: null })).status).toBe(200);
    const [line] = (await read(buyer)).lines;
    expect([line?.price, line?.lowest]).toEqual([60, undefined]);
  });
});

describe("the settings of discounts", () => {
  it("that contradict each other are named", async () => {
    const record = ((await admin.get("/api/settings")).body as { section: string }[]).find(
      ({ section }) => section === "discounts",
    );
    const value = {
      groups: [],
      discounts: [
        aDiscount({ percentBp: 0, from: "2027-01-02T00:00", until: "2027-01-01T00:00" }),
        aDiscount({ code: "A", group: "nobody" }),
        aDiscount({ id: "b", code: "A", action: "amount" }),
      ],
      priceLists: [aPriceList({ percents: [1, 1].map((from) => ({ from, percentBp: 1 })) })],
    };
    const refused = await admin.send("PUT", "/api/settings", {
      ...record,
      overridden: undefined,
      _id: undefined,
      value,
    });
    const { fields } = (refused.body as { error: { fields: object } }).error;
    expect(Object.keys(fields).sort()).toEqual([
      "value.discounts.0.percentBp",
      "value.discounts.0.until",
      "value.discounts.1.group",
      "value.discounts.1.id",
      "value.discounts.2.cents",
      "value.discounts.2.code",
      "value.priceLists.0.percents.1.from",
    ]);
  });
});

it("shows what a piece costs everybody from so many on with the part", async () => {
  const { buyer, part } = await openWithBasket();
  const stepsNow = async () => {
    const { body } = await buyer.get(`/api/parts/${part.id}`);
    return (body as PartPage).steps;
  };
  await offer({});
  await expect.poll(stepsNow).toEqual([]);
  const percents = [
    { from: 10, percentBp: 1_000 },
    { from: 50, percentBp: 2_000 },
  ];
  await offer({ priceLists: [aPriceList({ percents })] });
  await expect.poll(stepsNow).toEqual([
    { from: 10, price: 45 },
    { from: 50, price: 40 },
  ]);
  await offer({});
});

it("names no part, type or brand that is not in the catalogue", async () => {
  const shop = await share();
  const part = await aStockedPart(shop, { number: "BD-4711" });
  const target = (kind: "part" | "type" | "brand", id: string) => ({ kind, id });
  const send = async (changes: Partial<DiscountSetting>, prices: object[] = []) => {
    const { body } = await admin.get("/api/settings");
    const records = body as { section: string; version: number }[];
    const version = records.find(({ section }) => section === "discounts")?.version;
    const value = {
      groups: [],
      discounts: [aDiscount(changes)],
      priceLists: [{ ...aPriceList(), prices }],
    };
    return admin.send("PUT", "/api/settings", { section: "discounts", version, value });
  };
  const refused = await send(
    {
      targets: [target("part", "BD-4711"), target("part", "BD-1"), target("type", "wings")],
      excluded: [target("brand", "Nobrand")],
    },
    [{ part: "BD-2", from: 1, cents: 100 }],
  );
  expect(refused).toMatchObject({
    status: 400,
    body: {
      error: {
        message: "There is no part with the number BD-1. Nothing was saved.",
        fields: {
          "value.discounts.0.targets.1.id": "There is no part with the number BD-1",
          "value.discounts.0.targets.2.id": "There is no part type wings",
          "value.discounts.0.excluded.0.id": "There is no brand Nobrand",
          "value.priceLists.0.prices.0.part": "There is no part with the number BD-2",
        },
      },
    },
  });
  const given = { targets: [target("part", "BD-4711")] };
  expect((await send(given)).status).toBe(200);
  // What has gone since is no reason to refuse other changes.
  await changePart(shop, { id: part.id }, { deletedAt: new Date() });
  expect((await send(given, [])).status).toBe(200);
  expect((await send({ ...given, label: "Other" })).status).toBe(400);
});
