// Row 9: the program ends at each named point of the flows of order and money. After it is started
// again and the customer did again what they did, all is as if nothing had been.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createDatabase } from "#tests/create-database.ts";
import { signUp } from "#tests/people.ts";
import { type Buyer, cancel, charge, place, secretOf, stockPart, tell } from "./buyers.ts";
import { openDatabaseProxy } from "./database-proxy.ts";
import { full, report } from "./drill.ts";
import { type Deed, type ExitPoint, exitPoints } from "./exit-points.ts";
import { type Killable, openKillable, refundedWithin, timeout, whatStaysWrong } from "./killing.ts";
import { brokenPromises, stillRefunding } from "./promises.ts";
import { openProviderProxy, type ProviderProxy } from "./provider-proxy.ts";

type World = Awaited<ReturnType<typeof openWorld>>;

async function openWorld(knownBad?: URL) {
  const direct = await createDatabase();
  const database = await openDatabaseProxy(direct);
  let provider: ProviderProxy | undefined;
  const shop = await openKillable({
    direct,
    databaseUrl: database.url,
    ...(knownBad && { knownBad }),
    async providerAt(address) {
      provider = await openProviderProxy(address);
      return provider.url;
    },
  });
  await shop.start();
  const connection = shop.connect();
  const part = await stockPart(connection, "Brake Disc");
  await connection.close();
  const person = await signUp(shop);
  const buyer: Buyer = { person, part, cards: shop.cards, promises: [], cut: [] };
  if (!provider) throw new Error("Nobody asked where the provider is");
  return { shop, database, provider, buyer };
}

/** From now on, the first time that it comes there is its last. */
function endAt({ shop, database, provider }: World, { moment, at }: ExitPoint): Promise<void> {
  return new Promise((reached) => {
    const end = () => {
      database.watch = () => false;
      provider.watch = () => false;
      shop.kill();
      reached();
      return true;
    };
    if ("call" in at) {
      provider.watch = (now, call) => now === moment && at.call.test(call) && end();
    } else {
      const { statement, in: within } = at;
      const isIn = (transaction: string[]) =>
        !within || transaction.some((each) => within.test(each));
      database.watch = (now, text, transaction) =>
        now === moment && statement.test(text) && isIn(transaction) && end();
    }
  });
}

/** What comes before, and answers what the customer does then. */
const prepare: Record<Deed, (buyer: Buyer, shop: Killable) => Promise<() => Promise<unknown>>> = {
  place: async (buyer) => () => place(buyer),
  letter: async (buyer) => () => place(buyer),
  async begin(buyer) {
    const promised = await place(buyer);
    return async () => {
      const secret = await secretOf(buyer, promised);
      await charge(buyer, secret);
      await tell(buyer, promised, secret);
    };
  },
  async tell(buyer) {
    const [promised, secret] = await placeAndCharge(buyer);
    return () => tell(buyer, promised, secret);
  },
  async webhook(buyer, { cards }) {
    await placeAndCharge(buyer);
    return () => cards.release();
  },
  async cancel(buyer) {
    const promised = await place(buyer);
    await secretOf(buyer, promised);
    return () => cancel(buyer, promised);
  },
  async refund(buyer) {
    const [promised, secret] = await placeAndCharge(buyer);
    await tell(buyer, promised, secret);
    return () => cancel(buyer, promised);
  },
};

async function placeAndCharge(buyer: Buyer) {
  const promised = await place(buyer);
  const secret = await secretOf(buyer, promised);
  await charge(buyer, secret);
  return [promised, secret] as const;
}

/** Ends it there, starts it again, and lets the customer go on; answers what was wrong with that. */
async function visit(world: World, point: ExitPoint): Promise<string[]> {
  const { shop, buyer } = world;
  // The provider tells nothing by itself until then.
  shop.cards.faults({ webhooks: "hold" });
  const act = await prepare[point.deed](buyer, shop);
  const reached = endAt(world, point).then(() => "reached");
  const wrong: string[] = [];
  const acted = act().catch((error: Error) => void wrong.push(`${point.name}: ${error.message}`));
  const isReached = await Promise.race([reached, acted.then(() => sleep(10_000))]);
  if (!isReached) return [...wrong, `It never came to: ${point.name}`];
  await shop.ended();
  shop.cards.faults({ webhooks: "deliver" });
  await shop.start();
  await acted;
  await shop.cards.release();
  return wrong;
}

function stillWrong({ shop, buyer }: World, within?: number) {
  return whatStaysWrong(
    shop,
    (connection) => brokenPromises(connection, shop.cards, buyer.promises),
    within,
  );
}

describe("row 9: the program ends at each named point", () => {
  it("and all is as if nothing had been", { timeout }, async () => {
    const points = exitPoints.filter(({ quick }) => full || quick);
    const rounds = full ? Number(process.env.ROUNDS ?? 20) : 1;
    const world = await openWorld();
    const wrong: string[] = [];
    let longest = 0;
    for (let round = 0; round < rounds; round++) {
      for (const point of points) wrong.push(...(await visit(world, point)));
      const now = await stillWrong(world);
      longest = Math.max(longest, now.milliseconds);
      wrong.push(...now.wrong);
      if (wrong.length > 0) break;
    }
    if (full && wrong.length === 0) {
      wrong.push(...(await whatStaysWrong(world.shop, stillRefunding, refundedWithin)).wrong);
    }
    report({
      row: 9,
      check: "the program ends at each named point of the flows",
      target: "12 points or more, 20 times each: as row 8",
      figure: `${points.length} points, ${rounds} times each, ${wrong.length} wrong, equal after ${(longest / 1_000).toFixed(1)} s at most`,
      pass: wrong.length === 0,
    });
    expect(points.length).toBeGreaterThanOrEqual(12);
    expect(wrong).toEqual([]);
  });

  it("negative control: without transactions, half a payment is found", { timeout }, async () => {
    const world = await openWorld(new URL("./known-bad/no-transactions.ts", import.meta.url));
    const point = exitPoints.find(({ name }) => name === "before the order is marked as paid");
    if (!point) throw new Error("There is no such point");
    const refused = await visit(world, point);
    const { wrong } = await stillWrong(world, 1_000);
    expect([...refused, ...wrong]).toContainEqual(expect.stringContaining("not being refunded"));
  });
});
