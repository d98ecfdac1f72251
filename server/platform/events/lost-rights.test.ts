// A live connection stays open for hours, so the role is checked again before each event.
import { expect, it, onTestFinished } from "vitest";
import { setRole } from "#tests/builders/person.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";

it("the live connection of a demoted admin is closed at the next change for admins without sending it", async () => {
  const { url, shop, ...rest } = await openShop();
  const admin = await signUpAdmin({ url, shop, ...rest });
  const cookie = [...admin.cookies].map((pair) => pair.join("=")).join("; ");
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const response = await fetch(`${url}/api/live`, { signal: leaving.signal, headers: { cookie } });
  let text = "";
  let hasEnded = false;
  const read = async () => {
    for await (const bytes of response.body ?? []) text += Buffer.from(bytes).toString();
    hasEnded = true;
  };
  void read().catch(() => {});
  await expect.poll(() => text).toContain("event: alive");
  shop.changes.notify(["users"]);
  await expect.poll(() => text).toContain("data: users");
  expect(hasEnded).toBe(false);

  await setRole({ shop }, admin, "customer");
  shop.changes.notify(["orders"]);
  await expect.poll(() => hasEnded, { timeout: 5_000 }).toBe(true);
  expect(text).not.toContain("data: orders");
});
