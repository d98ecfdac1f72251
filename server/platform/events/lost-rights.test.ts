// A live connection stays open for hours, so what may be seen is checked again before each event.
import { expect, it } from "vitest";
import { announceChange } from "#tests/builders/event.ts";
import { setRole } from "#tests/builders/person.ts";
import { cookiesOf, listenLive } from "#tests/listen-live.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

it("the live connection of a demoted admin is closed at the next change for admins without sending it", async () => {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  const { heard, hasEnded } = await listenLive(shop, "shows=orders,users", cookiesOf(admin));
  await announceChange(shop, ["users"]);
  await expect.poll(heard).toContain('"users"');
  expect(hasEnded()).toBe(false);

  await setRole(shop, admin, "customer");
  await announceChange(shop, ["orders"]);
  await expect.poll(hasEnded).toBe(true);
  expect(heard()).not.toContain('"orders"');
});

it("the live connection of a customer who has signed out is closed at their next change without sending it", async () => {
  const shop = await openShop();
  const vera = await signUp(shop);
  const { heard, hasEnded } = await listenLive(shop, "shows=orders-of:me", cookiesOf(vera));
  await vera.send("POST", "/api/identity/sign-out");
  await announceChange(shop, ["orders", `orders-of:${vera.user._id}`]);
  await expect.poll(hasEnded).toBe(true);
  expect(heard()).not.toContain('"orders"');
});

it("a page whose session ended while it was not connected is told to look again", async () => {
  const shop = await openShop();
  const vera = await signUp(shop);
  const cookies = cookiesOf(vera);
  await vera.send("POST", "/api/identity/sign-out");
  const { heard } = await listenLive(shop, "shows=orders-of:me", cookies);
  expect(heard()).toContain("event: reset");
  const visitor = await listenLive(shop, "shows=parts");
  expect(visitor.heard()).not.toContain("event: reset");
});
