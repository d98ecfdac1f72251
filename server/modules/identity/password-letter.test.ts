import { expect, it } from "vitest";
import { openShop } from "#tests/open-shop.ts";
import { tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import { openVisitor, signUp } from "#tests/people.ts";

it("every change of a password is followed by a letter to its owner", async () => {
  const shop = await openShop();
  const vera = await signUp(shop);
  const subject = /^Subject: Your password for Partwright was changed$/m;
  const wrong = { current: "not this one", password: "another horse" };
  await vera.send("POST", "/api/identity/password", wrong);
  const change = { ...wrong, current: vera.password };
  expect((await vera.send("POST", "/api/identity/password", change)).status).toBe(200);
  const letter = await waitForLetter(shop);
  expect(letter).toMatch(subject);
  expect(letter).toContain(`\nTo: ${vera.email}\n`);
  expect(letter).toContain(`${shop.shop.origin}/forgotten`);
  expect(letter).not.toContain("another horse");

  await openVisitor(shop).send("POST", "/api/identity/forgotten", { email: vera.email });
  const body = { token: tokenOfLetter(await waitForLetter(shop, 2)), password: "a new horse" };
  await openVisitor(shop).send("POST", "/api/identity/reset", body);
  expect(await waitForLetter(shop, 3)).toMatch(subject);
});
