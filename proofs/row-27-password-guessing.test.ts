// Row 27: guessing a password from many networks; a line planted in the shop counts what is hashed.
import { describe, expect, it } from "vitest";
import { openVisitor, type SignedIn, signIn, signUp, type Visitor } from "#tests/people.ts";
import { lettersOf } from "./letters.ts";
import { full, report } from "./report.ts";
import { countEach, mapConcurrently, sendJson } from "./send-request.ts";
import { type Shop, startShop } from "./start-shop.ts";

const limit = 20;
const home = "198.51.100.7";
const abroad = "203.0.113.50";
const from = (address: string) => ({ "x-forwarded-for": address });

const start = (planted: readonly string[] = []) =>
  startShop({ env: { PROXIES: "127.0.0.1" }, faults: ["logHashedPasswords", ...planted] });

function strangersAddress(number: number): string {
  return number % 3 === 0
    ? `2001:db8:${number.toString(16)}::1`
    : `${20 + (number >> 16)}.${(number >> 8) & 255}.${number & 255}.9`;
}

async function guess({ url }: Shop, email: string, count: number, address = strangersAddress) {
  const statuses = await mapConcurrently(
    [...Array(count).keys()],
    async (number) => {
      const body = { email, password: `guess ${number}` };
      const headers = from(address(number));
      return (await sendJson(url, "POST", "/api/identity/sign-in", { headers, body })).status;
    },
    16,
  );
  return countEach(statuses);
}

const hashedBy = (shop: Shop, kind: "guess" | "mistake") =>
  shop.printed().split(`Hashing ${kind}`).length - 1;

async function enter(browser: Visitor, { email, password }: SignedIn): Promise<number> {
  return (await browser.send("POST", "/api/identity/sign-in", { email, password })).status;
}

describe("row 27: guessing a password", () => {
  it("at most 20 guesses an hour are hashed, and the owner still gets in", async () => {
    const shop = await start();
    const vera = await signUp(shop, { headers: from(home) });
    const ways: Record<string, number> = {};

    const count = full ? 10_000 : 100;
    const answers = await guess(shop, vera.email, count);
    expect(Object.keys(answers).sort()).toEqual(["401", "429"]);
    ways["a new browser in their network"] = await enter(openVisitor(shop, from(home)), vera);

    await guess(shop, vera.email, 50, (number) => `198.51.100.${number + 100}`);
    for (let mistakes = 0; mistakes < 4; mistakes++) {
      await enter(vera, { ...vera, password: `mistake ${mistakes}` });
    }
    const guesses = hashedBy(shop, "guess");
    const hashed = guesses + hashedBy(shop, "mistake");
    ways["their known browser"] = await enter(vera, vera);
    const travelling = openVisitor(shop, from(abroad));
    for (const [name, value] of vera.cookies) travelling.cookies.set(name, value);
    ways["their known browser, abroad"] = await enter(travelling, vera);

    // Strangers have used up the letters too: those that they requested are valid.
    for (let requested = 0; requested < 20; requested++) {
      const stranger = openVisitor(shop, from(strangersAddress(requested)));
      await stranger.send("POST", "/api/identity/forgotten", { email: vera.email });
    }
    const resets = async () =>
      (await lettersOf(shop)).flatMap(
        (letter) => /\/reset#token=([\w-]{43})/.exec(letter)?.[1] ?? [],
      );
    await expect.poll(resets).toHaveLength(5);
    const body = { token: (await resets()).at(-1), password: "a new horse" };
    const reset = await openVisitor(shop, from(abroad)).send("POST", "/api/identity/reset", body);
    ways["the letter's link, from anywhere"] = reset.status;

    const refused = Object.keys(ways).filter((way) => ways[way] !== 200);
    report({
      check: `${count + 50} wrong passwords on one account, from ${count} networks and from the owner's`,
      target: "at most 20 an account an hour are hashed; the owner still gets in",
      figure: `${hashed} hashed; ${Object.keys(ways).length} ways of the owner`,
      faults: refused,
    });
    expect(guesses).toBe(15);
    expect(hashed).toBeLessThanOrEqual(limit);
  });

  it("a right password does not count, and an hour later guesses count anew", async () => {
    const shop = await start();
    const vera = await signUp(shop, { headers: from(home) });
    for (let times = 0; times < 25; times++) {
      await signIn(shop, vera, from(strangersAddress(times)));
    }
    const mei = await signUp(shop, { headers: from(abroad) });
    expect(await guess(shop, mei.email, 15)).toEqual({ 401: 10, 429: 5 });
    await shop.database.query(`update limits set until = until - interval '1 hour',
      times = array(select t - interval '1 hour' from unnest(times) t)`);
    expect(await guess(shop, mei.email, 15)).toEqual({ 401: 10, 429: 5 });
  });

  it("the guesses of one network are counted over all accounts", async () => {
    const shop = await start();
    const one = (number: number) =>
      guess(shop, `somebody${number}@example.com`, 1, () => `192.0.2.${number}`);
    await one(9);
    await shop.database.query(`update limits set times = array_fill(now(), array[397])
      where key like '%192.0.2.0/24'`);
    const answers: string[] = [];
    for (let number = 0; number < 6; number++) answers.push(...Object.keys(await one(number)));
    expect(answers).toEqual(["401", "401", "401", "429", "429", "429"]);
  });

  it("negative control: a shop that does not count guesses per account is found out", async () => {
    const shop = await start(["ignoreAccountLimits"]);
    const vera = await signUp(shop, { headers: from(home) });
    await guess(shop, vera.email, 25);
    expect(hashedBy(shop, "guess")).toBeGreaterThan(limit);
  });
});
