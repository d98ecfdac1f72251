// Companies that buy on account: who may, up to what, and what becomes of the money.
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { AccountCompany, CompanyAccount } from "#contract/accounts.ts";
import type { Checkout } from "#contract/checkout.ts";
import type { OrderPage } from "#contract/order-page.ts";
import type { OrderEvent } from "#contract/orders.ts";
import { lockCredit } from "#server/modules/companies/lock-credit.ts";
import { findMembership, lockCompany, sumOpen } from "#server/modules/companies/store.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import {
  accountOf,
  book,
  charge,
  creditOf,
  joinCompany,
  openAccount,
  order,
  orderOnAccount,
  paymentOf,
  setTerms,
  undoLast,
} from "#tests/accounts.ts";
import { changeOrder } from "#tests/builders/order.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { aStockedPart } from "#tests/orders.ts";
import { readLetters, tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import {
  createClientSecret,
  readNetCharge,
  readOrderRecords,
  runDueJobs,
  sharePayingShop,
} from "#tests/paying-shop.ts";
import { openVisitor, signUp } from "#tests/people.ts";
import { asked, closeReturn, inspected, shipPieces } from "#tests/returns.ts";
import { saveSettings } from "#tests/save-settings.ts";
import { remindOfAccounts } from "./send-reminders.ts";

vi.mock(import("#server/modules/companies/lock-credit.ts"), { spy: true });

const share = sharePayingShop({ stock: 1_000_000 });
const open = async (limit?: number) => openAccount(await share(), limit);
type World = Awaited<ReturnType<typeof open>>;

describe("an approved company", () => {
  it("buys on account up to its limit, and is told how much of it is left", async () => {
    const world = await open(500);
    const { buyer, admin } = world;
    const first = await orderOnAccount(world, 3);
    const due = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    expect(first).toMatchObject({ dueOn: due, fulfilment: "none" });
    expect(await creditOf(buyer)).toEqual({ limit: 500, open: 300, days: 30 });
    // Before it is placed: 300 are above what is left, 100 are not.
    const { id: part } = await aStockedPart(world.shop, { priceCents: 10_000 });
    const offered = async (quantity: number) => {
      await buyer.send("PUT", "/api/basket/lines", { lines: [{ part, quantity }] });
      return ((await buyer.get("/api/checkout")).body as Checkout).credit;
    };
    expect(await offered(1)).toEqual({ limit: 500, left: 200 });
    expect(await offered(3)).toEqual({
      limit: 500,
      left: 200,
      problem: expect.stringContaining("$200.00 of your company's credit of $500.00 are left"),
    });
    const second = await order(world, 3);
    expect(await charge(buyer, second)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("$200.00") } },
    });
    // It stays an order that can be paid by card.
    expect(await paymentOf(buyer, second)).toBe("unpaid");
    await createClientSecret(buyer, second);
    expect((await charge(buyer, first)).status).toBe(409);
    // Nor is it paid by card as well.
    const asked = { order: first._id, price: first.totalPrice };
    expect(await buyer.send("POST", "/api/create-payment-intent", asked)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("bank transfer") } },
    });
    await shipPieces(admin, first);
    expect(await accountOf(buyer, first)).toMatchObject({ charged: 300, open: 300, received: 0 });
    await expectReconciled(world.shop);
  });

  it("is only who an admin has approved, with orders of its own", async () => {
    const world = await open(0);
    const { admin, buyer, id, name } = world;
    const placed = await order(world);
    expect((await charge(buyer, placed)).status).toBe(409);
    const stranger = await signUp(world.shop);
    expect((await charge(stranger, placed)).status).toBe(404);
    expect((await charge(stranger, await order({ ...world, buyer: stranger }))).status).toBe(409);
    expect(await setTerms(buyer, id, { limit: 1, days: 1 }).catch(() => 403)).toBe(403);
    await saveSettings(admin, { company: { iban: "" } });
    const approved = { terms: { limit: 100, days: 14 }, expected: null };
    expect(await admin.send("PUT", `/api/companies/${id}/terms`, approved)).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("bank account") } },
    });
    expect(await setTerms(admin, id, { limit: 100, days: 14 })).toBe(200);
    const wrong = { terms: null, expected: null };
    expect((await admin.send("PUT", `/api/companies/${id}/terms`, wrong)).status).toBe(409);
    const [found] = (await admin.get(`/api/companies?q=${name.slice(7)}&show=approved`))
      .body as AccountCompany[];
    expect(found).toMatchObject({ name, members: 1, terms: { limit: 100, days: 14 }, open: 0 });
    // Without a bank account to pay to, no way gives it more credit.
    const account = { iban: "DE89370400440532013000" };
    await saveSettings(admin, { company: { iban: "" } });
    const change = (before: object | null, terms: object | null) =>
      admin.send("PUT", `/api/companies/${id}/terms`, { terms, expected: before });
    const less = { limit: 50, days: 14 };
    expect(await change(approved.terms, { limit: 101, days: 14 })).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("bank account") } },
    });
    expect((await change(approved.terms, { limit: 100, days: 15 })).status).toBe(409);
    expect((await change(approved.terms, less)).status).toBe(200);
    expect(await undoLast(admin, "set-credit", id)).toBe(409);
    expect((await change(less, null)).status).toBe(200);
    expect(await undoLast(admin, "set-credit", id)).toBe(409);
    await saveSettings(admin, { company: account });
    expect(await undoLast(admin, "set-credit", id)).toBe(200);
    expect((await change(less, approved.terms)).status).toBe(200);
    expect((await change(approved.terms, null)).status).toBe(200);
    expect((await charge(buyer, placed)).status).toBe(409);
    expect((await admin.get("/api/companies?show=approved")).body).not.toContainEqual(found);
  });
});

