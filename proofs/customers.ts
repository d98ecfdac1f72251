// Customers who repeat each request until it is answered, and remember what was acknowledged.
import { setTimeout as sleep } from "node:timers/promises";
import type { Order } from "#contract/orders.ts";
import type { OpenCardProvider } from "#tests/open-card-provider.ts";
import { orderRequest, type StockedPart } from "#tests/orders.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { pick, random, randomBelow } from "#tests/random.ts";
import { intentIn } from "./orders.ts";
import type { Shop } from "./start-shop.ts";

export type Acknowledged = {
  key: string;
  order: Order;
  said: "placed" | "paid" | "cancelled";
  intent?: string;
};

export type Customer = {
  person: SignedIn;
  part: StockedPart;
  cards: OpenCardProvider;
  /** Shared by all customers of a shop, and so are the methods of requests that were cut off. */
  acknowledged: Acknowledged[];
  cutOff: string[];
  /** Requests that are not answered yet. */
  open: Set<symbol>;
};

type Answer = { status: number; body: unknown };

export async function openCustomers(
  shop: Pick<Shop, "request" | "cards">,
  parts: readonly StockedPart[],
): Promise<[Customer, ...Customer[]]> {
  const shared = { cards: shop.cards, acknowledged: [], cutOff: [], open: new Set<symbol>() };
  const customers: Customer[] = [];
  for (const part of parts) customers.push({ ...shared, part, person: await signUp(shop) });
  return customers as [Customer, ...Customer[]];
}

export async function sendUntilAnswered(
  { person, cutOff, open }: Pick<Customer, "person" | "cutOff" | "open">,
  ...[method, path, body]: Parameters<SignedIn["send"]>
): Promise<Answer> {
  const until = performance.now() + 60_000;
  for (;;) {
    const request = Symbol(path);
    open.add(request);
    const sending = person.send(method, path, body).finally(() => open.delete(request));
    const answer = await sending.catch((error) => {
      // A broken connection says nothing; an answer that breaks the contract is another matter.
      if (error instanceof TypeError || error instanceof DOMException) return String(error.cause);
      throw error;
    });
    if (typeof answer !== "string" && answer.status < 500) return answer;
    if (performance.now() > until) {
      throw new Error(`${method} ${path} is not answered: ${JSON.stringify(answer)}`);
    }
    if (typeof answer === "string" && !answer.includes("ECONNREFUSED")) cutOff.push(method);
    await sleep(20 + 60 * random());
  }
}

function bodyOf<Body>({ status, body }: Answer): Body {
  if (status !== 200) throw new Error(`The shop answered ${status}: ${JSON.stringify(body)}`);
  return body as Body;
}

export async function place(customer: Customer): Promise<Acknowledged> {
  const { person, part, acknowledged } = customer;
  const wanted = orderRequest(person, part, { quantity: 2 + randomBelow(3) });
  const order = bodyOf<Order>(await sendUntilAnswered(customer, "POST", "/api/orders", wanted));
  const placed: Acknowledged = { key: wanted.key ?? "", order, said: "placed" };
  acknowledged.push(placed);
  // Now and then a page is reloaded, and sends it again.
  if (random() < 0.3) {
    const again = bodyOf<Order>(await sendUntilAnswered(customer, "POST", "/api/orders", wanted));
    // Another order would be one too many: that one is missing then.
    if (again._id !== order._id) acknowledged.push({ ...placed, order: again });
  }
  return placed;
}

export async function beginPayment(customer: Customer, { order }: Acknowledged): Promise<string> {
  const asked = { order: order._id, price: order.totalPrice };
  const answer = await sendUntilAnswered(customer, "POST", "/api/create-payment-intent", asked);
  return bodyOf<{ clientSecret: string }>(answer).clientSecret;
}

export async function charge({ cards }: Customer, secret: string): Promise<void> {
  const { body } = await cards.pay(secret);
  if (body.status !== "succeeded") throw new Error(`The card was not charged: ${body.error?.code}`);
}

export async function report(
  customer: Customer,
  placed: Acknowledged,
  secret: string,
): Promise<void> {
  const { _id, totalPrice: price } = placed.order;
  const intent = intentIn(secret);
  const reported = { order: _id, price, transactionId: intent };
  bodyOf<Order>(await sendUntilAnswered(customer, "PATCH", `/api/orders/${_id}`, reported));
  Object.assign(placed, { said: "paid", intent });
}

export async function cancel(customer: Customer, placed: Acknowledged): Promise<void> {
  const answer = await sendUntilAnswered(customer, "DELETE", `/api/orders/${placed.order._id}`);
  const text = JSON.stringify(answer.body);
  if (answer.status === 200 || text.includes("cancelled already")) placed.said = "cancelled";
  else if (!text.includes("paid just now")) throw new Error(`It cannot be cancelled: ${text}`);
}

export async function payAndReport(customer: Customer): Promise<Acknowledged> {
  const placed = await place(customer);
  const secret = await beginPayment(customer, placed);
  await charge(customer, secret);
  await report(customer, placed, secret);
  return placed;
}

export type Scenario = (customer: Customer) => Promise<unknown>;

export const cancelPaid: Scenario = async (customer) =>
  cancel(customer, await payAndReport(customer));

/** What becomes of orders; what is listed twice happens twice as often. */
const scenarios: Scenario[] = [
  place,
  async (customer) => cancel(customer, await place(customer)),
  payAndReport,
  payAndReport,
  async (customer) => charge(customer, await beginPayment(customer, await place(customer))),
  cancelPaid,
  cancelPaid,
  // Paid in one tab and cancelled in another, at the same moment.
  async (customer) => {
    const placed = await place(customer);
    const secret = await beginPayment(customer, placed);
    await Promise.all([charge(customer, secret).catch(() => {}), cancel(customer, placed)]);
  },
];

export async function keepBuying(
  customer: Customer,
  isOver: () => boolean,
  { from = scenarios, pauseMs = 40 } = {},
): Promise<void> {
  while (!isOver()) {
    await pick(from)(customer);
    await sleep(pauseMs * random());
  }
}

export async function whileBuying<Result>(
  customers: readonly Customer[],
  work: () => Promise<Result>,
  options: Parameters<typeof keepBuying>[2] = {},
): Promise<Result> {
  let isOver = false;
  const buying = Promise.all(customers.map((each) => keepBuying(each, () => isOver, options)));
  const failed = buying.then(() => new Promise<never>(() => {}));
  try {
    return await Promise.race([work(), failed]);
  } finally {
    isOver = true;
    await buying;
  }
}
