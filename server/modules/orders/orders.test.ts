import { describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { clearLimits } from "#tests/builders/limit.ts";
import { addOrders, changeOrder, moveOrder, noon } from "#tests/builders/order.ts";
import { changePart } from "#tests/builders/part.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

async function open(part: Parameters<typeof aStockedPart>[1] = {}) {
  const shop = await emptyShop();
  // Fewer accounts may be created in an hour.
  await clearLimits(shop);
  const people = {
    vera: await signUp(shop),
    omar: await signUp(shop),
    ada: await signUpAdmin(shop),
  };
  return { shop, ...people, part: await aStockedPart(shop, part) };
}

const ids = (body: unknown) => (body as Order[]).map(({ _id }) => _id);
const mine = async ({ get, email }: SignedIn, query = "") =>
  ids((await get(`/api/orders?email=${email}${query}`)).body);
const all = async ({ get }: SignedIn, query = "") =>
  ids((await get(`/api/allOrders?${query}`)).body);

async function inEachState(shop: OpenShop, vera: SignedIn) {
  const part = await aStockedPart(shop);
  const placed: Record<string, string> = {};
  for (const state of ["unpaid", "paid", "cancelled", "refunding", "refunded"] as const) {
    const order = await placeOrder(vera, part);
    placed[state] = order._id;
    await moveOrder(shop.shop.db, order, state);
  }
  return placed;
}

/** Unpaid orders of nobody would be closed meanwhile. */
const placeMany = (shop: OpenShop, { user }: SignedIn, many: number) =>
  addOrders(
    shop,
    Array.from({ length: many }, (_, index) => ({
      user,
      name: "Many",
      email: "many@example.com",
      phone: "",
      product: "Belt",
      quantity: 1,
      cents: index + 1,
      at: Date.now() + index,
    })),
  );

describe("GET /orders", () => {
  it("returns the caller's own orders only, newest first", async () => {
    const { vera, omar, ada, part } = await open();
    const [first, second] = [await placeOrder(vera, part), await placeOrder(vera, part)];
    const his = await placeOrder(omar, part);
    expect((await vera.get(`/api/orders?email=${vera.email}`)).body).toEqual([second, first]);
    expect(await mine(omar)).toEqual([his._id]);
    const { status } = await vera.get(`/api/orders?email=${omar.email}`);
    expect(status).toBe(403);
    // For an admin too: they have a list of all.
    expect((await ada.get(`/api/orders?email=${omar.email}`)).status).toBe(403);
  });

  it("returns open orders by default, others by state", async () => {
    const { shop, vera } = await open();
    const { unpaid, paid, cancelled, refunding, refunded } = await inEachState(shop, vera);
    expect(await mine(vera)).toEqual([paid, unpaid]);
    expect(await mine(vera, "&state=unpaid")).toEqual([unpaid]);
    expect(await mine(vera, "&state=paid")).toEqual([paid]);
    expect(await mine(vera, "&state=closed")).toEqual([refunded, refunding, cancelled]);
    expect(await mine(vera, "&state=all")).toHaveLength(5);
    expect((await vera.get(`/api/orders?email=${vera.email}&state=lost`)).status).toBe(400);
  });

  it("pages through all orders once while new ones arrive", async () => {
    const { vera, part } = await open({ availablQuantity: 1_000 });
    const placed: string[] = [];
    for (let count = 0; count < 7; count++) placed.unshift((await placeOrder(vera, part))._id);
    const first = await mine(vera, "&limit=3");
    await placeOrder(vera, part);
    const second = await mine(vera, `&limit=3&after=${first.at(-1)}`);
    const third = await mine(vera, `&limit=3&after=${second.at(-1)}`);
    expect([...first, ...second, ...third]).toEqual(placed);
    expect(await mine(vera, `&limit=3&after=${third.at(-1)}`)).toEqual([]);
  });

  it("rejects a cursor outside the caller's list", async () => {
    const { vera, omar, part } = await open();
    const his = await placeOrder(omar, part);
    await placeOrder(vera, part);
    const ask = (after: string) => vera.get(`/api/orders?email=${vera.email}&after=${after}`);
    const answers = [await ask(his._id), await ask(newId())];
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({
      status: 400,
      body: { error: { code: "invalid", fields: { after: expect.any(String) } } },
    });
  });
});

describe("GET /orders/:id", () => {
  it("returns the caller's own order, any order to an admin, and 404 otherwise", async () => {
    const { vera, omar, ada, part } = await open();
    const order = await placeOrder(vera, part);
    const address = `/api/orders/${order._id}`;
    expect(await vera.get(address)).toEqual({ status: 200, body: order });
    expect(await ada.get(address)).toEqual({ status: 200, body: order });
    const foreign = await omar.get(address);
    expect(foreign).toEqual(await omar.get(`/api/orders/${newId()}`));
    expect(foreign.status).toBe(404);
    expect((await omar.get("/api/orders/1")).status).toBe(404);
  });

  it("keeps an order whose part was deleted", async () => {
    const { vera, ada, part } = await open();
    const order = await placeOrder(vera, part);
    await ada.send("DELETE", `/api/parts/${part.id}`);
    expect((await vera.get(`/api/orders/${order._id}`)).body).toEqual(order);
    expect((await vera.get(`/api/purchase/${part.id}`)).status).toBe(404);
  });

  it("keeps an order whose user was deleted, and hides it from a new user of the same email", async () => {
    const { shop, vera, ada, part } = await open();
    const order = await placeOrder(vera, part);
    await ada.send("DELETE", `/api/user/${vera.user._id}`);
    const another = await signUp(shop, { email: vera.email });
    expect(await mine(another)).toEqual([]);
    expect((await another.get(`/api/orders/${order._id}`)).status).toBe(404);
    expect(await all(ada)).toEqual([order._id]);
    // Nobody will pay it.
    const { heldUntil: _, ...kept } = order;
    await expect
      .poll(async () => (await ada.get(`/api/orders/${order._id}`)).body)
      .toEqual({ ...kept, state: "cancelled", payment: "closed" });
  });
});

describe("GET /allOrders", () => {
  it("is for admins", async () => {
    const { vera } = await open();
    expect((await vera.get("/api/allOrders")).status).toBe(403);
  });

  it("returns all orders in each sort order, whole and in pages", async () => {
    const { vera, omar, ada, part } = await open({ availablQuantity: 1_000 });
    const placed: Order[] = [];
    for (const quantity of [5, 2, 9, 5, 2]) {
      placed.push(await placeOrder(quantity === 5 ? vera : omar, part, { quantity }));
    }
    const at = (...which: number[]) => which.map((index) => placed[index]?._id);
    const expected = {
      newest: at(4, 3, 2, 1, 0),
      oldest: at(0, 1, 2, 3, 4),
      dearest: at(2, 3, 0, 4, 1),
      cheapest: at(1, 4, 0, 3, 2),
    };
    expect(await all(ada)).toEqual(expected.newest);
    for (const [sort, order] of Object.entries(expected)) {
      expect(await all(ada, `sort=${sort}`)).toEqual(order);
      // Without and with words, which use another query.
      for (const q of ["", "&q=example.com"]) {
        const first = await all(ada, `sort=${sort}${q}&limit=2`);
        const second = await all(ada, `sort=${sort}${q}&limit=2&after=${first[1]}`);
        const third = await all(ada, `sort=${sort}${q}&limit=2&after=${second[1]}`);
        expect([first, second, third]).toEqual([order.slice(0, 2), order.slice(2, 4), [order[4]]]);
      }
    }
    const { status } = await ada.get(`/api/allOrders?after=${newId()}`);
    expect(status).toBe(400);
  });

  it("returns all orders by promise, state and refunded, whole and in pages", async () => {
    const { shop, ada } = await open();
    const ids = await addOrders(
      shop,
      (["paid", "unpaid", "refunded", "paid", "cancelled"] as const).map((state, index) => ({
        state,
        at: noon + index * 1_000,
      })),
    );
    const at = (...which: number[]) => which.map((index) => ids[index]);
    const promise = (index: number, until: string) =>
      changeOrder(
        shop.shop.db,
        { _id: `${ids[index]}` },
        { delivery: { method: "m", from: until, until } },
      );
    await promise(3, "2026-12-01");
    await promise(1, "2026-12-04");
    await changeOrder(shop.shop.db, { _id: `${ids[2]}` }, { refundedCents: 500 });
    await changeOrder(
      shop.shop.db,
      { _id: `${ids[0]}` },
      { refundedCents: 300, fulfilmentState: "shipped" },
    );
    const expected = {
      promised: at(3, 1, 0, 2, 4),
      "promised-down": at(4, 2, 0, 1, 3),
      state: at(4, 3, 0, 2, 1),
      "state-down": at(1, 2, 0, 3, 4),
      refunded: at(1, 3, 4, 0, 2),
      "refunded-down": at(2, 0, 4, 3, 1),
    };
    for (const [sort, order] of Object.entries(expected)) {
      expect([sort, await all(ada, `state=all&sort=${sort}`)]).toEqual([sort, order]);
      for (const q of ["", "&q=vera"]) {
        const first = await all(ada, `state=all&sort=${sort}${q}&limit=3`);
        const second = await all(ada, `state=all&sort=${sort}${q}&limit=3&after=${first[2]}`);
        expect([sort, ...first, ...second]).toEqual([sort, ...order]);
      }
    }
  });

  it("streams a long list completely in each sort order", async () => {
    const { shop, vera, ada } = await open();
    await placeMany(shop, vera, 2_500);
    for (const sort of ["newest", "oldest", "dearest", "cheapest"]) {
      const whole = await all(ada, `sort=${sort}`);
      expect(new Set(whole).size).toBe(2_500);
      const page = await all(ada, `sort=${sort}&limit=100&after=${whole[1_999]}`);
      expect(page).toEqual(whole.slice(2_000, 2_100));
    }
    // Words that the index cannot find, too.
    expect(await all(ada, "q=an")).toHaveLength(2_500);
  });

  it("answers the orders that a person placed, whatever e-mail these have", async () => {
    const { shop, vera, omar, ada, part } = await open();
    const [first, second] = [await placeOrder(vera, part), await placeOrder(vera, part)];
    await placeOrder(omar, part);
    await changeOrder(shop.shop.db, first, { email: omar.email });
    const query = `person=${vera.user._id}`;
    expect(await all(ada, query)).toEqual(ids([second, first]));
    expect(await all(ada, `${query}&q=example.com&limit=1`)).toEqual([second._id]);
    const file = await (await ada.request(`/api/allOrders/csv?${query}&columns=email`)).text();
    expect(file.split("\r\n")).toEqual(["Email", vera.email, omar.email, ""]);
  });

  it("filters by state and by time", async () => {
    const { shop, vera, ada } = await open();
    const { unpaid, paid, cancelled, refunding, refunded } = await inEachState(shop, vera);
    const every = [refunded, refunding, cancelled, paid, unpaid];
    expect(await all(ada)).toEqual(every);
    expect(await mine(vera)).toEqual([paid, unpaid]);
    expect(await all(ada, "state=closed")).toEqual([refunded, refunding, cancelled]);
    const { body } = await ada.get(`/api/orders/${cancelled}`);
    const time = encodeURIComponent((body as Order).orderedAt);
    expect(await all(ada, `state=all&from=${time}`)).toEqual([refunded, refunding, cancelled]);
    expect(await all(ada, `state=all&before=${time}`)).toEqual([paid, unpaid]);
    expect(await all(ada, `from=${time}&before=${time}`)).toEqual([]);
    expect(await all(ada, "from=1969-12-31T00:00:00Z&before=9999-12-31T00:00:00Z")).toEqual(every);
    expect((await ada.get("/api/allOrders?from=yesterday")).status).toBe(400);
    expect(await all(ada, "state=all&payment=refunding")).toEqual([refunding]);
    for (const [payment, order] of Object.entries({ refunding, refunded, cancelled }))
      expect(await all(ada, `payment=${payment}`)).toEqual([order]);
    await changeOrder(shop.shop.db, { _id: paid ?? "" }, { fulfilmentState: "shipped" });
    expect(await all(ada, "state=all&fulfilment=shipped")).toEqual([paid]);
    expect(await all(ada, "payment=unpaid&fulfilment=shipped")).toEqual([]);
    expect((await ada.get("/api/allOrders?fulfilment=lost")).status).toBe(400);
  });

  it("keeps name and price of the order when its part changes", async () => {
    const { shop, vera, ada, part } = await open({ name: "Piston", priceCents: 700 });
    const order = await placeOrder(vera, part);
    await changePart(shop, part, { name: "Pistol", priceCents: 900 });
    expect((await ada.get("/api/allOrders")).body).toEqual([order]);
    expect(order).toMatchObject({ productName: "Piston", price: 7, totalPrice: 14 });
  });
});

describe("searching orders", () => {
  async function openSearch() {
    const { shop, ada, vera } = await open();
    const people = [
      await signUp(shop, { name: "Åsa Öberg", email: "asa_oberg@example.com" }),
      await signUp(shop, { name: "Bo 100% O'Neil", email: "bo.oneil@example.org" }),
      await signUp(shop, { name: 'Li "Q" \\ Chen', email: "li+chen@example.net" }),
    ] as const;
    const names = ["Brake Disc", "Brake Drum", "Wheel Hub 50%"];
    const placed: string[] = [];
    for (const [at, person] of people.entries()) {
      const part = await aStockedPart(shop, { name: names[at] ?? "" });
      placed.push((await placeOrder(person, part))._id);
    }
    const find = async (q: string, more = "") =>
      (await all(ada, `q=${encodeURIComponent(q)}${more}`)).map((id) => placed.indexOf(id)).sort();
    return { find, placed, shop, ada, vera };
  }

  const everyOne = [0, 1, 2];
  it("finds by words of the name, the email or the product, taken literally", async () => {
    const { find } = await openSearch();
    const cases: [string, number[]][] = [
      ["brake", [0, 1]],
      ["BRAKE disc", [0]],
      ["disc brake öberg", [0]],
      ["brake wheel", []],
      ["åsa", [0]],
      ["ÅSA", [0]],
      ["example.org", [1]],
      ["100%", [1]],
      ["50%", [2]],
      ["%", [1, 2]],
      ["100_", []],
      ["_", [0]],
      ["asa_ob", [0]],
      ["o'neil", [1]],
      ['"q"', [2]],
      ["\\", [2]],
      ["\\ chen", [2]],
      ["li+chen", [2]],
      ["'; drop table orders; --", []],
      ["a", everyOne],
      ["", everyOne],
      ["   ", everyOne],
      ["nobody at all", []],
    ];
    for (const [q, expected] of cases) {
      expect(await find(q), q).toEqual(expected);
      expect(await find(q, "&limit=50"), `${q}, a page`).toEqual(expected);
    }
  });

  it("finds by phone, address, part number and transaction id, alone and with other words", async () => {
    const { shop, find, placed, vera } = await openSearch();
    const part = await aStockedPart(shop, { name: "Wiper", number: "PW-7788.A" });
    const { _id } = await placeOrder(vera, part, {
      phone: "+49 431 55",
      address: "Kaistr. 4, Kiel",
    });
    placed.push(_id);
    await moveOrder(shop.shop.db, { _id }, "paid");
    for (const q of ["431 55", "kaistr", "kiel wiper", "pw7788a", "PW 7788.A", `pi_${_id}`]) {
      expect(await find(q, "&limit=50"), q).toEqual([3]);
      expect(await find(q), `${q}, whole`).toEqual([3]);
    }
    expect(await find("pw-7788.b", "&limit=50")).toEqual([]);
    expect(await find("pw7788a", "&limit=50&state=unpaid")).toEqual([]);
  });

  it("answers exactly what is found as a file, in these columns", async () => {
    const { shop, vera, ada } = await openSearch();
    const file = async (query: string) => (await ada.request(`/api/allOrders/csv?${query}`)).text();
    const lines = (await file("q=brake&sort=oldest&columns=name,product,total")).split("\r\n");
    expect(lines.map((line) => line.replace(/^\uFEFF/, ""))).toEqual([
      "Name,Product Name,Total Price",
      expect.stringMatching(/^Åsa Öberg,Brake Disc,\d+\.\d\d$/),
      expect.stringMatching(/^Bo 100% O'Neil,Brake Drum,/),
      "",
    ]);
    expect(await file("q=drum&columns=payment")).toContain("Payment\r\nUnpaid\r\n");
    await placeMany(shop, vera, 2_500);
    expect((await file("state=all")).split("\r\n")).toHaveLength(2_503 + 2);
    expect((await ada.get("/api/allOrders/csv?columns=secret")).status).toBe(400);
  });

  it("finds by the id or its beginning", async () => {
    const { find, placed } = await openSearch();
    const [first = ""] = placed;
    expect(await find(first)).toEqual([0]);
    expect(await find(` ${first.toUpperCase()} `, "&limit=5")).toEqual([0]);
    expect(await find(first.slice(0, 8), "&limit=5")).toContain(0);
    expect(await find(first.slice(0, 35), "&limit=5")).toContain(0);
    expect(await find(first.slice(0, 7))).toEqual([]);
    expect(await find(`${first}0`)).toEqual([]);
  });

  it("finds old orders by the index, within the filter", async () => {
    const { shop, vera, ada, find } = await openSearch();
    await placeMany(shop, vera, 6_000);
    expect(await find("oneil", "&limit=5")).toEqual([1]);
    expect(await find("oneil", "&limit=5&sort=cheapest")).toEqual([1]);
    expect(await find("oneil", "&limit=5&state=closed")).toEqual([]);
    expect(await all(ada, "q=many&limit=100&sort=dearest")).toHaveLength(100);
    // Only the beginning of the list is scanned for words that the index cannot find.
    expect(await find("li", "&limit=5")).toEqual([2]);
  });
});
