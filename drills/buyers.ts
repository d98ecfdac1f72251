// Customers who want what they want: whatever the shop does, they ask again until they are answered,
// and note what they were told.
import { setTimeout as sleep } from "node:timers/promises";
import type { Order } from "#contract/orders.ts";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/store.ts";
import type { Connection } from "#server/platform/database/connect.ts";
import type { OpenCardProvider } from "#tests/open-card-provider.ts";
import { orderRequest, type StockedPart } from "#tests/orders.ts";
import { intentIdOf } from "#tests/paying-shop.ts";
import type { SignedIn } from "#tests/people.ts";
import type { Promised } from "./promises.ts";
import { random } from "./seed.ts";

type Answer = { status: number; body: unknown };

/** A customer, what they buy, what they were told, and which calls broke off on the way. */
export type Buyer = {
  person: SignedIn;
  part: StockedPart;
  cards: OpenCardProvider;
  promises: Promised[];
  cut: string[];
};

export async function stockPart(
  { db }: Connection,
  name: string,
  availablQuantity = 100_000,
): Promise<StockedPart> {
  const part = { name, priceCents: 4_550, minimumQuantity: 1, availablQuantity };
  return { ...part, id: await addPart(db, aPart(part)) };
}

/** Asks the same until the shop says yes or no. */
export async function insist(
  { person, cut }: Pick<Buyer, "person" | "cut">,
  ...[method, path, body]: Parameters<SignedIn["send"]>
): Promise<Answer> {
  const until = performance.now() + 60_000;
  for (;;) {
    const answer = await person.send(method, path, body).catch((error) => {
      // What broke off says nothing; what is not as the contract has it is another matter.
      if (error instanceof TypeError || error instanceof DOMException) return String(error.cause);
      throw error;
    });
    if (typeof answer !== "string" && answer.status < 500) return answer;
    if (performance.now() > until) {
      throw new Error(`${method} ${path} is not answered: ${JSON.stringify(answer)}`);
    }
    if (typeof answer === "string" && !answer.includes("ECONNREFUSED")) cut.push(method);
    await sleep(20 + 60 * random());
  }
}

export async function place(buyer: Buyer): Promise<Promised> {
  const { person, part, promises } = buyer;
  const wanted = orderRequest(person, part, { quantity: 2 + Math.floor(3 * random()) });
  const order = must<Order>(await insist(buyer, "POST", "/api/orders", wanted));
  const promised: Promised = { key: wanted.key ?? "", order, said: "placed" };
  promises.push(promised);
  // As a browser whose page was reloaded.
  if (random() < 0.3) {
    const again = must<Order>(await insist(buyer, "POST", "/api/orders", wanted));
    // One of the two is not there then.
    if (again._id !== order._id) promises.push({ ...promised, order: again });
  }
  return promised;
}

export async function secretOf(buyer: Buyer, { order }: Promised): Promise<string> {
  const asked = { order: order._id, price: order.totalPrice };
  const answer = await insist(buyer, "POST", "/api/create-payment-intent", asked);
  return must<{ clientSecret: string }>(answer).clientSecret;
}

export async function charge({ cards }: Buyer, secret: string): Promise<void> {
  const { body } = await cards.pay(secret);
  if (body.status !== "succeeded") throw new Error(`The card was not charged: ${body.error?.code}`);
}

export async function tell(buyer: Buyer, promised: Promised, secret: string): Promise<void> {
  const { order } = promised;
  const transactionId = intentIdOf(secret);
  const said = { order: order._id, price: order.totalPrice, transactionId };
  must<Order>(await insist(buyer, "PATCH", `/api/orders/${order._id}`, said));
  Object.assign(promised, { said: "paid", intent: transactionId });
}

/** Where it was just paid, the customer may leave it at that. */
export async function cancel(buyer: Buyer, promised: Promised): Promise<void> {
  const answer = await insist(buyer, "DELETE", `/api/orders/${promised.order._id}`);
  const says = JSON.stringify(answer.body);
  if (answer.status === 200 || says.includes("cancelled already")) promised.said = "cancelled";
  else if (!says.includes("paid just now")) throw new Error(`It cannot be cancelled: ${says}`);
}

function must<Body>({ status, body }: Answer): Body {
  if (status !== 200) throw new Error(`The shop said ${status}: ${JSON.stringify(body)}`);
  return body as Body;
}

export type Story = (buyer: Buyer) => Promise<unknown>;

/** What becomes of orders; what is told more often happens more often. */
const stories: Story[] = [
  place,
  async (buyer) => cancel(buyer, await place(buyer)),
  payAndTell,
  payAndTell,
  async (buyer) => payAndLeave(buyer, await place(buyer)),
  async (buyer) => cancel(buyer, await payAndTell(buyer)),
  async (buyer) => cancel(buyer, await payAndTell(buyer)),
  changeOnesMind,
];

async function payAndTell(buyer: Buyer): Promise<Promised> {
  const promised = await place(buyer);
  const secret = await secretOf(buyer, promised);
  await charge(buyer, secret);
  await tell(buyer, promised, secret);
  return promised;
}

/** Only the provider tells the shop. */
async function payAndLeave(buyer: Buyer, promised: Promised): Promise<void> {
  await charge(buyer, await secretOf(buyer, promised));
}

/** In another tab, at the same moment. */
async function changeOnesMind(buyer: Buyer): Promise<void> {
  const promised = await place(buyer);
  const secret = await secretOf(buyer, promised);
  await Promise.all([charge(buyer, secret).catch(() => {}), cancel(buyer, promised)]);
}

/** One after the other, with up to so long a rest between, until it is enough. */
export async function keepBuying(buyer: Buyer, isEnough: () => boolean, told = stories, rest = 40) {
  while (!isEnough()) {
    await told[Math.floor(random() * told.length)]?.(buyer);
    await sleep(rest * random());
  }
}
