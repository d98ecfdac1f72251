// A change that one process makes shows in what another serves, within a second.

import { describe, expect, it } from "vitest";
import { partMemberTags } from "#contract/tags.ts";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { listParts } from "#server/modules/catalog/list-parts.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeChange } from "#tests/builders/event.ts";
import { endConnections } from "#tests/builders/fault.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { type SignedIn, signUpAdmin } from "#tests/people.ts";
import { storeEvents } from "./outbox.ts";

async function twoShops(): Promise<[OpenShop, OpenShop]> {
  const first = await openShop({ parts: [aPart({ name: "The first" })] });
  const second = await openShop({ databaseUrl: first.databaseUrl });
  return [first, second];
}

/** As another process adds one. */
const addSecond = ({ shop: { db } }: OpenShop) =>
  inTransaction(db, async (tx) => {
    await addPart(tx, aPart({ name: "The second" }));
    await storeChange(tx, "parts");
  });

const shown = async (shop: OpenShop, path: string) => (await shop.request(path)).text();

describe("two processes on one database", () => {
  it.each(["/", "/product", "/api/parts", "/api/parts?newest=6"])("%s", async (path) => {
    const [first, second] = await twoShops();
    expect(await shown(second, path)).not.toContain("The second");
    await addSecond(first);
    await expect.poll(() => shown(second, path)).toContain("The second");
  });

  it.each(["/", "/product", "/api/parts"])("%s is no 304 any more", async (path) => {
    const [first, second] = await twoShops();
    const known = await second.request(path);
    await known.text();
    const headers = { "if-none-match": known.headers.get("etag") ?? "" };
    const status = async () => (await second.request(path, { headers })).status;
    expect(await status()).toBe(304);
    await addSecond(first);
    await expect.poll(status).toBe(200);
  });

  it("would not, if the other did not hear of changes", async () => {
    const [first, second] = await twoShops();
    await shown(second, "/");
    // The known-bad variant: a cache that trusts itself alone.
    await second.shop.events.close();
    second.shop.events.isCurrent = () => true;
    await addSecond(first);
    await expect.poll(() => shown(first, "/")).toContain("The second");
    const old = await second.request("/");
    expect(await old.text()).not.toContain("The second");
    const headers = { "if-none-match": old.headers.get("etag") ?? "" };
    expect((await second.request("/", { headers })).status).toBe(304);
  });

  it("still does after PostgreSQL ended the connection on which notifications come", async () => {
    const [first, second] = await twoShops();
    await shown(second, "/");
    await endConnections(first.shop.db, "shop-events");
    await addSecond(first);
    await expect.poll(() => shown(second, "/")).toContain("The second");
  });

  it("still does, within two seconds, where no notification comes", async () => {
    const [first, second] = await twoShops();
    await shown(second, "/");
    await inTransaction(first.shop.db, async (tx) => {
      const id = await addPart(tx, aPart({ name: "The second" }));
      await storeEvents(tx, [{ name: "part.added", about: id, tags: partMemberTags(id) }]);
    });
    await expect.poll(() => shown(second, "/")).toContain("The second");
  });

  it("serves nothing from the cache of a process that has read nothing for three seconds", async () => {
    const [first, second] = await twoShops();
    await shown(second, "/api/parts");
    await second.shop.events.close();
    await addSecond(first);
    const read = async () => (await second.request("/api/parts")).text();
    await expect.poll(read).toContain("The second");
  });
});

const changePrice = (admin: SignedIn, id: string | undefined, price: number) =>
  admin.request(`/api/parts/${id}`, {
    method: "PATCH",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ price }),
  });

it("shows one's own change though the process had no time to read of it", async () => {
  const shop = await openShop({ parts: [aPart({})] });
  const admin = await signUpAdmin(shop);
  const [part] = await listParts(shop.shop.db, {});
  await shown(shop, `/api/purchase/${part?._id}`);
  shop.shop.events.publish = () => new Promise(() => {});
  const [cookie = ""] = (await changePrice(admin, part?._id, 7)).headers.getSetCookie();
  const headers = { cookie: cookie.split(";")[0] ?? "" };
  const answer = await shop.request(`/api/purchase/${part?._id}`, { headers });
  expect((await answer.json()).price).toBe(7);
});

describe("a read right after one's own change, by another process", () => {
  /** Changes the price many times, and counts the reads that show the one before. */
  async function countOutdated(headersAfter: (changed: Response, second: OpenShop) => object) {
    const [first, second] = await twoShops();
    const admin = await signUpAdmin(first);
    const [part] = await listParts(first.shop.db, {});
    // Else it is a race: the other process is told a moment later.
    first.shop.events.publish = first.shop.events.catchUp;
    let outdated = 0;
    for (let price = 1; price <= 20; price++) {
      const changed = await changePrice(admin, part?._id, price);
      expect(changed.status).toBe(200);
      const headers = { ...headersAfter(changed, second) };
      const answer = await second.request(`/api/purchase/${part?._id}`, { headers });
      if ((await answer.json()).price !== price) outdated++;
    }
    return outdated;
  }

  it("shows it with the cookie of the change", async () => {
    const withCookie = (changed: Response, { url }: OpenShop) => {
      const [cookie = ""] = changed.headers.getSetCookie();
      // Processes of one shop share the origin; those of the test have ports of their own.
      return { cookie: cookie.split(";")[0]?.replace(/\d+(?==)/, new URL(url).port) };
    };
    expect(await countOutdated(withCookie)).toBe(0);
  });

  it("shows it to a program with an access token", async () => {
    expect(await countOutdated(() => ({ authorization: "Bearer anything" }))).toBe(0);
  });

  // The known-bad variant.
  it("would not, were nothing said of the change", async () => {
    expect(await countOutdated(() => ({}))).toBeGreaterThan(0);
  });
});
