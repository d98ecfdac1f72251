// Counts in a file below what orders hold.
import { expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { payOrder } from "#tests/basket-order.ts";
import { changeOrder } from "#tests/builders/order.ts";
import { applyImport, checkFile, findImport, listFindings, undoImport } from "#tests/imports.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { sharePayingShop } from "#tests/paying-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

const openShop = sharePayingShop();

let opened = 0;

async function open() {
  opened++;
  const [name, otherName] = [`PW-7${opened}01`, `PW-7${opened}02`];
  const shop = await openShop();
  const [admin, buyer] = [await signUpAdmin(shop), await signUp(shop)];
  const [part, other] = [
    await aStockedPart(shop, { availablQuantity: 100, number: name }),
    await aStockedPart(shop, { availablQuantity: 100, number: otherName }),
  ];
  const place = (quantity: number, of = part) => placeOrder(buyer, of, { quantity });
  const stockOf = async ({ id } = part) => (await admin.get(`/api/parts/${id}/stock`)).body;
  const check = (count: number, ofOther?: number) => {
    const more = ofOther === undefined ? "" : `${otherName},${ofOther}\n`;
    return checkFile(admin, "stock", `part,on_hand\n${name},${count}\n${more}`);
  };
  const heldUntil = async ({ _id }: Order) =>
    ((await buyer.get(`/api/orders/${_id}`)).body as Order).heldUntil;
  return { shop, admin, buyer, part, other, place, stockOf, check, heldUntil };
}

it("takes back the newest holds, says before how many, and undoes the count", async () => {
  const { shop, admin, buyer, other, place, stockOf, check, heldUntil } = await open();
  const paid = await place(10);
  await payOrder(shop, buyer, paid);
  const [older, newer] = [await place(10), await place(10)];
  const [first, second] = [await place(7, other), await place(7, other)];
  const checked = await check(25, 3);
  expect(await listFindings(admin, checked)).toEqual([
    {
      line: 2,
      grade: "confirm",
      what: "Orders have reserved 30 pieces, so 1 unpaid order loses what is held for it",
    },
    {
      line: 3,
      grade: "confirm",
      what: "Orders have reserved 14 pieces, so 2 unpaid orders lose what is held for them",
    },
  ]);
  const unconfirmed = { leaveOut: false, confirmed: false };
  expect(await admin.send("POST", `/api/imports/${checked._id}/apply`, unconfirmed)).toMatchObject({
    status: 409,
  });
  expect(await applyImport(admin, checked)).toMatchObject({ state: "applied", problem: null });
  expect(await stockOf()).toMatchObject({ onHand: 25, reserved: 20, availablQuantity: 5 });
  expect(await stockOf(other)).toMatchObject({ onHand: 3, reserved: 0, availablQuantity: 3 });
  expect(await heldUntil(older)).toBeDefined();
  for (const lost of [newer, first, second]) expect(await heldUntil(lost)).toBeUndefined();
  expect((await undoImport(admin, checked)).state).toBe("undone");
  expect(await stockOf()).toMatchObject({ onHand: 100, reserved: 20, availablQuantity: 80 });
  expect(await stockOf(other)).toMatchObject({ onHand: 100, reserved: 0, availablQuantity: 100 });
});

it("leaves paid orders, and those being paid, what they have reserved", async () => {
  const { shop, admin, buyer, place, stockOf, check } = await open();
  const [paid, processing] = [await place(10), await place(5)];
  await payOrder(shop, buyer, paid);
  await changeOrder(shop.shop.db, processing, { paymentState: "processing" });
  await place(2);
  expect(await listFindings(admin, await check(14))).toEqual([
    {
      line: 2,
      grade: "line",
      what: "Orders have reserved 17 pieces, and too few of them are unpaid",
    },
  ]);
  const checked = await check(15);
  expect(await listFindings(admin, checked)).toMatchObject([{ grade: "confirm" }]);
  // Meanwhile the bank begins to confirm more.
  await changeOrder(shop.shop.db, await place(2), { paymentState: "processing" });
  await applyImport(admin, checked);
  expect(await findImport(admin, checked._id)).toMatchObject({ state: "checked" });
  expect(await stockOf()).toMatchObject({ onHand: 100, reserved: 19 });
});

it("counts parts that are there, and adds none", async () => {
  const { admin } = await open();
  const checked = await checkFile(admin, "stock", "part,on_hand\nPW-NOT-THERE,5\n");
  expect(await listFindings(admin, checked)).toEqual([
    expect.objectContaining({
      line: 2,
      grade: "line",
      what: expect.stringContaining("PW-NOT-THERE"),
    }),
  ]);
  const answer = await admin.send("POST", `/api/imports/${checked._id}/apply`, {
    leaveOut: true,
    confirmed: false,
  });
  expect(answer.status).toBe(409);
  const parts = (await admin.get("/api/parts")).body as { number: string }[];
  expect(parts.map(({ number }) => number)).not.toContain("PW-NOT-THERE");
});
