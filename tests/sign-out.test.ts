// `npm run sign-out -- EMAIL`, as an operator runs it beside the shop.
import { expect, it } from "vitest";
import { cookiesOf, listenLive } from "./listen-live.ts";
import { openShop } from "./open-shop.ts";
import { type SignedIn, signIn, signUp } from "./people.ts";
import { runProgram } from "./start-program.ts";

const isIn = async (who: SignedIn) => (await who.get("/api/identity/sessions")).status === 200;

it("an operator ends the sessions of one person, or of all, from the next request on", async () => {
  const shop = await openShop();
  const DATABASE_URL = shop.databaseUrl;
  const signOut = async (...words: string[]) => {
    const program = ["scripts/sign-out.ts", ...words];
    const { ended, said } = runProgram(process.execPath, program, shop.shop.env.DATA_DIR, {
      DATABASE_URL,
    });
    return [await ended, said()];
  };
  const vera = await signUp(shop);
  const there = await signIn(shop, vera);
  const other = await signUp(shop);

  const live = await listenLive(shop, "", cookiesOf(there));
  expect(await signOut(vera.email.toUpperCase())).toEqual([
    0,
    `Ended 2 sessions of ${vera.email}.\n`,
  ]);
  expect([await isIn(vera), await isIn(there), await isIn(other)]).toEqual([false, false, true]);
  await expect.poll(live.hasEnded).toBe(true);

  for (const words of [[], ["nobody"], [vera.email, "--everybody"]]) {
    expect(await signOut(...words)).toEqual([1, expect.stringMatching(/^Name one e-mail/)]);
  }
  expect(await isIn(other)).toBe(true);
  expect(await signOut("--everybody")).toEqual([0, "Ended 1 session of all.\n"]);
  expect(await isIn(other)).toBe(false);
});
