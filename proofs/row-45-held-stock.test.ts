// Row 45: people who never pay take all the stock that they may, by ordering and by beginning to pay.
import { describe, expect, it } from "vitest";
import type { Checkout } from "#contract/checkout.ts";
import type { Order } from "#contract/orders.ts";
import { anAddress } from "#tests/builders/address.ts";
import { aDeliveryMethod } from "#tests/builders/settings.ts";
import { orderRequest, type StockedPart } from "#tests/orders.ts";
import { openVisitor, type SignedIn } from "#tests/people.ts";
import { pick, sample } from "#tests/random.ts";
import { saveSettings } from "#tests/save-settings.ts";
import { clearLimits } from "./database.ts";
import { addPart, adminOf } from "./orders.ts";
import { signUpMany } from "./people.ts";
import { control, full, report } from "./report.ts";
import { mapConcurrently } from "./send-request.ts";
import { type Shop, startShop } from "./start-shop.ts";

const stock = 30;

const small = {
  seconds: 5,
  partCount: 250,
  chosenParts: 250,
  peopleOfWide: 16,
  bounds: { ordersEach: 2, piecesEach: 60, ordersPerNetwork: 6, ordersPerWideNetwork: 12 },
};
/** With the bounds that a new shop has. */
const large: typeof small = {
  seconds: Number(process.env.ATTACK_SECONDS ?? 600),
  partCount: 3_000,
  chosenParts: 1_000,
  peopleOfWide: 60,
  bounds: { ordersEach: 10, piecesEach: 500, ordersPerNetwork: 60, ordersPerWideNetwork: 120 },
};

const from = (address: string) => ({ "x-forwarded-for": address });

type Attack = { who: string; addresses: string[]; orders: number; pieces: number };

function listAttacks({ bounds, peopleOfWide }: typeof small) {
  const atMost = (orders: number) => ({
    orders,
    pieces: (bounds.piecesEach * orders) / bounds.ordersEach,
  });
  const wide = Array.from({ length: peopleOfWide }, (_, at) => `2001:db8:7:${at}::1`);
  return {
    one: { who: "one account", addresses: ["198.51.100.7"], ...atMost(bounds.ordersEach) },
    five: {
      who: "five accounts",
      addresses: Array<string>(5).fill("198.51.101.7"),
      ...atMost(bounds.ordersPerNetwork),
    },
    wide: { who: "a /48", addresses: wide, ...atMost(bounds.ordersPerWideNetwork) },
  } satisfies Record<string, Attack>;
}

type World = { shop: Shop; parts: StockedPart[]; honest: SignedIn; size: typeof small };

async function open(size: typeof small, faults: readonly string[] = []): Promise<World> {
  const shop = await startShop({
    faults,
    expectedComplaints: /./,
    env: { PROXIES: "127.0.0.1", RATE_LIMIT_FACTOR: "1000000", RESERVATION_FACTOR: "1" },
  });
  const zones = [{ id: "home", name: "Home", places: [{ country: "DE" }] }];
  const delivery = { zones, methods: [aDeliveryMethod()], holidays: [] };
  await saveSettings(await adminOf(shop), { holds: size.bounds, delivery });
  const numbers = [...Array(size.partCount).keys()];
  const parts = await mapConcurrently(numbers, () => addPart(shop, { availablQuantity: stock }), 4);
  const [honest] = await signUpMany(shop, 1);
  if (!honest) throw new Error("Nobody has signed up");
  return { shop, parts, honest, size };
}

