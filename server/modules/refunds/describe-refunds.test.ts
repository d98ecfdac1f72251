import { expect, it } from "vitest";
import { describeRefunds, type RefundInLetter } from "./describe-refunds.ts";

const on = (day: number) => new Date(Date.UTC(2027, 0, day, 12));

const aRefund = (given: Partial<RefundInLetter>): RefundInLetter => ({
  id: crypto.randomUUID(),
  paymentId: "first",
  amountCents: 1_000,
  reason: "goodwill",
  note: "",
  status: "succeeded",
  method: "card",
  doneAt: on(5),
  isOfOrder: true,
  ...given,
});

const tell = (...refunds: RefundInLetter[]) => describeRefunds(refunds, "the order", "UTC");

it("says in which way money went back", () => {
  expect(tell(aRefund({}))).toEqual({
    amount: "$10.00",
    when: "was sent back to your card on 5 January 2027 at 12:00 UTC. Banks take up to ten days to show it",
    why: "",
  });
  expect(tell(aRefund({ status: "elsewhere" }))?.when).toBe(
    "was paid back to you on 5 January 2027 at 12:00 UTC",
  );
  const onAccount = aRefund({ method: "account" });
  expect(tell(onAccount)?.when).toBe("was credited to your company for this order");
  expect(tell(onAccount, onAccount)?.when).toMatch(/ in 2 parts$/);
});

it("says nothing of refunds that are not done, or not done any more", () => {
  const open = aRefund({ status: "wanted", doneAt: null });
  expect(tell(open)).toBeUndefined();
  expect(describeRefunds([open, aRefund({})], open.id, "UTC")).toBeUndefined();
  expect(tell(open, aRefund({}))?.amount).toBe("$10.00");
});

it("counts to one refund the earlier ones of the same payment", () => {
  const second = aRefund({ doneAt: on(6), amountCents: 2_000 });
  const all = [
    aRefund({}),
    second,
    aRefund({ doneAt: on(7) }),
    aRefund({ paymentId: "second", reason: "second", amountCents: 9_100 }),
  ];
  expect(describeRefunds(all, second.id, "UTC")).toMatchObject({
    amount: "$20.00",
    when: expect.stringContaining("With it, $30.00 of this order has been refunded."),
    why: "",
  });
  expect(describeRefunds(all, all[3]?.id ?? "", "UTC")).toMatchObject({
    amount: "$91.00",
    when: expect.not.stringContaining("With it"),
    why: "The order had been paid already.",
  });
});