describe("what comes in", () => {
  it("makes an order paid when nothing is open, and an undo opens it again", async () => {
    const world = await open();
    const { admin, buyer, id } = world;
    const placed = await orderOnAccount(world, 3);
    const key = crypto.randomUUID();
    expect((await book(admin, placed, 100, { key })).body).toMatchObject({ open: 200 });
    expect((await book(admin, placed, 100, { key })).body).toMatchObject({ open: 200 });
    expect((await book(admin, placed, 50, { key })).status).toBe(409);
    expect((await book(admin, placed, 200.01)).status).toBe(409);
    expect((await book(admin, placed, 10, { on: "2999-01-01" })).status).toBe(409);
    expect((await book(admin, placed, 10, { kind: "repaid" })).status).toBe(409);
    expect((await book(buyer, placed, 10)).status).toBe(403);
    expect(await paymentOf(buyer, placed)).toBe("account");
    expect((await book(admin, placed, 200)).body).toMatchObject({ open: 0 });
    expect(await paymentOf(buyer, placed)).toBe("paid");
    // It may have come on several days, so none is named.
    const isTold = (letter: string) =>
      letter.includes(buyer.email) && letter.includes("your payment of $300.00 has arrived.");
    await expect.poll(async () => (await readLetters(world.shop)).filter(isTold)).toHaveLength(1);
    expect(await undoLast(admin, "book-receipt", placed._id)).toBe(200);
    expect(await undoLast(admin, "book-receipt", placed._id)).toBe(409);
    expect(await paymentOf(buyer, placed)).toBe("account");
    const { receipts, open: left } = await accountOf(admin, placed);
    expect([left, receipts.map(({ amount }) => amount)]).toEqual([200, [100, 200, -200]]);
    // Only admins see who booked it.
    expect([...new Set(receipts.map(({ by }) => by))]).toEqual([admin.email]);
    const told = (await accountOf(buyer, placed)).receipts;
    expect(told.map(({ amount, by }) => [amount, by])).toEqual([
      [100, null],
      [200, null],
      [-200, null],
    ]);
    const shown = (await admin.get(`/api/companies/${id}`)).body as CompanyAccount;
    expect(shown.orders).toMatchObject([{ _id: placed._id, open: 200, isOverdue: false }]);
    await expectReconciled(world.shop);
  });

  it("is lowered by cancelled pieces and orders, and paid back where it is too much", async () => {
    const world = await open();
    const { admin, buyer, shop } = world;
    const placed = await orderOnAccount(world, 3);
    const line = placed.lines[0]?._id;
    const cancelled = await buyer.send("POST", `/api/orders/${placed._id}/cancellations`, {
      key: crypto.randomUUID(),
      lines: [{ line, quantity: 1 }],
    });
    expect(cancelled.status).toBe(200);
    await expect.poll(() => accountOf(buyer, placed)).toMatchObject({ credited: 100, open: 200 });
    await book(admin, placed, 200);
    expect(await paymentOf(buyer, placed)).toBe("paid");
    expect((await buyer.send("DELETE", `/api/orders/${placed._id}`)).status).toBe(200);
    await expect.poll(() => paymentOf(buyer, placed)).toBe("refunded");
    expect(await accountOf(buyer, placed)).toMatchObject({ credited: 300, open: -200 });
    // Nothing is open that it could be taken off.
    const letters = async () => (await readLetters(shop)).join().replace(/\s+/g, " ");
    await expect
      .poll(letters)
      .toMatch(/It is taken off .{30,50}, or paid back if it is paid already/);
    expect((await book(admin, placed, 200.01, { kind: "repaid" })).status).toBe(409);
    expect((await book(admin, placed, 200, { kind: "repaid" })).body).toMatchObject({ open: 0 });
    expect(shop.cards.refunds()).toEqual([]);
    await expectReconciled(shop);
    await expectStockBalanced(shop.shop.db);
  });
});

