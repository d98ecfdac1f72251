// A live connection stays open for hours, so what may be seen is checked again before each event.
import { expect, it } from "vitest";
import type { SessionEntry } from "#contract/identity.ts";
import { announceChange } from "#tests/builders/event.ts";
import { setRole } from "#tests/builders/person.ts";
import { cookiesOf, listenLive } from "#tests/listen-live.ts";
import { openShop } from "#tests/open-shop.ts";
import { type SignedIn, signIn, signUp, signUpAdmin } from "#tests/people.ts";

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

it("the live connection of an ended session is closed at once, and that of who ended it stays", async () => {
  const shop = await openShop();
  const here = await signUp(shop);
  const listen = (person: SignedIn) => listenLive(shop, "shows=orders-of:me", cookiesOf(person));
  const own = await listen(here);
  const change = { current: here.password, password: "another horse" };
  const ends = [
    async (id: string) => (await here.send("DELETE", `/api/identity/sessions/${id}`)).status,
    async () => (await here.send("POST", "/api/identity/password", change)).status,
    async () => (await here.send("POST", "/api/identity/sign-out-everywhere")).status,
  ];
  let { password } = here;
  for (const end of ends) {
    const there = await signIn(shop, { ...here, password });
    const { heard, hasEnded } = await listen(there);
    const sessions = (await there.get("/api/identity/sessions")).body as SessionEntry[];
    expect(await end(sessions.find(({ current }) => current)?._id ?? "")).toBe(200);
    await expect.poll(hasEnded).toBe(true);
    expect(heard()).toContain("event: reset");
    if (end === ends[1]) password = change.password;
  }
  expect([own.hasEnded(), own.heard().includes("event: reset")]).toEqual([false, false]);
});