/** All they can think of: orders of one part and of many, and their payments begun again and again. */
async function attack({ parts }: World, person: SignedIn, isOver: () => boolean) {
  const placed: Order[] = [];
  const keep = ({ status, body }: { status: number; body: unknown }) => {
    if (status === 200) placed.push(body as Order);
  };
  const ways = [
    async () => {
      const wanted = orderRequest(person, pick(parts), { quantity: stock - 1 });
      keep(await person.send("POST", "/api/orders", wanted));
    },
    async () => {
      const lines = sample(parts, 20).map(({ id: part }) => ({ part, quantity: stock - 1 }));
      await person.send("PUT", "/api/basket/lines", { lines });
      const edited = await person.send("PATCH", "/api/checkout", { address: anAddress() });
      const expectedTotal = (edited.body as Checkout).quote?.total;
      const body = { key: crypto.randomUUID(), expectedTotal };
      keep(await person.send("POST", "/api/checkout/place", body));
    },
    ...Array(3).fill(async () => {
      if (placed.length === 0) return;
      const { _id: order, totalPrice: price } = pick(placed);
      await person.send("POST", "/api/create-payment-intent", { order, price });
    }),
  ];
  while (!isOver()) await Promise.all([pick(ways)(), pick(ways)()]);
}

type Held = { orders: number; pieces: number; parts: number };

async function readHeld({ shop }: World): Promise<Held> {
  const [held] = await shop.database.query<Held>(
    `select count(distinct order_id)::int as orders, coalesce(sum(quantity), 0)::int as pieces,
      count(distinct part_id)::int as parts
    from reservations where state = 'held' and expires_at > now()`,
  );
  return held ?? { orders: 0, pieces: 0, parts: 0 };
}

async function runAttack(world: World, { who, addresses, orders, pieces }: Attack) {
  const { shop, parts, honest, size } = world;
  await shop.database.query("update reservations set expires_at = now() where state = 'held'");
  await expect.poll(async () => (await readHeld(world)).orders).toBe(0);
  const members = await signUpMany(shop, addresses.length);
  const people = members.map((member, at) => {
    const visitor = openVisitor(shop, from(addresses[at] ?? ""));
    for (const [name, value] of member.cookies) visitor.cookies.set(name, value);
    return { ...member, ...visitor };
  });
  await clearLimits(shop.database);
  const until = performance.now() + size.seconds * 1_000;
  const isOver = () => performance.now() > until;
  const most: Held = { orders: 0, pieces: 0, parts: 0 };
  const watch = async () => {
    while (!isOver()) {
      const held = await readHeld(world);
      for (const key of Object.keys(most) as (keyof Held)[])
        most[key] = Math.max(most[key], held[key]);
    }
  };
  await Promise.all([watch(), ...people.map((person) => attack(world, person, isOver))]);
  const chosen = sample(parts, size.chosenParts);
  const statuses = await mapConcurrently(
    chosen,
    async (part) => (await honest.send("POST", "/api/orders", orderRequest(honest, part))).status,
    2,
  );
  const orderable = statuses.filter((status) => status === 200).length / chosen.length;
  const faults = [
    ...(most.orders > orders ? [`${who}: ${most.orders} orders held of ${orders}`] : []),
    ...(most.pieces > pieces ? [`${who}: ${most.pieces} pieces held of ${pieces}`] : []),
    ...(orderable < 0.9 ? [`${who}: ${orderable} of the parts can be ordered`] : []),
  ];
  return { faults, most, orderable };
}

describe("row 45: people who never pay", () => {
  it("keep no more from others than the settings permit", async () => {
    const size = full ? large : small;
    const world = await open(size);
    for (const given of Object.values(listAttacks(size))) {
      const { faults, most, orderable } = await runAttack(world, given);
      report({
        check: `${given.who} orders and begins to pay for ${size.seconds} s, again and again`,
        target: `at most ${given.orders} orders and ${given.pieces} pieces held; 0.9 of ${size.partCount} parts can be ordered by others`,
        figure: `${most.orders} orders, ${most.pieces} pieces, ${most.parts} parts held; ${orderable} can be ordered`,
        faults,
      });
    }
  });

  control("keep more where beginning to pay holds whatever is free", async () => {
    const world = await open(small, ["holdWhenPaying"]);
    const { faults } = await runAttack(world, listAttacks(small).one);
    expect(faults).not.toEqual([]);
  });

  control("keep more where those who order at once are not counted one by one", async () => {
    const world = await open(small, ["holdsUncounted"]);
    const { faults } = await runAttack(world, listAttacks(small).five);
    expect(faults).not.toEqual([]);
  });
});