const refusedWith = (text: string) => ({
  status: 409,
  body: { error: { message: expect.stringContaining(text) } },
});

describe("an approved company that changes who it is", () => {
  const changed = { name: "Shell Ltd", address: "Elsewhere 1", country: "DE", vatId: "" };

  async function openChanged() {
    const world = await open(500);
    const waiting = await order(world);
    expect((await world.buyer.send("PUT", "/api/own-company", changed)).status).toBe(200);
    return { ...world, waiting };
  }
  const companyOf = async ({ admin, id }: World) =>
    ((await admin.get(`/api/companies/${id}`)).body as CompanyAccount).company;
  const confirm = ({ admin, id }: World, details: object) =>
    admin.send("POST", `/api/companies/${id}/confirmation`, details);
  const identity = { name: changed.name, country: "DE", vatId: "" };

  it("buys nothing on account until an admin has confirmed it, which can be undone", async () => {
    const world = await openChanged();
    const { admin, buyer, id, name, waiting } = world;
    expect(await charge(buyer, waiting)).toMatchObject(refusedWith("once we have confirmed"));
    expect(await creditOf(buyer)).toMatchObject({ limit: 500, problem: expect.any(String) });
    const { id: part } = await aStockedPart(world.shop, { priceCents: 10_000 });
    await buyer.send("PUT", "/api/basket/lines", { lines: [{ part, quantity: 1 }] });
    const { credit } = (await buyer.get("/api/checkout")).body as Checkout;
    expect(credit?.problem).toContain("once we have confirmed");
    const listed = (await admin.get("/api/companies?show=changed")).body as AccountCompany[];
    const approved = { name, country: "DE", vatId: "DE123456789" };
    expect(listed.find(({ _id }) => _id === id)).toMatchObject({ ...identity, approved });
    const entries = (await admin.get(`/api/audit?about=${id}&action=change-company`)).body;
    expect(entries).toMatchObject([
      { who: "A customer", before: approved, after: identity, undoable: false },
    ]);
    // Not what the admin has not seen.
    expect(await confirm(world, approved)).toMatchObject(refusedWith("has changed its details"));
    expect((await confirm(world, identity)).body).toMatchObject({ approved: null });
    expect(await undoLast(admin, "confirm-company", id)).toBe(200);
    expect(await companyOf(world)).toMatchObject({ approved });
    expect(await charge(buyer, waiting)).toMatchObject({ status: 409 });
    expect((await confirm(world, identity)).status).toBe(200);
    expect((await charge(buyer, waiting)).status).toBe(200);
  });

  it.each([
    ["name", { name: "Another" }],
    ["country", { country: "US", vatId: "" }],
    ["VAT number", { vatId: "DE987654321" }],
  ])("rests by another %s, not by another address", async (_what, other) => {
    const world = await open(500);
    const { buyer, name } = world;
    const own = { name, address: "Another street", country: "DE", vatId: "DE123456789" };
    await buyer.send("PUT", "/api/own-company", own);
    expect((await companyOf(world)).approved).toBeNull();
    await buyer.send("PUT", "/api/own-company", { ...own, ...other });
    expect((await companyOf(world)).approved).toMatchObject({ name, vatId: "DE123456789" });
    // What was approved needs no confirmation.
    await buyer.send("PUT", "/api/own-company", own);
    expect((await companyOf(world)).approved).toBeNull();
  });

  it("keeps resting when its limit is changed, and not when it gets credit anew", async () => {
    const world = await openChanged();
    const { admin, id } = world;
    expect(await setTerms(admin, id, { limit: 900, days: 30 })).toBe(200);
    expect((await companyOf(world)).approved).not.toBeNull();
    expect(await setTerms(admin, id, null)).toBe(200);
    expect(await setTerms(admin, id, { limit: 900, days: 30 })).toBe(200);
    expect((await companyOf(world)).approved).toBeNull();
  });

  it("is confirmed by an owner of the shop, not by a key", async () => {
    const world = await openChanged();
    const made = await world.admin.send("POST", "/api/api-keys", { name: "ERP", role: "owner" });
    const { key } = made.body as { key: string };
    const program = openVisitor(world.shop, { authorization: `Bearer ${key}` });
    const path = `/api/companies/${world.id}/confirmation`;
    expect((await program.send("POST", path, identity)).status).toBe(403);
    expect((await world.buyer.send("POST", path, identity)).status).toBe(403);
  });
});

