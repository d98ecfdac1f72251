// A live connection stays open for hours: an admin who is one no more hears nothing further by it.
import { expect, it, onTestFinished } from "vitest";
import { setRole } from "#tests/builders/person.ts";
import { openShop } from "#tests/open-shop.ts";
import { signUpAdmin } from "#tests/people.ts";

it("the live connection of a demoted admin ends with the next change for admins", async () => {
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
});
