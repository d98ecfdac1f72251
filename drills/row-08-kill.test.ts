// Row 8: the server is killed at random moments while people buy, pay and cancel. What anybody was
// told stays true, and the account balances by itself.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createDatabase } from "#tests/create-database.ts";
import { signUp } from "#tests/people.ts";
import { type Buyer, keepBuying, place, type Story, stockPart } from "./buyers.ts";
import { full, report } from "./drill.ts";
import { type Killable, openKillable, refundedWithin, timeout, whatStaysWrong } from "./killing.ts";
import { brokenPromises, stillRefunding } from "./promises.ts";
import { random, seed } from "./seed.ts";

const balancedWithin = 60_000;
const kills = full ? Number(process.env.KILLS ?? 300) : 2;
/** With the database that dies too; the others with one that lives on. */
const killsOfBoth = Math.ceil(kills / 10);

async function buyersOf(shop: Killable, many: number): Promise<Buyer[]> {
  const connection = shop.connect();
  const [promises, cut]: [Buyer["promises"], Buyer["cut"]] = [[], []];
  const buyers: Buyer[] = [];
  for (let at = 0; at < many; at++) {
    // Some want the same.
    const part = buyers[at - (at % 2)]?.part ?? (await stockPart(connection, `Part ${at}`));
    const person = await signUp(shop);
    buyers.push({ person, part, cards: shop.cards, promises, cut });
  }
  await connection.close();
  return buyers;
}

type Wanted = {
  kills: number;
  /** All look whether it balances after so many. */
  each?: number;
  buyers?: number;
  stories?: Story[];
};

/** What stays wrong, and the longest that it took until nothing was. */
async function killWhileTheyBuy(shop: Killable, { kills: many, each = 25, ...rest }: Wanted) {
  await shop.start();
  const buyers = await buyersOf(shop, rest.buyers ?? 4);
  const { promises = [], cut = [] } = buyers[0] ?? {};
  const wrong: string[] = [];
  let longest = 0;
  for (let killed = 0; killed < many; ) {
    let isEnough = false;
    const buying = Promise.all(buyers.map((one) => keepBuying(one, () => isEnough, rest.stories)));
    // What a customer cannot live with ends it all, as soon as anybody looks.
    buying.catch(() => {});
    for (const until = Math.min(many, killed + each); killed < until; killed++) {
      await Promise.race([sleep((full ? 1_500 : 700) * random()), buying]);
      shop.kill();
      await shop.ended();
      // Now and then it does not even come to be ready.
      if (killed % 10 === 9) {
        shop.launch();
        await sleep(1_500 * random());
        shop.kill();
        await shop.ended();
        killed++;
      }
      await shop.start();
    }
    const restarted = performance.now();
    isEnough = true;
    await buying;
    const left = balancedWithin - (performance.now() - restarted);
    const now = await whatStaysWrong(
      shop,
      (connection) => brokenPromises(connection, shop.cards, promises),
      rest.stories ? 2_000 : left,
    );
    longest = Math.max(longest, performance.now() - restarted);
    wrong.push(...now.wrong);
    if (now.wrong.length > 0) break;
  }
  // Nobody waits for that in the quick size.
  if (full && wrong.length === 0) {
    wrong.push(...(await whatStaysWrong(shop, stillRefunding, refundedWithin)).wrong);
  }
  return { wrong, promises, cut, seconds: longest / 1_000 };
}

async function drill(name: string, shop: Killable, many: number): Promise<void> {
  const { promises, cut, wrong, seconds } = await killWhileTheyBuy(shop, { kills: many });
  const count = (said: string) => promises.filter((promised) => promised.said === said).length;
  report({
    row: 8,
    check: `kill -9 at random moments, ${name}`,
    target: "every acknowledged order is there, the ledger is equal within 60 s",
    figure: `${many} kills, ${promises.length} orders (${count("paid")} paid, ${count("cancelled")} cancelled), ${cut.length} calls cut off, ${wrong.length} wrong, equal after ${seconds.toFixed(1)} s at most`,
    pass: wrong.length === 0,
  });
  expect(wrong, `seed ${seed}`).toEqual([]);
  expect(promises.length).toBeGreaterThan(many);
  // Kills that nobody noticed would show nothing.
  if (full) expect(cut.length).toBeGreaterThan(many / 2);
}

const isLost = (fault: string) => fault.includes("was acknowledged");

describe("row 8: kill -9 of the server", () => {
  it("loses nothing on a database that lives on", { timeout }, async () => {
    const shop = await openKillable({ databaseUrl: await createDatabase() });
    await drill("the database lives on", shop, kills - killsOfBoth);
  });

  it("loses nothing with the database that it starts itself, which dies with it", {
    timeout,
  }, async () => {
    const shop = await openKillable();
    await drill("its own database dies too", shop, killsOfBoth);
  });

  it("negative control: a shop that answers before the order is stored loses some", {
    timeout,
  }, async () => {
    const knownBad = new URL("./known-bad/answers-first.ts", import.meta.url);
    const shop = await openKillable({ databaseUrl: await createDatabase(), knownBad });
    // When it is killed is picked at random: once may miss what ten times cannot.
    const found: string[] = [];
    for (let round = 0; round < 10 && !found.some(isLost); round++) {
      const { wrong } = await killWhileTheyBuy(shop, { kills: 1, stories: [place] });
      found.push(...wrong);
      shop.kill();
      await shop.ended();
    }
    expect(found).toContainEqual(expect.stringContaining("was acknowledged"));
  });
});