it("the last owner of a company does not leave its debts", async () => {
  const world = await open(500);
  const { admin, buyer, shop } = world;
  const { email, password } = buyer;
  const colleague = await joinCompany(shop, buyer);
  const debt = await orderOnAccount(world);
  const leave = () => buyer.send("DELETE", `/api/own-company/members/${buyer.user._id}`);
  const deleteAccount = () => buyer.send("POST", "/api/own-data/delete", { email, password });
  const open200 = refusedWith("$200.00 open, and you are its last owner. Please pay them first");
  expect(await leave()).toMatchObject(open200);
  expect(await deleteAccount()).toMatchObject(open200);
  // A buyer may, and so may an owner beside another one.
  const path = (id: string) => `/api/own-company/members/${id}`;
  expect((await buyer.send("PUT", path(colleague.user._id), { role: "owner" })).status).toBe(200);
  expect((await colleague.send("DELETE", path(colleague.user._id))).status).toBe(200);
  expect(await leave()).toMatchObject(open200);
  expect((await book(admin, debt, 199.99)).status).toBe(200);
  expect(await leave()).toMatchObject(refusedWith("$0.01 open"));
  expect((await book(admin, debt, 0.01)).status).toBe(200);
  expect((await deleteAccount()).status).toBe(200);
});

it("what is on account is not paid by card later, though the provider was away", async () => {
  expectWarning(/The card provider cannot be reached/);
  const { shop, buyer } = await open();
  const placed = await order({ shop, buyer });
  const secret = await createClientSecret(buyer, placed);
  shop.cards.faults({ down: true });
  expect((await charge(buyer, placed)).status).toBe(200);
  shop.cards.faults({ clear: true });
  await runDueJobs(shop);
  // In a tab that was open before.
  await shop.cards.pay(secret);
  await runDueJobs(shop);
  expect(readNetCharge(shop, placed)).toBe(0);
  expect(await readOrderRecords(shop, placed._id)).toMatchObject({
    payments: ["dead", "succeeded"],
    refunds: [],
  });
  expect(await paymentOf(buyer, placed)).toBe("account");
});

it("what is on account cannot be cancelled by who has left the company", async () => {
  const world = await open();
  const { shop, buyer } = world;
  const vera = await signUp(shop);
  const { email } = vera;
  await buyer.send("POST", "/api/own-company/invitations", { email, role: "buyer" });
  const token = tokenOfLetter(await waitForLetter(shop, 1, { email }));
  await vera.send("POST", "/api/own-company/join", { token });
  const placed = await orderOnAccount({ ...world, buyer: vera });
  const left = await buyer.send("DELETE", `/api/own-company/members/${vera.user._id}`);
  expect(left.status).toBe(200);
  const lines = [{ line: placed.lines[0]?._id, quantity: 1 }];
  const refused = {
    status: 409,
    body: { error: { message: expect.stringContaining("a company that you have left") } },
  };
  const path = `/api/orders/${placed._id}`;
  expect(await vera.send("DELETE", path)).toMatchObject(refused);
  const pieces = { key: crypto.randomUUID(), lines };
  expect(await vera.send("POST", `${path}/cancellations`, pieces)).toMatchObject(refused);
  expect(await accountOf(vera, placed)).toMatchObject({ open: 200 });
  expect((await world.admin.send("DELETE", path)).status).toBe(200);
});

