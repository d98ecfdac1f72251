import { expect, it } from "vitest";
import { recordLetters, waitUntilLettersSent } from "#tests/builders/letter.ts";
import { changeOrder } from "#tests/builders/order.ts";
import { timeAgo, timeFromNow } from "#tests/builders/time.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { readLetters } from "#tests/outbox.ts";
import { signUp } from "#tests/people.ts";
import { warnOfExpiry } from "./warn-of-expiry.ts";

it("writes once that parts are reserved for a few minutes more, with the link to pay", async () => {
  const shop = await openShop();
  const buyer = await signUp(shop);
  const part = await aStockedPart(shop, { name: "Disc" });
  const lettersAbout = await recordLetters(shop);
  const context = shop.shop;
  const [ending, fresh, cancelled] = [
    await placeOrder(buyer, part),
    await placeOrder(buyer, part),
    await placeOrder(buyer, part),
  ];
  const almostOver = {
    createdAt: timeAgo({ minutes: 50 }),
    holdUntil: timeFromNow({ minutes: 10 }),
  };
  for (const order of [ending, cancelled]) await changeOrder(context.db, order, almostOver);
  await buyer.send("DELETE", `/api/orders/${cancelled._id}`);
  await warnOfExpiry(context);
  await warnOfExpiry(context);
  const warned = async ({ _id }: { _id: string }) =>
    (await lettersAbout(_id)).filter((kind) => kind === "hold-ending").length;
  expect(await Promise.all([ending, fresh, cancelled].map(warned))).toEqual([1, 0, 0]);
  await waitUntilLettersSent(shop);
  const letter = (await readLetters(shop)).find((each) => each.includes("Reserved for a few"));
  expect(letter).toContain(`/dashboard/payment/${ending._id}`);
  const off = { ...context, env: { ...context.env, RESERVATION_LETTER_MINUTES: 0 } };
  await changeOrder(context.db, fresh, almostOver);
  await warnOfExpiry(off);
  expect(await warned(fresh)).toBe(0);
});
