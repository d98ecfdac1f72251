// What was said of a part's fit when it was ordered for a car, and what follows if it was wrong.
import { expect, it, onTestFinished } from "vitest";
import type { Application, HeldApplication } from "#contract/applications.ts";
import type { CarOfOrder } from "#contract/fields.ts";
import type { VehiclePage } from "#contract/fitment.ts";
import type { OrderPage } from "#contract/order-page.ts";
import type { Order } from "#contract/orders.ts";
import type { Overview } from "#contract/overview.ts";
import type { PartRecord } from "#contract/part-edits.ts";
import type { Return } from "#contract/returns.ts";
import type { Withdrawal, WithdrawalReceipt } from "#contract/withdrawals.ts";
import { addArden, anApplication, anArden } from "#tests/builders/vehicle.ts";
import { listDeposits } from "#tests/deposits.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { checkFile, listFindings } from "#tests/imports.ts";
import { share } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder, type StockedPart } from "#tests/orders.ts";
import { type PayingShop, readNetCharge, sharePayingShop } from "#tests/paying-shop.ts";
import { openVisitor, type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import {
  askReturn,
  closeReturn,
  confirmWithdrawal,
  deliverEverywhere,
  orderBasket,
  shipPieces,
  taken,
} from "#tests/returns.ts";
import { saveSettings } from "#tests/save-settings.ts";

const openPaying = sharePayingShop({ webhooks: "hold" });
const openWithArden = share(
  async () => {
    const shop = await openPaying();
    await addArden(shop.databaseUrl);
    const admin = await signUpAdmin(shop);
    await deliverEverywhere(admin);
    return { shop, admin };
  },
  async () => {},
);

type Opened = Awaited<ReturnType<typeof openDisc>>;

/** A part with one application, for the engine 2.0 unless told otherwise, and cars of that model. */
async function openDisc(terms?: object[]) {
  const { shop, admin } = await openWithArden();
  const vehicle = (await shop.get("/api/vehicles/corvane/arden/2014")).body as VehiclePage;
  const engine = (label: string) => ({
    fact: "engine",
    any: [vehicle.facts[0]?.values.find((value) => value.label === label)?.id ?? 0],
  });
  const disc = await aStockedPart(shop, { name: "Disc", type: anArden.type });
  const given = { ...anApplication(), terms: terms ?? [engine("2.0")], position: "Front" };
  const added = await admin.send("POST", `/api/parts/${disc.id}/applications`, given);
  expect(added.status).toBe(200);
  const application = added.body as Application;
  const carWith = (...known: CarOfOrder["known"]): CarOfOrder => ({ vehicle: vehicle.id, known });
  return { shop, admin, disc, application, engine, car: carWith(engine("2.0")), carWith };
}

async function orderFor({ shop }: { shop: PayingShop }, part: StockedPart, car: CarOfOrder) {
  const buyer = await signUp(shop);
  return { buyer, order: await orderBasket(shop, buyer, [[part, 2]], car) };
}

const readPage = async (who: SignedIn, { _id }: Order) =>
  (await who.get(`/api/orders/${_id}/page`)).body as OrderPage;

/** Ordered for a car on the word of the application, sent, and back as not fitting. */
async function returnOne(opened: Opened, resolution = "refund"): Promise<void> {
  const { admin, disc, car } = opened;
  const { buyer, order } = await orderFor(opened, disc, car);
  await shipPieces(admin, order);
  await returnPiece(admin, buyer, order, resolution);
}

async function returnPiece(admin: SignedIn, buyer: SignedIn, order: Order, resolution = "refund") {
  const line = order.lines[0]?._id ?? "";
  const asked = await askReturn(buyer, order, [{ line, quantity: 1, reason: "does_not_fit" }]);
  expect(asked).toMatchObject({ status: 200, body: { state: "approved", free: true } });
  const shown = asked.body as Return;
  const lines = [{ line, pieces: 1 }];
  const { body } = await admin.send("PATCH", `/api/returns/${shown._id}`, {
    step: "receive",
    version: shown.version,
    lines,
  });
  const found = { line, restock: resolution === "refuse" ? 0 : 1, scrap: 0, condition: "opened" };
  const step = await admin.send("PATCH", `/api/returns/${shown._id}`, {
    step: "inspect",
    version: (body as Return).version,
    lines: [{ ...found, resolution }],
  });
  expect([step.status, step.body]).toMatchObject([200, { state: "inspected" }]);
}

const readVerdict = async ({ shop, disc, car }: Opened) => {
  const { body } = await shop.send("POST", "/api/fit", { ...car, parts: [disc.id] });
  return (body as { items: { verdict: { says: string } }[] }).items[0]?.verdict;
};

const listHeld = async ({ admin, disc }: Opened) => {
  const all = (await admin.get("/api/held-applications")).body as HeldApplication[];
  return all.filter(({ part }) => part._id === disc.id);
};

it("a line keeps what was said of its fit, whatever becomes of the catalogue, and nothing of other facts", async () => {
  const opened = await openDisc();
  const { admin, application, disc, engine, carWith } = opened;
  const built = { fact: "built", from: 20_140_301, to: 20_140_301 };
  const { buyer, order } = await orderFor(opened, disc, carWith(engine("2.0"), built));
  const before = await readPage(buyer, order);
  expect(before.order.lines[0]?.fit).toMatchObject({
    says: "yes",
    vehicle: "2014 Corvane Arden",
    reason: "engine 2.0",
    known: ["engine 2.0"],
    applications: [{ _id: application._id, text: "Corvane Arden, 2014, engine 2.0, Front" }],
  });
  await admin.send("PATCH", `/api/applications/${application._id}`, { terms: [engine("1.6")] });
  expect((await readPage(buyer, order)).order.lines).toEqual(before.order.lines);
  await admin.send("DELETE", `/api/applications/${application._id}`);
  await admin.send("PATCH", `/api/parts/${disc.id}`, { name: "Disc of another kind" });
  await admin.send("DELETE", `/api/parts/${disc.id}`);
  expect(JSON.stringify((await readPage(buyer, order)).order.lines)).toBe(
    JSON.stringify(before.order.lines),
  );
  expect((await admin.get(`/api/orders/${order._id}`)).body).toMatchObject({
    lines: before.order.lines,
  });
});

it("the purchase page's order keeps it too; without a car, or for one that is gone, nothing is kept", async () => {
  const { shop, disc, carWith, engine } = await openDisc();
  const buyer = await signUp(shop);
  const fitOf = async (car?: CarOfOrder) => {
    const order = await placeOrder(buyer, disc, { ...(car && { car }) });
    return (await readPage(buyer, order)).order.lines[0]?.fit;
  };
  expect(await fitOf(carWith(engine("1.6")))).toMatchObject({ says: "no", applications: [] });
  expect(await fitOf(carWith())).toMatchObject({ says: "yes-if", applications: [] });
  expect(await fitOf({ vehicle: 2_000_000_000, known: [] })).toBeUndefined();
  expect(await fitOf()).toBeUndefined();
});

it("what was promised to fit comes back free and at once; what was only likely waits for the shop", async () => {
  const opened = await openDisc();
  const { admin, disc, car, carWith } = opened;
  for (const [known, state] of [
    [car, "approved"],
    [carWith(), "requested"],
  ] as const) {
    const { buyer, order } = await orderFor(opened, disc, known);
    await shipPieces(admin, order);
    const lines = [{ line: order.lines[0]?._id ?? "", quantity: 1, reason: "does_not_fit" }];
    expect((await askReturn(buyer, order, lines)).body).toMatchObject({ state });
    const other = [{ ...lines[0], line: lines[0]?.line ?? "", quantity: 1, reason: "not_needed" }];
    expect((await askReturn(buyer, order, other)).body).toMatchObject({
      state: "requested",
      free: false,
    });
    expect((await buyer.get(`/api/orders/${order._id}/returns`)).body).toMatchObject({
      returnable: [{ promised: state === "approved" }],
    });
  }
});

it("of what had one question open when it was chosen, the desk is shown that, and the shop's rule says who pays", async () => {
  const opened = await openDisc();
  const { admin, disc, carWith } = opened;
  const { buyer, order } = await orderFor(opened, disc, carWith());
  await shipPieces(admin, order);
  expect((await admin.get(`/api/orders/${order._id}`)).body).toMatchObject({
    lines: [{ fit: { says: "yes-if", vehicle: "2014 Corvane Arden" } }, { kind: "delivery" }],
  });
  const lines = [{ line: order.lines[0]?._id ?? "", quantity: 1, reason: "does_not_fit" }];
  onTestFinished(() => saveSettings(admin, { returns: { freeReasons: ["does_not_fit"] } }));
  for (const [freeReasons, free] of [
    [["does_not_fit"], true],
    [["damaged"], false],
  ] as const) {
    await saveSettings(admin, { returns: { freeReasons } });
    const asked = await askReturn(buyer, order, lines);
    expect(asked.body).toMatchObject({ state: "requested", free });
  }
});

it("a line of the catalogue that is withdrawn after the order stays proven, and its return is free", async () => {
  const opened = await openDisc();
  const { admin, application, disc, car } = opened;
  const { buyer, order } = await orderFor(opened, disc, car);
  await shipPieces(admin, order);
  await admin.send("DELETE", `/api/applications/${application._id}`);
  expect(await readVerdict(opened)).toMatchObject({ says: "not-known" });
  expect((await readPage(buyer, order)).order.lines[0]?.fit).toMatchObject({ says: "yes" });
  await returnPiece(admin, buyer, order);
});

it("withdrawn, a line with a guarantee and a core deposit brings back goods, deposit and delivery", async () => {
  const opened = await openDisc();
  const { shop, admin, disc } = opened;
  await admin.send("PATCH", `/api/parts/${disc.id}`, { deposit: 40 });
  const { buyer, order } = await orderFor(opened, disc, opened.car);
  expect((await readPage(buyer, order)).order.lines[0]).toMatchObject({ fit: { says: "yes" } });
  await shipPieces(admin, order);
  const { body: receipt } = await openVisitor(shop).send("POST", "/api/withdrawals", {
    key: crypto.randomUUID(),
    name: "Vera",
    goods: "",
    orderNumber: `${order.number}`,
    email: buyer.email,
  });
  await confirmWithdrawal(shop, receipt as WithdrawalReceipt);
  const listReturns = async () => {
    const { body } = await admin.get("/api/withdrawals?view=all");
    return (body as Withdrawal[]).flatMap((each) =>
      each.order === order._id ? (each.return ?? []) : [],
    );
  };
  await expect.poll(listReturns).toHaveLength(1);
  const [id] = await listReturns();
  const made = (await buyer.get(`/api/returns/${id}`)).body as Return;
  const [line] = order.lines;
  const lines = [{ line: line?._id ?? "", pieces: 2 }];
  const received = await taken(admin, made, { step: "receive", lines });
  const found = { restock: 2, scrap: 0, condition: "new", resolution: "refund" };
  const looked = await taken(admin, received, {
    step: "inspect",
    lines: lines.map((each) => ({ line: each.line, ...found })),
  });
  const goods = 2 * (line?.price ?? 0);
  expect([goods > 0, order.delivery]).toEqual([true, 5.9]);
  const { body } = await closeReturn(admin, looked, { delivery: 5.9 });
  expect((body as Return).refund?.amount).toBeCloseTo(goods + 80 + 5.9, 2);
  expect(await listDeposits(buyer)).toMatchObject([{ charged: 80, refunded: 80, open: 0 }]);
  expect(readNetCharge(shop, order)).toBe(0);
  await expectReconciled(shop);
});

it("the proof of a deleted account's order stays, and names no person", async () => {
  const opened = await openDisc();
  const { admin, disc, car } = opened;
  const { buyer, order } = await orderFor(opened, disc, car);
  await shipPieces(admin, order);
  const { email, password } = buyer;
  const left = await buyer.send("POST", "/api/own-data/delete", { email, password });
  expect(left.status).toBe(200);
  const proof = (await readPage(admin, order)).order.lines[0]?.fit;
  expect(proof).toMatchObject({ says: "yes", vehicle: "2014 Corvane Arden" });
  const kept = JSON.stringify(proof);
  for (const personal of [email, buyer.user.name, buyer.user._id]) {
    expect(kept).not.toContain(personal);
  }
});

it("the third order that fails holds the line until the desk releases it with a reason", async () => {
  const opened = await openDisc();
  const { admin, application } = opened;
  await returnOne(opened);
  await returnOne(opened, "refuse");
  await returnOne(opened);
  expect(await readVerdict(opened)).toMatchObject({ says: "yes" });
  await returnOne(opened);
  expect(await readVerdict(opened)).toEqual({ says: "not-known", why: "being-checked" });
  const [held] = await listHeld(opened);
  expect(held).toMatchObject({ _id: application._id, version: 2, text: expect.any(String) });
  expect(held?.failedOrders).toHaveLength(3);
  const countHeld = async () =>
    ((await admin.get("/api/overview")).body as Overview).toDo.heldApplications;
  expect(await countHeld()).toBeGreaterThan(0);

  const release = (body: object) =>
    admin.send("POST", `/api/applications/${application._id}/release`, body);
  expect(await release({ version: 2, because: "" })).toMatchObject({ status: 400 });
  expect(await release({ version: 1, because: "Measured" })).toMatchObject({ status: 409 });
  expect(await release({ version: 2, because: "Measured" })).toMatchObject({
    status: 200,
    body: { heldBecause: null, version: 3 },
  });
  expect(await release({ version: 3, because: "Again" })).toMatchObject({ status: 409 });
  expect(await readVerdict(opened)).toMatchObject({ says: "yes" });
  expect(await listHeld(opened)).toEqual([]);
  // It begins to count anew.
  await returnOne(opened);
  expect(await readVerdict(opened)).toMatchObject({ says: "yes" });

  // Nobody is asked to release an application of a deleted part.
  const others = (await countHeld()) ?? 0;
  const again = { heldBecause: "Came back once more" };
  await admin.send("PATCH", `/api/applications/${application._id}`, again);
  expect(await countHeld()).toBe(others + 1);
  await admin.send("DELETE", `/api/parts/${opened.disc.id}`);
  expect(await countHeld()).toBe(others);
});

it("two pieces of one order that come back apart count once", async () => {
  const opened = await openDisc();
  const { admin, disc, car } = opened;
  const { buyer, order } = await orderFor(opened, disc, car);
  await shipPieces(admin, order);
  await returnPiece(admin, buyer, order);
  await returnPiece(admin, buyer, order);
  await returnOne(opened);
  expect(await readVerdict(opened)).toMatchObject({ says: "yes" });
});

it("an import says of which orders the verdict would be another one", async () => {
  const opened = await openDisc();
  const { admin, disc, car } = opened;
  const { order } = await orderFor(opened, disc, car);
  const { body } = await admin.get(`/api/parts/${disc.id}/record`);
  const { number } = body as PartRecord;
  const columns = "part,make,model,year_from,conditions,position,held";
  const check = async (held: string) => {
    const file = `${columns}\n${number},Corvane,Arden,2014,engine=2.0,Front,${held}\n`;
    const found = await listFindings(admin, await checkFile(admin, "applications", file));
    return found.map(({ what }) => what).join();
  };
  expect(await check("Looked at")).toContain(
    `Order ${order.number} of the last 90 days: of ${number} for a 2014 Corvane Arden, “fits” would become “not known”`,
  );
  expect(await check("")).not.toContain("would become");
});
