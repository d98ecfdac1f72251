// Core deposits: charged = open + refunded + forfeited, whatever happens to an order.
import { describe, expect, it } from "vitest";
import type { Return } from "#contract/returns.ts";
import {
  core,
  firstDeposit,
  forfeitInDays,
  listDeposits,
  openWithDeposits,
  refundDeposit,
} from "#tests/deposits.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { cards } from "#tests/open-card-provider.ts";
import { openPayingShop, runDueJobs, sharePayingShop } from "#tests/paying-shop.ts";
import { signUp } from "#tests/people.ts";
import {
  asked,
  askReturn,
  closeReturn,
  inspected,
  shipPieces,
  taken,
  takeStep,
} from "#tests/returns.ts";

const share = sharePayingShop({ webhooks: "hold" });

describe("a core deposit", () => {
  it("is charged by paying, and refunded for the old part", async () => {
    const { shop, buyer, admin, order } = await openWithDeposits(await share());
    const charged = { part: "Caliper", pieces: 4, openPieces: 4, charged: 160, open: 160 };
    const before = await firstDeposit(buyer);
    expect(before).toMatchObject({ ...charged, refunded: 0, until: null, returnable: 0 });
    expect((await askReturn(buyer, order, core(before, 1))).body).toMatchObject({
      error: { code: "nothing-to-return" },
    });
    await shipPieces(admin, order);
    expect((await askReturn(buyer, order, core(before, 5))).status).toBe(409);
    const { body } = await askReturn(buyer, order, core(before, 3));
    const wanted = body as Return;
    expect(wanted).toMatchObject({ kind: "core", state: "approved" });
    expect(await firstDeposit(buyer)).toMatchObject({ open: 160, returnable: 1 });
    const line = before._id;
    const received = await taken(admin, wanted, {
      step: "receive",
      lines: [{ line, pieces: 2 }],
    });
    const found = { line, scrap: 2, condition: "used", resolution: "refund" };
    const shelved = { step: "inspect", lines: [{ ...found, restock: 1, scrap: 1 }] };
    expect((await takeStep(admin, received, shelved)).status).toBe(400);
    const looked = await taken(admin, received, {
      step: "inspect",
      lines: [{ ...found, restock: 0 }],
    });
    expect((await closeReturn(admin, looked)).body).toMatchObject({ refund: { amount: 80 } });
    expect(await firstDeposit(buyer)).toMatchObject({
      open: 80,
      refunded: 80,
      received: 2,
      openPieces: 2,
      returnable: 2,
      until: expect.any(String),
    });
    const listed = await admin.get(`/api/deposits?q=${order.number}`);
    const isCaliper = expect.objectContaining({ part: "Caliper", open: 80 });
    expect(listed.body).toEqual(expect.arrayContaining([isCaliper]));
    const stranger = await signUp(shop);
    expect((await askReturn(stranger, order, core(before, 1))).status).toBe(404);
    expect(await listDeposits(stranger)).toEqual([]);
    expect((await stranger.get("/api/deposits")).status).toBe(403);
    await expectReconciled(shop);
  });

  it("is forfeited after its days, unless the old part is on its way; a late refund is possible", async () => {
    const { shop, buyer, admin, order } = await openWithDeposits(
      await openPayingShop({ webhooks: "hold" }),
    );
    const line = order.lines.find(({ name }) => name === "Caliper")?._id ?? "";
    // Before anything is sent, and while a caliper and the starters are still to be sent.
    for (const quantity of [0, 3]) {
      if (quantity > 0) await shipPieces(admin, order, [{ line, quantity }]);
      await forfeitInDays(shop, 1_000);
      expect(await listDeposits(buyer)).toMatchObject([
        { open: 160, until: null, returnable: quantity },
        { open: 75.15, until: null },
      ]);
    }
    await shipPieces(admin, order, [{ line, quantity: 1 }]);
    expect(await listDeposits(buyer)).toMatchObject([
      { until: expect.any(String) },
      { until: null },
    ]);
    await shipPieces(admin, order);
    await forfeitInDays(shop, 89);
    const [caliper, starter] = await listDeposits(buyer);
    if (!caliper || !starter) throw new Error("Two deposits were charged");
    expect((await askReturn(buyer, order, core(caliper, 1))).status).toBe(200);
    await forfeitInDays(shop, 91);
    expect(await listDeposits(buyer)).toMatchObject([
      { open: 160, forfeited: 0 },
      { open: 0, forfeited: 75.15, openPieces: 0, returnable: 0, until: null },
    ]);
    expect((await askReturn(buyer, order, core(starter, 1))).status).toBe(409);
    expect((await refundDeposit(admin, order, starter._id, 2)).status).toBe(200);
    expect((await listDeposits(buyer))[1]).toMatchObject({
      charged: 75.15,
      refunded: 50.1,
      forfeited: 25.05,
      open: 0,
    });
    await expectReconciled(shop);
  });

  it("is given back once, also where the new part comes back after the old one", async () => {
    const { shop, buyer, admin, order } = await openWithDeposits(await share());
    await shipPieces(admin, order);
    expect((await refundDeposit(admin, order, (await firstDeposit(buyer))._id, 2)).status).toBe(
      200,
    );
    const caliper = order.lines.find(({ name }) => name === "Caliper");
    if (!caliper) throw new Error("Calipers were ordered");
    for (const [quantity, deposits] of [
      [3, 80],
      [1, 0],
    ] as const) {
      const wanted = await asked(buyer, order, [{ line: caliper._id, quantity }]);
      expect(await closeReturn(admin, await inspected(admin, wanted))).toMatchObject({
        status: 200,
        body: { refund: { amount: (quantity * caliper.total) / caliper.quantity + deposits } },
      });
    }
    expect(await firstDeposit(buyer)).toMatchObject({ open: 0, refunded: 160 });
    await expectReconciled(shop);
  });

  it("is open again when its refund fails for good", async () => {
    const { shop, buyer, admin, order } = await openWithDeposits(await share(), cards.disputed);
    const { _id: line } = await firstDeposit(buyer);
    expectWarning(/refused refund/);
    await refundDeposit(admin, order, line, 1);
    for (let tries = 0; tries < 4; tries++) await runDueJobs(shop);
    expect(await firstDeposit(buyer)).toMatchObject({ open: 160, refunded: 0, openPieces: 4 });
  });
});