it("a return lowers what is open, and what was paid too much is paid back by hand", async () => {
  const world = await open();
  const { admin, buyer, shop } = world;
  const refundsBefore = shop.cards.refunds().length;
  const placed = await orderOnAccount(world, 3);
  await shipPieces(admin, placed);
  expect((await book(admin, placed, 150)).body).toMatchObject({ open: 150 });
  const sendBack = async () => {
    const lines = [{ line: placed.lines[0]?._id ?? "", quantity: 1 }];
    const found = await inspected(admin, await asked(buyer, placed, lines));
    expect((await closeReturn(admin, found)).status).toBe(200);
  };
  await sendBack();
  await expect.poll(() => accountOf(buyer, placed)).toMatchObject({ credited: 100, open: 50 });
  await sendBack();
  await expect.poll(() => accountOf(buyer, placed)).toMatchObject({ credited: 200, open: -50 });
  expect((await book(admin, placed, 50.01, { kind: "repaid" })).status).toBe(409);
  expect((await book(admin, placed, 50, { kind: "repaid" })).body).toMatchObject({ open: 0 });
  expect(await paymentOf(buyer, placed)).toBe("paid");
  expect(shop.cards.refunds()).toHaveLength(refundsBefore);
  await expectReconciled(shop);
});

it("an order that came back in full was not cancelled", async () => {
  const world = await open();
  const { admin, buyer } = world;
  const placed = await orderOnAccount(world);
  await shipPieces(admin, placed);
  const lines = [{ line: placed.lines[0]?._id ?? "", quantity: placed.quantity }];
  const found = await inspected(admin, await asked(buyer, placed, lines));
  expect((await closeReturn(admin, found)).status).toBe(200);
  await expect.poll(() => paymentOf(buyer, placed)).toBe("refunded");
  const { steps } = (await buyer.get(`/api/orders/${placed._id}/page`)).body as OrderPage;
  expect(steps.map(({ what }) => what)).not.toContain("cancelled");
  const told = (await admin.get(`/api/orders/${placed._id}/history`)).body as OrderEvent[];
  expect(told.map(({ what }) => what)).not.toContain("cancelled");
});

it("reminds of what is overdue, as often as the settings say", async () => {
  const world = await open();
  const { admin, buyer, shop } = world;
  await saveSettings(admin, { holds: { reminders: 1 } });
  const placed = await orderOnAccount(world);
  const reminders = async () =>
    (await readLetters(shop)).filter(
      (letter) => letter.includes(buyer.email) && letter.includes("$200.00 is open"),
    );
  await remindOfAccounts(shop.shop);
  await changeOrder(shop.shop.db, placed, { dueOn: "2026-01-05" });
  for (const _ of [1, 2]) await remindOfAccounts(shop.shop);
  await expect.poll(async () => (await reminders()).length).toBe(1);
  expect((await reminders())[0]).toContain("IBAN: DE89 3704 0044 0532 0130 00");
  expect((await accountOf(buyer, placed)).bank).toMatchObject({ iban: "DE89370400440532013000" });
  const listOverdue = async () =>
    (await admin.get("/api/companies?show=overdue")).body as AccountCompany[];
  expect((await listOverdue())[0]).toMatchObject({ overdue: 200 });
  const isOverdue = async () =>
    ((await admin.get(`/api/companies/${world.id}`)).body as CompanyAccount).orders[0]?.isOverdue;
  expect(await isOverdue()).toBe(true);
  // On the day itself there is still time.
  await changeOrder(shop.shop.db, placed, { dueOn: new Date().toISOString().slice(0, 10) });
  expect(await listOverdue()).toEqual([]);
  expect(await isOverdue()).toBe(false);
});

describe("orders at once", () => {
  /** Each of another part, so that only the company is shared. */
  async function chargeAtOnce(world: World, count: number): Promise<number> {
    const placed = await Promise.all(Array.from({ length: count }, () => order(world)));
    await Promise.all(placed.map((each) => charge(world.buyer, each)));
    return (await creditOf(world.buyer))?.open ?? 0;
  }

  it("never exceed the limit together", async () => {
    for (let round = 0; round < 5; round++) {
      expect(await chargeAtOnce(await open(500), 4)).toBe(400);
    }
  });

  it("would without the lock of the company", async () => {
    const world = await open(500);
    const arrived = Promise.withResolvers<void>();
    let waiting = 0;
    vi.mocked(lockCredit).mockImplementation(async (tx, userId) => {
      const member = await findMembership(tx, userId);
      const companyId = `${member?.companyId}`;
      const { db } = world.shop.shop;
      const company = await inTransaction(db, (other) => lockCompany(other, companyId));
      const openCents = await sumOpen(tx, companyId);
      if (++waiting === 4) arrived.resolve();
      await arrived.promise;
      return company && { ...company, openCents };
    });
    onTestFinished(() => void vi.mocked(lockCredit).mockReset());
    expect(await chargeAtOnce(world, 4)).toBeGreaterThan(500);
  });
});
