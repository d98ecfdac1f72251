// Random histories of sixteen people, and a model that is made of the shop's responses only.
import type { Order } from "#contract/orders.ts";
import { orderRequest, type StockedPart } from "#tests/orders.ts";
import { askJson } from "./ask.ts";
import { addPart, intentIn } from "./orders.ts";
import { type Member, signUpMany } from "./people.ts";
import { pick, random, randomBelow } from "./random.ts";
import type { Shop } from "./start-shop.ts";

const actors = 16;
const adminCount = 3;

type Known = { order: Order; owner: Member; cancelled: number; paid: boolean };

export type World = {
  shop: Shop;
  parts: StockedPart[];
  people: Member[];
  orders: Map<string, Known>;
  stockChanges: Map<string, number>;
  unexpected: string[];
};

export async function openWorld(shop: Shop): Promise<World> {
  const parts: StockedPart[] = [];
  for (const availablQuantity of [5, 12, 20, 40, 80, 160]) {
    const at = parts.length;
    parts.push(
      await addPart(shop, { name: `Part ${at}`, availablQuantity, minimumQuantity: at % 3 }),
    );
  }
  const people = await signUpMany(shop, actors);
  const admins = people.slice(0, adminCount).map(({ user }) => user._id);
  await shop.database.query("update users set role = 'admin' where id = any($1)", [admins]);
  return { shop, parts, people, orders: new Map(), stockChanges: new Map(), unexpected: [] };
}

export async function act(world: World, steps: number): Promise<void> {
  await Promise.all(
    world.people.map(async (actor) => {
      for (let left = Math.ceil(steps / actors); left > 0; left--) await step(world, actor);
    }),
  );
}

function step(world: World, actor: Member): Promise<void> {
  const chance = random();
  if (chance < 0.4) return place(world, actor);
  if (chance < 0.6) return pay(world, actor);
  if (chance < 0.88) return cancel(world, actor);
  return changeStock(world);
}

async function place(world: World, owner: Member): Promise<void> {
  const body = orderRequest(owner, pick(world.parts), { quantity: 1 + randomBelow(8) });
  const order = await send<Order>(world, owner, "POST", "/api/orders", body);
  if (order) world.orders.set(order._id, { order, owner, cancelled: 0, paid: false });
}

async function pay(world: World, actor: Member): Promise<void> {
  const own = [...world.orders.values()].filter(({ owner, paid }) => owner === actor && !paid);
  const known = pick(own.slice(-5));
  if (!known) return;
  const { _id: order, totalPrice: price } = known.order;
  type Begun = { clientSecret: string };
  const path = "/api/create-payment-intent";
  const begun = await send<Begun>(world, actor, "POST", path, { order, price });
  if (!begun) return;
  await world.shop.cards.pay(begun.clientSecret);
  const body = { order, price, transactionId: intentIn(begun.clientSecret) };
  if (await send(world, actor, "PATCH", `/api/orders/${order}`, body)) known.paid = true;
}

async function cancel(world: World, actor: Member): Promise<void> {
  const isAdmin = world.people.indexOf(actor) < adminCount;
  const all = [...world.orders.values()].filter(({ owner }) => isAdmin || owner === actor);
  const known = pick(all.slice(-12));
  if (known && (await send(world, actor, "DELETE", `/api/orders/${known.order._id}`))) {
    known.cancelled++;
  }
}

async function changeStock({ shop, parts, stockChanges }: World): Promise<void> {
  const { id } = pick(parts);
  const [changed] = await shop.database.query<{ by: number }>(
    `update parts set availabl_quantity = greatest(0, availabl_quantity + $2) where id = $1
     returning new.availabl_quantity - old.availabl_quantity as by`,
    [id, randomBelow(25) - 10],
  );
  stockChanges.set(id, (stockChanges.get(id) ?? 0) + (changed?.by ?? 0));
}

async function send<Reply>(
  { shop, unexpected }: World,
  { bearer: headers }: Member,
  method: string,
  path: string,
  body?: object,
): Promise<Reply | undefined> {
  const { status, text } = await askJson(shop.url, method, path, {
    headers,
    ...(body && { body }),
  });
  if (status === 200) return JSON.parse(text);
  if (status !== 409) unexpected.push(`${method} ${path}: ${status} ${text}`);
  return undefined;
}
