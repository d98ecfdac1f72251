import { describe, expect, it } from "vitest";
import type { AdminRole } from "#contract/fields.ts";
import type { Order } from "#contract/orders.ts";
import type { PeopleColumn, ShopPerson } from "#contract/people.ts";
import { toCents, toDollars } from "#contract/rules/money.ts";
import { aReview } from "#seed/builders.ts";
import { addOrders } from "#tests/builders/order.ts";
import { addPeople, readRoles, removeEverybody } from "#tests/builders/person.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { openShop } from "#tests/open-shop.ts";
import { openPayingShop, orderAndPay, orderFirstPart, runDueJobs } from "#tests/paying-shop.ts";
import { type SignedIn, signIn, signUp, signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";

const list = async (admin: SignedIn, query = "") => {
  const { status, body } = await admin.get(`/api/people${query}`);
  expect(status).toBe(200);
  return body as ShopPerson[];
};
const names = (people: ShopPerson[]) => people.map(({ name }) => name);

const setRole = (
  admin: SignedIn,
  { user }: SignedIn,
  role: AdminRole | null,
  expected: AdminRole | null = null,
) => admin.send("PUT", `/api/people/${user._id}/role`, { role, expected });

describe("people", () => {
  it("are listed with what they ordered, found, filtered, sorted, in pages and as a file", async () => {
    const shop = await openPayingShop();
    const admin = await signUpAdmin(shop);
    const zoe = await signUp(shop, { name: "Zoe Adams" });
    const vera = await signUp(shop, { name: "Vera Lind" });
    await signIn(shop, vera);
    const order = await orderAndPay(shop, vera);
    const all = await list(admin);
    expect(all).toEqual([
      {
        _id: vera.user._id,
        name: "Vera Lind",
        email: vera.email,
        emailVerified: false,
        role: null,
        since: expect.any(String),
        orders: 1,
        spent: order.totalPrice,
        returns: 0,
        sessions: 2,
        lastSeenAt: expect.any(String),
        priceGroup: null,
      },
      expect.objectContaining({ name: "Zoe Adams", orders: 0, spent: 0, sessions: 1 }),
      expect.objectContaining({ name: "Ada Wright", role: "owner", emailVerified: true }),
    ]);
    expect(names(await list(admin, "?sort=name"))).toEqual([
      "Ada Wright",
      "Vera Lind",
      "Zoe Adams",
    ]);
    expect(await list(admin, `?limit=1&after=${vera.user._id}`)).toEqual([all[1]]);
    expect(names(await list(admin, "?q=adams+zo"))).toEqual(["Zoe Adams"]);
    expect(names(await list(admin, `?q=${zoe.email.toUpperCase()}`))).toEqual(["Zoe Adams"]);
    expect(names(await list(admin, "?q=%25"))).toEqual([]);
    expect(names(await list(admin, "?group=admins"))).toEqual(["Ada Wright"]);
    expect(names(await list(admin, "?group=read-only"))).toEqual([]);
    const file = await (await admin.request("/api/people/csv?group=customers")).text();
    expect(file.split("\r\n")).toHaveLength(4);
    expect(file).toContain(`Vera Lind,${vera.email},Customer`);
    const verified = await admin.request("/api/people/csv?sort=name&columns=name,verified");
    expect(await verified.text()).toContain("Ada Wright,verified\r\nVera Lind,not verified");
    expect((await admin.get(`/api/people/${vera.user._id}`)).body).toEqual(all[0]);
    expect((await vera.get("/api/people")).status).toBe(403);
  });

  it("get roles and lose them, in the log, and nobody overwrites another's change unseen", async () => {
    const shop = await openShop();
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    expect((await setRole(admin, vera, "orders")).body).toEqual({ role: "orders" });
    expect((await vera.get("/api/user")).status).toBe(200);
    expect((await vera.send("POST", "/api/parts", {})).status).toBe(403);
    expect(await setRole(admin, vera, "catalogue")).toMatchObject({
      status: 409,
      body: { error: { present: { role: "orders" } } },
    });
    expect((await setRole(vera, vera, "owner", "orders")).status).toBe(403);
    expect((await setRole(admin, vera, null, "orders")).body).toEqual({ role: null });
    expect((await vera.get("/api/user")).status).toBe(403);
    const [taken] = (await admin.get("/api/audit")).body as { _id: string }[];
    expect((await admin.send("POST", `/api/undo/${taken?._id}`)).status).toBe(200);
    expect((await vera.get("/api/user")).status).toBe(200);
    expect((await admin.send("POST", `/api/undo/${taken?._id}`)).status).toBe(200);
    await setRole(admin, vera, null, "orders");
    // Make Admin gives full rights, to who has some as well.
    await setRole(admin, vera, "read-only");
    const made = await admin.send("PUT", `/api/user/admin/${vera.email}`);
    expect(made.body).toEqual({ modifiedCount: 1 });
    expect((await list(vera, "?group=owner")).length).toBe(2);
    expect((await admin.get("/api/audit")).body).toMatchObject([
      { action: "make-admin", before: { role: "read-only" }, after: { role: "admin" } },
      { action: "change-role", before: { role: "customer" }, after: { role: "read-only" } },
      { action: "change-role", before: { role: "orders" }, after: { role: "customer" } },
      { action: "change-role", before: { role: "customer" }, after: { role: "orders" } },
      { action: "change-role", before: { role: "orders" }, after: { role: "customer" } },
      { action: "change-role", before: { role: "customer" }, after: { role: "orders" } },
    ]);
  });

  it("always have an owner, of two who demote each other at once as well", async () => {
    const shop = await openShop();
    const only = await signUpAdmin(shop);
    expect((await setRole(only, only, "orders", "owner")).status).toBe(409);
    for (let round = 0; round < 5; round++) {
      await removeEverybody(shop.shop.db);
      const [ada, eve] = [await signUpAdmin(shop), await signUpAdmin(shop)];
      await Promise.all([setRole(ada, eve, null, "owner"), setRole(eve, ada, null, "owner")]);
      expect(await readRoles(shop.shop.db)).toEqual(["admin", "customer"]);
    }
  });

  it("are signed out everywhere, their data is given out, and erased but for the money", async () => {
    const shop = await openPayingShop();
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    await orderAndPay(shop, vera);
    await vera.send("POST", "/api/reviews", aReview());
    const path = `/api/people/${vera.user._id}`;
    expect((await admin.send("POST", `${path}/sign-out`)).body).toEqual({ ended: 1 });
    expect((await vera.get("/api/identity/session")).body).toEqual({ user: null });
    const data = await admin.send("POST", `${path}/data`);
    expect(data.body).toMatchObject({
      account: { email: vera.email },
      orders: [{ email: vera.email }],
      reviews: [{ description: expect.any(String) }],
    });
    const erase = (email: string) => admin.send("POST", `${path}/erase`, { email });
    expect((await erase("other@example.com")).status).toBe(400);
    expect((await erase(vera.email)).body).toEqual({ deletedCount: 1 });
    expect((await erase(vera.email)).status).toBe(404);
    expect((await admin.get("/api/allReviews")).body).toEqual([]);
    expect((await admin.get("/api/allOrders")).body).toMatchObject([{ email: vera.email }]);
    const own = `/api/people/${admin.user._id}/erase`;
    expect((await admin.send("POST", own, { email: admin.email })).status).toBe(409);
    const log = (await admin.get("/api/audit")).body as { action: string }[];
    expect(log.map(({ action }) => action)).toEqual([
      "erase-person",
      "export-person",
      "sign-out-person",
    ]);
  });
});

it("people are sorted by orders and by what they spent, while both change", async () => {
  const shop = await openPayingShop();
  const admin = await signUpAdmin(shop);
  const quietEmails = Array.from({ length: 7 }, (_, at) => `quiet.${at}@example.com`);
  await addPeople(shop.shop.db, quietEmails);
  const quiet = await list(admin, "?q=quiet.&sort=email");
  await addOrders(
    shop,
    quiet.flatMap((user, at) => Array.from({ length: at }, () => ({ user, email: user.email }))),
  );
  const [vera, nils, grace] = [await signUp(shop), await signUp(shop), await signUp(shop)];
  const remove = async (person: SignedIn, { _id }: Order) => {
    expect((await person.send("DELETE", `/api/orders/${_id}`)).status).toBe(200);
    await runDueJobs(shop);
  };

  async function walk(sort: "orders" | "orders-down" | "spent" | "spent-down") {
    const column = sort.replace("-down", "") as "orders" | "spent";
    const [paid, unpaid] = [await orderAndPay(shop, vera), await orderFirstPart(shop, nils)];
    const changes = [
      () => orderAndPay(shop, nils),
      () => remove(vera, paid),
      () => remove(nils, unpaid),
      () => Promise.all([orderAndPay(shop, grace), orderFirstPart(shop, grace)]),
    ];
    const found: ShopPerson[] = [];
    for (let query = ""; ; ) {
      const page = await list(admin, `?sort=${sort}&limit=2${query}`);
      found.push(...page);
      const last = page.at(-1);
      if (!last) break;
      query = `&after=${last._id}&reached=${last[column]}`;
      await changes.shift()?.();
    }
    const figures = found.map((person) => person[column]);
    const up = (one: number, other: number) => one - other;
    expect(figures).toEqual(
      sort === column ? figures.toSorted(up) : figures.toSorted(up).reverse(),
    );
    const still = found.filter(({ _id }) => quiet.some((each) => each._id === _id));
    expect(still.map(({ email }) => email).sort()).toEqual(quietEmails);
  }
  for (const sort of ["orders", "orders-down", "spent", "spent-down"] as const) await walk(sort);

  const orders = (await admin.get("/api/allOrders?state=all")).body as Order[];
  async function expectSums() {
    for (const column of ["orders", "spent"] satisfies PeopleColumn[]) {
      const people = await list(admin, `?sort=${column}-down&limit=100`);
      for (const { email, orders: count, spent } of people) {
        const own = orders.filter((order) => order.email === email);
        const paid = own.filter(({ state, transactionId }) => state === "paid" && transactionId);
        const isQuiet = quietEmails.includes(email);
        const cents = paid.reduce((sum, { totalPrice }) => sum + toCents(totalPrice), 0);
        expect([email, count, spent]).toEqual([email, own.length, isQuiet ? 0 : toDollars(cents)]);
      }
      const file = await admin.request(
        `/api/people/csv?sort=${column}-down&columns=email,${column}`,
      );
      const figure = (person: ShopPerson) =>
        column === "spent" ? person.spent.toFixed(2) : `${person.orders}`;
      expect((await file.text()).trim().split("\r\n").slice(1)).toEqual(
        people.map((person) => `${person.email},${figure(person)}`),
      );
    }
  }
  await expectSums();
  const { email } = vera;
  const erase = await admin.send("POST", `/api/people/${vera.user._id}/erase`, { email });
  expect(erase.status).toBe(200);
  await expectSums();
  await expectReconciled(shop);
});

it("many people are signed out, and put into a group of customers and back", async () => {
  const shop = await openShop();
  const [admin, vera, nils] = [await signUpAdmin(shop), await signUp(shop), await signUp(shop)];
  const groups = [{ id: "garage", name: "Garages" }];
  await saveSettings(admin, { discounts: { groups } });
  const ids = [admin, vera, nils].map(({ user }) => user._id);
  const set = (group: string | null) =>
    admin.send("PUT", "/api/people/price-group", { ids: ids.slice(1), group });
  expect((await set("nobody")).status).toBe(400);
  const { changed, auditId } = (await set("garage")).body as { changed: string[]; auditId: string };
  expect(changed.toSorted()).toEqual(ids.slice(1).toSorted());
  expect((await set("garage")).body).toEqual({ changed: [], auditId: null });
  const garages = { _id: "garage", name: "Garages" };
  expect(await list(admin, "?prices=garage")).toMatchObject([
    { _id: nils.user._id, priceGroup: garages },
    { _id: vera.user._id, priceGroup: garages },
  ]);
  expect(await list(admin, "?prices=nobody")).toEqual([]);
  const prices = await (await admin.request("/api/people/csv?columns=name,prices")).text();
  expect(prices).toContain("Vera Lind,Garages\r\nAda Wright,For everybody");
  expect((await admin.get(`/api/audit?of=${auditId}`)).body).toHaveLength(2);
  expect((await admin.send("POST", `/api/undo/${auditId}`)).status).toBe(200);
  const inGroup = { group: "garage", groupName: "Garages" };
  expect((await admin.get(`/api/audit?of=${auditId}`)).body).toMatchObject([
    { before: { group: null }, after: inGroup },
    { before: { group: null }, after: inGroup },
  ]);
  const file = await (await admin.request("/api/audit/csv?action=set-price-groups")).text();
  expect(file).toContain("put 2 people into the group of customers “Garages”");
  expect((await admin.send("POST", `/api/undo/${auditId}`)).status).toBe(409);
  const { body } = await admin.send("POST", "/api/people/sign-out", { ids });
  expect((body as { signedOut: string[] }).signedOut).toEqual(ids.slice(1).toSorted());
  expect((await vera.get("/api/identity/session")).body).toEqual({ user: null });
  expect((await admin.get("/api/audit")).body).toMatchObject([
    { action: "sign-out-people", after: { people: 2 } },
    { action: "set-price-groups" },
    { action: "set-price-groups", undoable: true },
    { action: "edit-settings" },
  ]);
});

it("nobody comes back into a group of customers that was removed meanwhile", async () => {
  const shop = await openShop();
  const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
  const groups = [{ id: "garage", name: "Garages" }];
  await saveSettings(admin, { discounts: { groups } });
  const body = { ids: [vera.user._id] };
  const set = (group: string | null) =>
    admin.send("PUT", "/api/people/price-group", { ...body, group });
  await set("garage");
  const { auditId } = (await set(null)).body as { auditId: string };
  await saveSettings(admin, { discounts: { groups: [] } });
  expect(await admin.send("POST", `/api/undo/${auditId}`)).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining("in the settings") } },
  });
  await saveSettings(admin, { discounts: { groups: [{ id: "garage", name: "Workshops" }] } });
  expect((await admin.send("POST", `/api/undo/${auditId}`)).status).toBe(200);
  expect((await admin.get("/api/audit")).body).toMatchObject([
    { action: "set-price-groups", after: { groupName: "Workshops" } },
    { action: "edit-settings" },
    { action: "edit-settings" },
    { action: "set-price-groups", after: { group: null } },
    { action: "set-price-groups", after: { groupName: "Garages" } },
    { action: "edit-settings" },
  ]);
});
