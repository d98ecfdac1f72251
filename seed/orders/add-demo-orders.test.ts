// The demo's sixty days, as people of the shop find them.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { Profile } from "#contract/customers.ts";
import type { ImportSummary } from "#contract/imports.ts";
import type { Order } from "#contract/orders.ts";
import type { Overview } from "#contract/overview.ts";
import type { Return } from "#contract/returns.ts";
import type { PartReviews, Review, ReviewEntry } from "#contract/reviews.ts";
import type { Webhook, WebhookDelivery } from "#contract/webhooks.ts";
import { readEnv } from "#server/platform/config/env.ts";
import { connect } from "#server/platform/database/connect.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { createEmptyDatabase } from "#tests/create-database.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import { type OpenCardProvider, startTestProvider } from "#tests/open-card-provider.ts";
import { type OpenShop, startShop } from "#tests/open-shop.ts";
import { type SignedIn, signIn } from "#tests/people.ts";
import { readDemoAccounts } from "../demo-accounts.ts";
import { fillIfEmpty } from "../fill-if-empty.ts";
import { addDemoOrders } from "./add-demo-orders.ts";
import { basketOrders } from "./basket-orders.ts";
import { demoOrders } from "./demo-orders.ts";
import { monthBefore } from "./month-before.ts";

let shop: OpenShop;
let cards: OpenCardProvider;
let admin: SignedIn;
let carl: SignedIn;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "shop-demo-"));
  const databaseUrl = await createEmptyDatabase();
  cards = await startTestProvider();
  const connection = connect(databaseUrl, { most: 1 });
  await fillIfEmpty(connection, dataDir);
  await addDemoOrders(connection, readEnv({ NODE_ENV: "test", ...cards.env }));
  await connection.close();
  const accounts = await readDemoAccounts(dataDir);
  await rm(dataDir, { recursive: true });
  shop = await startShop({ databaseUrl, env: cards.env });
  cards.webhooksTo(`${shop.url}/api/webhooks/card-provider`);
  if (accounts) {
    admin = await signIn(shop, accounts.admin);
    carl = await signIn(shop, accounts.customer);
  }
  return async () => {
    await shop.stop();
    await cards.stop();
  };
}, 120_000);

const listAll = async () => (await admin.get("/api/allOrders?state=all")).body as Order[];

it("has orders of sixty days, in each state that an order can rest in", async () => {
  const orders = await listAll();
  expect(orders).toHaveLength(monthBefore.length + demoOrders.length + basketOrders.length);
  expect(Math.min(...orders.map(({ orderedAt }) => Date.parse(orderedAt)))).toBeLessThan(
    +timeAgo({ days: 58 }),
  );
  const states = Map.groupBy(orders, ({ payment, paid, refunded }) =>
    paid && refunded > 0 ? "refunded in part" : payment,
  );
  expect(Object.fromEntries([...states].map(([state, each]) => [state, each.length]))).toEqual({
    unpaid: 3,
    account: 3,
    paid: 60,
    "refunded in part": 5,
    cancelled: 4,
    closed: 3,
    refunded: 6,
  });
  const parcels = Map.groupBy(
    orders.filter(({ paid }) => paid),
    ({ fulfilment }) => fulfilment,
  );
  expect(Object.fromEntries([...parcels].map(([state, each]) => [state, each.length]))).toEqual({
    none: 2,
    packed: 1,
    partly_shipped: 2,
    shipped: 1,
    delivered: 59,
  });
});

it("compares the last thirty days with the days before", async () => {
  const { figures } = (await admin.get("/api/overview?period=month")).body as Overview;
  for (const name of ["orders", "paid", "refunded"] as const)
    expect(figures?.[name].before, name).toBeGreaterThan(0);
});

it("has a company of two people, who see the orders of both", async () => {
  const { body } = await carl.get("/api/own-company");
  expect(body).toMatchObject({ company: { members: [{ role: "owner" }, { role: "buyer" }] } });
  const listed = await carl.get(`/api/orders?email=${carl.email}&of=company&state=all`);
  const names = new Set((listed.body as Order[]).map(({ name }) => name));
  expect(names).toEqual(new Set(["Carl Mercer", "Declan Byrne"]));
});

it("balances: stock, payments, refunds and the card provider's book", async () => {
  await expectStockBalanced(shop.shop.db);
  await expectReconciled(shop);
  expect(cards.events().filter(({ state }) => state !== "held")).toEqual([]);
});

it("has returns in each state, refunded and replaced ones among them", async () => {
  const returns = (await admin.get("/api/returns?view=all")).body as Return[];
  const states = returns.map(({ state, lines: [line], refund }) =>
    [state, state === "closed" && line?.resolution, refund?.state].filter(Boolean).join(" "),
  );
  expect(states.sort()).toEqual([
    "approved",
    "approved",
    "approved",
    "closed refund succeeded",
    "closed refund succeeded",
    "closed replace",
    "inspected",
    "received",
    "refused",
    "requested",
  ]);
});

