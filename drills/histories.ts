// What sixteen people do at once to a few parts: order, pay, cancel, and count the stock anew. What
// the shop answers is all that the model knows; it is compared with what the shop keeps.
import { sql } from "drizzle-orm";
import type { NewOrder, Order } from "#contract/orders.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { aStockedPart, orderRequest, type StockedPart } from "#tests/orders.ts";
import { intentIdOf, type PayingShop } from "#tests/paying-shop.ts";
import { addCrowd, type Member } from "./crowd.ts";
import { timed } from "./measure.ts";
import { random } from "./seed.ts";

const actors = 16;
const whoAreAdmins = 3;

type Known = { order: Order; owner: Member; cancelled: number; paid: boolean };

export type World = {
  shop: PayingShop;
  parts: StockedPart[];
  crowd: Member[];
  /** By what was answered. */
  orders: Map<string, Known>;
  /** By how much the stock of each part was changed by hand. */
  edits: Map<string, number>;
  /** Answers that nobody should ever get. */
  odd: string[];
};

export async function openWorld(shop: PayingShop): Promise<World> {
  const parts: StockedPart[] = [];
  for (const availablQuantity of [5, 12, 20, 40, 80, 160]) {
    const minimumQuantity = parts.length % 3;
    const name = `Part ${parts.length}`;
    parts.push(await aStockedPart(shop, { name, availablQuantity, minimumQuantity }));
  }
  const crowd = await addCrowd(shop, actors);
  const admins = crowd.slice(0, whoAreAdmins).map(({ user }) => user._id);
  await shop.shop.db.execute(sql`update users set role = 'admin' where id in ${admins}`);
  return { shop, parts, crowd, orders: new Map(), edits: new Map(), odd: [] };
}

type Step = (world: World, actor: Member) => Promise<void>;

/** Everybody at once, each their own steps one after the other. */
export async function live(world: World, steps: number): Promise<void> {
  await Promise.all(
    world.crowd.map(async (actor) => {
      const plan = Array.from({ length: Math.ceil(steps / actors) }, nextStep);
      for (const step of plan) await step(world, actor);
    }),
  );
}

function nextStep(): Step {
  const chance = random();
  if (chance < 0.4) return place(random(), 1 + Math.floor(random() * 8));
  if (chance < 0.6) return pay(random());
  if (chance < 0.88) return cancel(random());
  return edit(random(), Math.floor(random() * 25) - 10);
}

const pick = <Item>(items: readonly Item[], chance: number) =>
  items[Math.floor(chance * items.length)];

function place(which: number, quantity: number): Step {
  return async ({ parts, orders, ...world }, owner) => {
    const part = pick(parts, which);
    if (!part) return;
    const body: NewOrder = orderRequest(owner, part, { quantity });
    const answer = await ask(world, owner, "POST", "/api/orders", body);
    if (answer.status === 200) {
      orders.set(answer.body._id, { order: answer.body, owner, cancelled: 0, paid: false });
    } else expectOneOf(world, answer, [409]);
  };
}

/** As the payment page does it: the order may be cancelled, or paid, by others meanwhile. */
function pay(which: number): Step {
  return async ({ orders, shop, ...world }, actor) => {
    const known = pick(
      [...orders.values()].filter(({ owner, paid }) => owner === actor && !paid).slice(-5),
      which,
    );
    if (!known) return;
    const { _id: order, totalPrice: price } = known.order;
    const within = { shop, ...world };
    const asked = await ask(within, actor, "POST", "/api/create-payment-intent", { order, price });
    expectOneOf(within, asked, [200, 409]);
    if (asked.status !== 200) return;
    const transactionId = intentIdOf(asked.body.clientSecret);
    await shop.cards.pay(asked.body.clientSecret);
    const body = { order, price, transactionId };
    const told = await ask(within, actor, "PATCH", `/api/orders/${order}`, body);
    expectOneOf(within, told, [200, 409]);
    if (told.status === 200) known.paid = true;
  };
}

/** One's own, or an admin anybody's; also what is cancelled already. */
function cancel(which: number): Step {
  return async ({ orders, crowd, ...world }, actor) => {
    const isAdmin = crowd.indexOf(actor) < whoAreAdmins;
    const known = pick(
      [...orders.values()].filter(({ owner }) => isAdmin || owner === actor).slice(-12),
      which,
    );
    if (!known) return;
    const answer = await ask(world, actor, "DELETE", `/api/orders/${known.order._id}`);
    if (answer.status === 200) known.cancelled++;
    else expectOneOf(world, answer, [409]);
  };
}

function edit(which: number, change: number): Step {
  return async ({ parts, edits, shop }) => {
    const part = pick(parts, which);
    if (!part) return;
    const [edited] = await queryRows<{ by: number }>(
      shop.shop.db,
      sql`
      update parts set availabl_quantity = greatest(0, availabl_quantity + ${change})
      where id = ${part.id} returning new.availabl_quantity - old.availabl_quantity as by`,
    );
    edits.set(part.id, (edits.get(part.id) ?? 0) + (edited?.by ?? 0));
  };
}

type Answer = { status: number; body: Order & { clientSecret: string }; asked: string };

async function ask(
  { shop }: Pick<World, "shop">,
  { headers }: Member,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const { status, text } = await timed(shop.url, method, path, { headers, ...(body && { body }) });
  return { status, body: JSON.parse(text), asked: `${method} ${path}: ${status} ${text}` };
}

function expectOneOf({ odd }: Pick<World, "odd">, answer: Answer, statuses: number[]): void {
  if (!statuses.includes(answer.status)) odd.push(answer.asked);
}
