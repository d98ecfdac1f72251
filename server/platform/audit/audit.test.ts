// What admins do is written down with it, or not done.

import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { Order } from "#contract/orders.ts";
import { aPart } from "#seed/builders.ts";
import { parts } from "#server/modules/catalog/tables.ts";
import { users } from "#server/modules/customers/tables.ts";
import { orders } from "#server/modules/orders/tables.ts";
import { withoutQueryValues } from "#server/platform/database/database-errors.ts";
import { refuseRows } from "#tests/builders/fault.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { openPayingShop, orderAndPay, runDueJobs } from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { auditLog } from "./tables.ts";

async function logOf(admin: SignedIn, query = ""): Promise<AuditEntry[]> {
  const { status, body } = await admin.get(`/api/audit${query}`);
  expect(status).toBe(200);
  return body as AuditEntry[];
}

const entry = (admin: SignedIn, action: string, rest: Partial<AuditEntry> = {}) => ({
  _id: expect.any(String),
  at: expect.any(String),
  who: admin.email,
  action,
  about: null,
  before: null,
  after: null,
  address: expect.stringMatching(/127\.0\.0\.1|::1/),
  by: "Ada Wright",
  thing: null,
  undoable: false,
  ...rest,
});

describe("the audit log", () => {
  it("has what an admin did to people, with who, what, before, after, when and from where", async () => {
    const shop = await openShop();
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    const about = vera.user._id;
    await admin.send("PUT", `/api/user/admin/${vera.email}`);
    await admin.send("PUT", `/api/user/admin/${vera.email}`);
    await admin.send("DELETE", `/api/user/${about}`);
    await admin.send("DELETE", `/api/user/${about}`);
    const [customers, admins] = [{ role: "customer" }, { role: "admin" }];
    expect(await logOf(admin)).toEqual([
      entry(admin, "delete-user", { about, before: admins }),
      entry(admin, "make-admin", { about, before: customers, after: admins }),
    ]);
    // Nothing of the deleted user is kept but the id.
    const kept = await shop.shop.db.select().from(auditLog);
    expect(JSON.stringify(kept)).not.toContain(vera.email);
  });

  it("has products, each once however often it was sent", async () => {
    const shop = await openShop();
    const admin = await signUpAdmin(shop);
    const part = { ...aPart(), key: crypto.randomUUID() };
    const [added] = await Promise.all([1, 2].map(() => admin.send("POST", "/api/parts", part)));
    const about = (added?.body as { insertedId: string } | undefined)?.insertedId;
    expect(about).toBeDefined();
    await admin.send("DELETE", `/api/parts/${about}`);
    const { name, price, minimumQuantity, availablQuantity } = part;
    const facts = { name, price, minimumQuantity, availablQuantity };
    const thing = { kind: "part" as const, name: expect.stringContaining(name), key: null };
    const its = { about: about ?? null, thing };
    expect(await logOf(admin)).toEqual([
      entry(admin, "delete-product", { ...its, before: facts, undoable: true }),
      entry(admin, "add-product", { ...its, after: facts }),
    ]);
  });

  it("offers to undo a change until it is undone", async () => {
    const shop = await openShop();
    const admin = await signUpAdmin(shop);
    const { id } = await aStockedPart(shop);
    await admin.send("PATCH", `/api/parts/${id}`, { price: 19.99 });
    const log = async () => (await logOf(admin)).map(({ action, undoable }) => [action, undoable]);
    expect(await log()).toEqual([["change-price", true]]);
    const [edited] = await logOf(admin);
    expect((await admin.send("POST", `/api/undo/${edited?._id}`)).status).toBe(200);
    expect(await log()).toEqual([
      ["change-price", true],
      ["change-price", false],
    ]);
  });

  it("has orders that an admin cancelled, and none that customers did", async () => {
    const shop = await openPayingShop();
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    const remove = (who: SignedIn, { _id }: Order) => who.send("DELETE", `/api/orders/${_id}`);
    const unpaid = await placeOrder(vera, await aStockedPart(shop));
    const paid = await orderAndPay(shop, vera);
    await remove(vera, await placeOrder(vera, await aStockedPart(shop)));
    await remove(admin, unpaid);
    await remove(admin, unpaid);
    await remove(admin, paid);
    await runDueJobs(shop);
    await admin.send("POST", "/api/ledger/check");
    const moved = ({ _id, number }: Order, before: string, after: string) => ({
      about: _id,
      thing: { kind: "order" as const, name: `order ${number}`, key: _id },
      before: { state: before },
      after: { state: after },
    });
    expect(await logOf(admin)).toEqual([
      entry(admin, "check-ledger"),
      entry(admin, "refund-order", moved(paid, "paid", "refunding")),
      entry(admin, "cancel-order", moved(unpaid, "unpaid", "cancelled")),
    ]);
  });

  it("goes with what is done: where it cannot be written, nothing is done", async () => {
    expectWarning(/audit_log/);
    const shop = await openShop();
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    const part = await aStockedPart(shop);
    const order = await placeOrder(vera, part);
    await refuseRows(shop.shop.db, "audit_log", "false");
    const answers = [
      await admin.send("PUT", `/api/user/admin/${vera.email}`),
      await admin.send("DELETE", `/api/user/${vera.user._id}`),
      await admin.send("POST", "/api/parts", aPart()),
      await admin.send("DELETE", `/api/parts/${part.id}`),
      await admin.send("DELETE", `/api/orders/${order._id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 500));
    expect(await stateOf(shop)).toEqual({ people: 2, admins: 1, parts: 1, open: 1 });
  });

  it("is only ever added to", async () => {
    const shop = await openShop();
    const admin = await signUpAdmin(shop);
    await admin.send("POST", "/api/parts", aPart());
    const { db } = shop.shop;
    const changes = [
      sql`update audit_log set who = 'somebody else'`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ];
    for (const change of changes) {
      const error = withoutQueryValues(await db.execute(change).catch((reason) => reason));
      expect(String(error)).toMatch(/only ever added to/);
    }
    expect(await logOf(admin)).toHaveLength(1);
  });

  it("is narrowed by person, action, thing, time and words, oldest first, and a file", async () => {
    const shop = await openShop();
    const [ada, eve] = [await signUpAdmin(shop), await signUpAdmin(shop)];
    const drum = aPart({ name: "Brake Drum", number: "PW-1042", priceCents: 5_490 });
    const { body } = await ada.send("POST", "/api/parts", drum);
    const { insertedId } = body as { insertedId: string };
    await eve.send("PATCH", `/api/parts/${insertedId}`, { price: 49.9 });
    const order = await placeOrder(await signUp(shop), await aStockedPart(shop));
    await ada.send("DELETE", `/api/orders/${order._id}`);
    const actions = async (query: string) => (await logOf(ada, query)).map(({ action }) => action);
    const all = ["cancel-order", "change-price", "add-product"];
    expect(await actions("")).toEqual(all);
    expect(await actions("?sort=oldest")).toEqual(all.toReversed());
    expect(await actions(`?by=${eve.user._id}`)).toEqual(["change-price"]);
    expect(await actions("?action=add-product")).toEqual(["add-product"]);
    expect(await actions("?thing=order")).toEqual(["cancel-order"]);
    expect(await actions("?q=pw1042")).toEqual(["change-price", "add-product"]);
    expect(await actions(`?q=order+${order.number}`)).toEqual(["cancel-order"]);
    expect(await actions(`?q=${eve.email}`)).toEqual(["change-price"]);
    expect(await actions("?q=changed+a+price")).toEqual(["change-price"]);
    expect(await actions("?q=nothing+like+it")).toEqual([]);
    const [newest] = await logOf(ada, "?limit=1");
    expect(await actions(`?before=${newest?.at}`)).toEqual(all.slice(1));
    expect(await actions(`?from=${newest?.at}`)).toEqual(all.slice(0, 1));
    expect((await ada.get("/api/audit/people")).body).toEqual([
      { _id: ada.user._id, name: "Ada Wright" },
      { _id: eve.user._id, name: "Ada Wright" },
    ]);
    const file = await (await ada.request("/api/audit/csv?thing=part")).text();
    expect(file.split("\r\n")).toHaveLength(4);
    expect(file).toContain("corrected the price of Brake Drum PW-1042 from $54.90 to $49.90");
  });

  it("is answered a page at a time, to admins only", async () => {
    const shop = await openShop();
    const [admin, vera] = [await signUpAdmin(shop), await signUp(shop)];
    for (let count = 0; count < 5; count++) await admin.send("POST", "/api/parts", aPart());
    const all = await logOf(admin);
    const first = await logOf(admin, "?limit=2");
    const rest = await logOf(admin, `?limit=10&after=${first.at(-1)?._id}`);
    expect([...first, ...rest]).toEqual(all);
    expect((await vera.get("/api/audit")).status).toBe(403);
    expect((await shop.get("/api/audit")).status).toBe(401);
  });
});

async function stateOf({ shop: { db } }: OpenShop) {
  return {
    people: await db.$count(users),
    admins: await db.$count(users, eq(users.role, "admin")),
    parts: await db.$count(parts),
    open: await db.$count(orders, eq(orders.state, "unpaid")),
  };
}