it("tells of each order, change and review when it was", async () => {
  const now = Date.now();
  const orders = await listAll();
  const returned = orders.find(({ state }) => state === "refunded");
  const history = (await admin.get(`/api/orders/${returned?._id}/history`)).body as {
    at: string;
  }[];
  const since = Date.parse(returned?.orderedAt ?? "");
  for (const { at } of history) {
    expect(Date.parse(at) - since).toBeLessThan(5 * 86_400_000);
  }
  const newest = (await admin.get("/api/audit?limit=50")).body as AuditEntry[];
  const oldest = (await admin.get("/api/audit?limit=1&sort=oldest")).body as AuditEntry[];
  const audit = [...newest, ...oldest].map(({ at }) => at);
  const reviews = ((await admin.get("/api/allReviews")).body as ReviewEntry[]).map(({ at }) => at);
  for (const times of [audit, reviews]) {
    expect(times.length).toBeGreaterThan(15);
    expect(times).toEqual(times.toSorted().reverse());
    expect(Date.parse(times[0] ?? "")).toBeLessThan(now);
    expect(Date.parse(times.at(-1) ?? "")).toBeLessThan(+timeAgo({ days: 20 }));
  }
});

it("has reviews by buyers on its parts, and on the home page", async () => {
  const { body } = await shop.get("/api/parts/PW-2312");
  const { _id } = body as { _id: string };
  const { average, items } = (await shop.get(`/api/parts/${_id}/reviews`)).body as PartReviews;
  expect([average, items.length]).toEqual([4.7, 3]);
  const ofShop = (await shop.get("/api/reviews?newest=12")).body as Review[];
  expect(ofShop.filter(({ boughtHere }) => boughtHere)).toHaveLength(2);
});

it("sends nobody a letter about what was", async () => {
  const letters = (await admin.get("/api/jobs")).body as {
    kinds: { kind: string; waiting: number; lastRun: string | null }[];
  };
  const letter = letters.kinds.find(({ kind }) => kind === "letter");
  expect(letter).toMatchObject({ waiting: 0, failed: 1 });
});

it.each([
  ["returns", "/api/returns?view=open"],
  ["returns on their way", "/api/returns?view=coming"],
  ["reported reviews", "/api/allReviews?view=check"],
  ["missed searches", "/api/missed-searches"],
  ["vehicles without a part", "/api/missed-vehicles"],
  ["imports", "/api/imports"],
  ["views of products", "/api/saved-views?list=products"],
  ["views of orders", "/api/saved-views?list=orders"],
  ["changes of settings", "/api/audit?thing=settings"],
  ["changes of people", "/api/audit?thing=person"],
  ["keys of programs", "/api/api-keys"],
  ["notes on orders", "/api/audit?action=note-order"],
  ["withdrawals to answer", "/api/withdrawals?view=open"],
  ["deposits of old parts", "/api/deposits"],
  ["deposits that are settled", "/api/deposits?view=settled"],
  ["companies that owe something", "/api/companies?show=overdue"],
])("has %s for the desk", async (_, path) => {
  expect((await admin.get(path)).body).not.toEqual([]);
});

it("has profiles of both people", async () => {
  for (const { email, get } of [admin, carl]) {
    const { body } = await get(`/api/updateUser/${email}`);
    expect(Object.values({ ...(body as Profile), img: "none" })).not.toContain("");
  }
});

it("has a file of prices that an admin may apply but for one line", async () => {
  const read = async () => ((await admin.get("/api/imports")).body as ImportSummary[])[0];
  await expect.poll(read).toMatchObject({ state: "checked", counts: { changed: 3, refused: 1 } });
  const [key] = (await admin.get("/api/api-keys")).body as { createdAt: string }[];
  expect(Date.parse(key?.createdAt ?? "")).toBeLessThan(+timeAgo({ days: 5 }));
});

it("has a webhook with messages that arrived, were sent again, and failed", async () => {
  const [webhook] = (await admin.get("/api/webhooks")).body as Webhook[];
  // Nothing of a demo is sent to anybody.
  expect(webhook).toMatchObject({ isOn: false, waiting: 0 });
  const { body } = await admin.get(`/api/webhooks/${webhook?._id}/deliveries`);
  const sent = body as WebhookDelivery[];
  expect(sent).toContainEqual(expect.objectContaining({ state: "failed", status: 503 }));
  expect(sent).toContainEqual(expect.objectContaining({ state: "delivered", status: 200 }));
  expect((await admin.get("/api/audit?action=replay-webhook")).body).toHaveLength(1);
});
