// An order of the demo through basket and checkout, as the pages of the shop make it.
import type { Order } from "#contract/orders.ts";
import { bookReceipt } from "#server/modules/accounts/book-receipt.ts";
import { chargeOrder } from "#server/modules/accounts/charge-order.ts";
import { putIntoBasket } from "#server/modules/baskets/put-lines.ts";
import { checkoutHandlers } from "#server/modules/checkout/handlers.ts";
import { placeCheckout } from "#server/modules/checkout/place-checkout.ts";
import { issueDocuments } from "#server/modules/invoices/issue-documents.ts";
import { editShipment } from "#server/modules/shipments/edit-shipment.ts";
import { shipOrder } from "#server/modules/shipments/ship-order.ts";
import { matchWithdrawalJob } from "#server/modules/withdrawals/match-withdrawal.ts";
import { stateWithdrawal } from "#server/modules/withdrawals/state-withdrawal.ts";
import { newId } from "#server/platform/database/new-id.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { finishJob, leaseNext } from "#server/platform/jobs/store.ts";
import { type BasketOrder, basketAddresses } from "./basket-orders.ts";
import { demoCustomers } from "./demo-customers.ts";
import type { DemoReturn } from "./demo-orders.ts";
import { type DemoShop, findDemoPart, granted } from "./demo-shop.ts";
import { payWith } from "./order-steps.ts";
import { cards } from "./pay-by-card.ts";
import { returnSteps } from "./return-steps.ts";
import type { Step } from "./take-steps.ts";

const days = (count: number) => count * 86_400_000;

type People = { customer: SignedInCaller; admin: SignedInCaller };

export function basketSteps(
  shop: DemoShop,
  planned: BasketOrder,
  { customer, admin }: People,
): Step[] {
  const { by, daysAgo, onAccount, oldPartBack, withdrawn, sent } = planned;
  let order: Order | undefined;
  const known = () => {
    if (!order) throw new Error("The order is not placed yet");
    return order;
  };
  const params = () => ({ id: known()._id });
  const start = Date.now() - days(daysAgo);
  const step = (afterMs: number, take: Step["take"]): Step => ({
    at: new Date(start + afterMs),
    take,
  });
  const issue = () => issueDocuments(shop, known()._id, { isOld: true });
  const pay = async () => {
    order = onAccount
      ? await granted(chargeOrder(shop)({ params: params(), query: {}, body: undefined }, customer))
      : await granted(payWith(shop, customer, known(), cards.good));
    await issue();
  };
  const receive = (amount: number, on: Date, reference: string) => {
    const day = on.toISOString().slice(0, 10);
    const kind = "received" as const;
    const body = { key: newId(), kind, amount, on: day, reference };
    return granted(bookReceipt(shop)({ params: params(), query: {}, body }, admin));
  };
  const state = async ({ goods }: { goods: string }) => {
    const { email } = demoCustomers[by];
    await withdraw(shop, customer, { name: by, email, orderNumber: `${known().number}`, goods });
  };
  const oldPart: DemoReturn = {
    afterDays: 6,
    pieces: 1,
    reason: "core",
    note: "",
    ...(oldPartBack === "refunded" && { answers: { receive: 8, inspect: 8.1, close: 8.2 } }),
    found: { condition: "used", resolution: "refund" },
  };
  return [
    step(0, async () => {
      order = await placeBasket(shop, planned, customer);
    }),
    step(days(0.01), pay),
    ...(sent === "nothing" ? [] : parcel(shop, { known, step, admin }, sent)),
    ...(onAccount ?? []).map(({ afterDays, dollars, reference }) =>
      step(days(afterDays), () => receive(dollars, new Date(start + days(afterDays)), reference)),
    ),
    ...(oldPartBack ? returnSteps(shop, oldPart, { known, step, admin, customer }) : []),
    ...(withdrawn ? [step(days(withdrawn.afterDays), () => state(withdrawn))] : []),
  ];
}

async function placeBasket(
  shop: DemoShop,
  { by, lines: wanted }: BasketOrder,
  customer: SignedInCaller,
): Promise<Order> {
  const given = <Body>(body: Body) => ({ params: {}, query: {}, body });
  const lines = await Promise.all(
    wanted.map(async ([number, quantity]) => ({
      part: (await findDemoPart(shop, number))._id,
      quantity,
    })),
  );
  await granted(putIntoBasket(shop)(given({ lines }), customer));
  const to = basketAddresses[by];
  if (!to) throw new Error(`${by} has no address for a parcel`);
  const address = { ...to, name: by, phone: demoCustomers[by].phone };
  const { quote } = await granted(checkoutHandlers(shop).edit(given({ address }), customer));
  const body = { key: newId(), expectedTotal: quote.total };
  return granted(placeCheckout(shop)(given(body), customer));
}

type Parcel = {
  known: () => Order;
  step: (afterMs: number, take: Step["take"]) => Step;
  admin: SignedInCaller;
};

function parcel(
  shop: DemoShop,
  { known, step, admin }: Parcel,
  sent: "first line" | undefined,
): Step[] {
  let id = "";
  const ship = async () => {
    const { _id, number, lines } = known();
    const [first] = lines;
    const body = {
      key: newId(),
      carrier: "Nordbud",
      tracking: `7003 ${String(number).padStart(8, "0")}`,
      trackingUrl: `https://nordbud.example/${number}`,
      ...(sent && first && { lines: [{ line: first._id, quantity: first.quantity }] }),
    };
    const { reply } = await granted(shipOrder(shop, { id: _id, body, caller: admin }));
    id = reply._id;
  };
  const deliver = () => {
    const body = { state: "delivered" } as const;
    return granted(editShipment(shop)({ params: { id }, query: {}, body }, admin));
  };
  return [step(days(1.2), ship), ...(sent ? [] : [step(days(4.2), deliver)])];
}

type Statement = { name: string; email: string; orderNumber: string; goods: string };

/** Its order is looked for here, because the shop that starts would send a letter. */
export async function withdraw(shop: DemoShop, by: Caller, statement: Statement): Promise<void> {
  const body = { key: newId(), ...statement };
  await granted(stateWithdrawal(shop)({ params: {}, query: {}, body }, by));
  const { kind, payload, run } = matchWithdrawalJob(shop);
  const job = await leaseNext(shop.db, [{ kind, isUrgentOnly: false }]);
  if (!job) throw new Error("The withdrawal has no job");
  const { id, attempts: attempt, createdAt } = job;
  await run(payload.parse(job.payload), { id, attempt, createdAt, signal: shop.stopping });
  await finishJob(shop.db, job);
}
