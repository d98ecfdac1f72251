// What happens to an order of the demo, by the functions that do it for customers and admins.
import type { Order } from "#contract/orders.ts";
import { toCents, toDollars } from "#contract/rules/money.ts";
import { expireHolds } from "#server/modules/inventory/reserve.ts";
import { issueDocuments } from "#server/modules/invoices/issue-documents.ts";
import { placeOrder } from "#server/modules/orders/place-order.ts";
import { cancelOrder } from "#server/modules/paying/cancel-order.ts";
import { closeUnpaidOrders } from "#server/modules/paying/close-unpaid-orders.ts";
import { createIntent } from "#server/modules/paying/create-intent.ts";
import { payOrder } from "#server/modules/paying/pay-order.ts";
import { handleDisputeEvent } from "#server/modules/payments/handle-dispute-event.ts";
import { refundOrder } from "#server/modules/refunds/refund-order.ts";
import { savePartReview } from "#server/modules/reviews/save-part-review.ts";
import { writeReview } from "#server/modules/reviews/write-review.ts";
import { newId } from "#server/platform/database/new-id.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { demoCustomers } from "./demo-customers.ts";
import type { DemoOrder } from "./demo-orders.ts";
import { type DemoShop, findDemoPart, granted } from "./demo-shop.ts";
import { deskSteps } from "./desk-steps.ts";
import { parcelSteps } from "./parcel-steps.ts";
import { cards, payByCard } from "./pay-by-card.ts";
import type { Step } from "./take-steps.ts";

type People = { customer: SignedInCaller; admin: SignedInCaller };

const days = (count: number) => count * 86_400_000;
const minutes = (count: number) => count * 60_000;

export function orderSteps(shop: DemoShop, planned: DemoOrder, people: People): Step[] {
  const { customer, admin } = people;
  const { outcome, review, ofShop } = planned;
  let order: Order | undefined;
  const known = () => {
    if (!order) throw new Error("The order is not placed yet");
    return order;
  };
  const params = () => ({ id: known()._id });
  const start = Date.now() - days(planned.daysAgo);
  const step = (afterMs: number, take: Step["take"]): Step => ({
    at: new Date(start + afterMs),
    take,
  });

  const cancel = (by: SignedInCaller) =>
    granted(cancelOrder(shop)({ params: params(), query: {}, body: undefined }, by));
  const refund = (of: object, note: string) => {
    const body = { key: newId(), reason: "goodwill", note, ...of } as const;
    return granted(refundOrder(shop)({ params: params(), query: {}, body }, admin));
  };
  const dispute = (state: string) => {
    const { transactionId: intentId = "" } = known();
    const createdAt = new Date(start + days(5));
    return handleDisputeEvent(shop, { intentId, state, createdAt });
  };
  const withDocuments = async (work: Promise<unknown>) => {
    await work;
    await issueDocuments(shop, known()._id, { isOld: true });
  };
  const pay = step(minutes(4), async () => {
    order = await granted(payWith(shop, customer, known(), cards.good));
    await issueDocuments(shop, order._id, { isOld: true });
  });
  const parcels = parcelSteps(shop, planned, { known, step, admin });
  const isLeft = [
    step(minutes(62), () => expireHolds(shop.db)),
    step(days(14) + minutes(1), () => closeUnpaidOrders(shop)),
  ];

  function outcomeSteps(): Step[] {
    if (outcome === undefined) return [pay, ...parcels];
    if (outcome === "unpaid") return isLeft;
    if (outcome === "declined")
      return [step(minutes(6), () => payWith(shop, customer, known(), cards.declined)), ...isLeft];
    if (outcome === "cancelled") return [step(minutes(35), () => cancel(customer))];
    if (outcome === "returned")
      return [pay, step(days(1.1), () => withDocuments(cancel(customer)))];
    if (outcome === "stopped") return [pay, step(days(0.8), () => withDocuments(cancel(admin)))];
    if (outcome === "disputed")
      return [
        pay,
        ...parcels,
        step(days(5), () => dispute("needs_response")),
        step(days(11), () => dispute("won")),
      ];
    return [
      pay,
      ...parcels,
      step(days(4.5), () => withDocuments(refund(...toRefund(outcome, known())))),
    ];
  }

  return [
    step(0, async () => {
      order = await place(shop, planned, customer);
    }),
    ...outcomeSteps(),
    ...deskSteps(shop, planned, { known, step, ...people }),
    ...(review ? [step(days(6.2), () => writeOfPart(shop, customer, known(), review))] : []),
    ...(ofShop ? [step(days(7.4), () => writeOfShop(shop, customer, ofShop))] : []),
  ];
}

type Refunding = Extract<DemoOrder["outcome"], object>;

function toRefund(outcome: Refunding, { lines }: Order): [object, string] {
  if ("dollars" in outcome) return [{ amount: outcome.dollars }, outcome.note];
  if ("all" in outcome) return [{ reason: "return" }, outcome.all];
  const line = { line: lines[0]?._id ?? "", quantity: outcome.pieces };
  return [{ lines: [line], reason: "return" }, outcome.note];
}

async function place(
  shop: DemoShop,
  { by, part: number, quantity }: DemoOrder,
  customer: SignedInCaller,
): Promise<Order> {
  const { email, phone, address } = demoCustomers[by];
  const { _id: part, name: productName, price } = await findDemoPart(shop, number);
  const totalPrice = toDollars(toCents(price) * quantity);
  const what = { part, productName, quantity, totalPrice, key: newId() };
  const body = { name: by, email, phone, address, ...what };
  return granted(placeOrder(shop)({ params: {}, query: {}, body }, customer));
}

export async function payWith(
  shop: DemoShop,
  customer: SignedInCaller,
  order: Order,
  card: string,
) {
  const { _id: id, totalPrice: price } = order;
  const { STRIPE_API_URL: url, STRIPE_PUBLISHABLE_KEY: publishableKey = "" } = shop.env;
  const intent = { params: {}, query: {}, body: { order: id, price } };
  const { clientSecret } = await granted(createIntent(shop)(intent, customer));
  const transactionId = await payByCard({ url, publishableKey, clientSecret }, card);
  const paid = { params: { id }, query: {}, body: { order: id, price, transactionId } };
  return payOrder(shop)(paid, customer);
}

type Written = readonly [ratting: number, text: string];

function writeOfPart(
  shop: DemoShop,
  customer: SignedInCaller,
  { part: id }: Order,
  [ratting, description]: Written,
) {
  const body = { name: "", ratting, description, picture: "" };
  return granted(savePartReview(shop)({ params: { id }, query: {}, body }, customer));
}

function writeOfShop(shop: DemoShop, { person }: SignedInCaller, [ratting, description]: Written) {
  return granted(writeReview(shop, person, { name: "", ratting, img: "", description }));
}
