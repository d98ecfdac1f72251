// A change that one process makes shows in what another serves, within a second.
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/store.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";

async function twoShops(): Promise<[OpenShop, OpenShop]> {
  const first = await openShop({ parts: [aPart({ name: "The first" })] });
  const second = await openShop({ databaseUrl: first.databaseUrl });
  return [first, second];
}

const shown = async (shop: OpenShop, path: string) => (await shop.request(path)).text();

describe("two processes on one database", () => {
  it.each(["/", "/product", "/api/parts", "/api/parts?newest=6"])("%s", async (path) => {
    const [first, second] = await twoShops();
    expect(await shown(second, path)).not.toContain("The second");
    await addPart(first.shop.db, aPart({ name: "The second" }));
    await expect.poll(() => shown(second, path), { timeout: 1_000 }).toContain("The second");
  });

  it.each(["/", "/product", "/api/parts"])("%s is no 304 any more", async (path) => {
    const [first, second] = await twoShops();
    const known = await second.request(path);
    await known.text();
    const headers = { "if-none-match": known.headers.get("etag") ?? "" };
    const status = async () => (await second.request(path, { headers })).status;
    expect(await status()).toBe(304);
    await addPart(first.shop.db, aPart({ name: "The second" }));
    await expect.poll(status, { timeout: 1_000 }).toBe(200);
  });

  it("would not, if the other did not hear of changes", async () => {
    const [first, second] = await twoShops();
    await shown(second, "/");
    // The known-bad variant: a cache that trusts itself alone.
    await second.shop.events.close();
    second.shop.events.isCurrent = () => true;
    await addPart(first.shop.db, aPart({ name: "The second" }));
    await expect.poll(() => shown(first, "/"), { timeout: 1_000 }).toContain("The second");
    const old = await second.request("/");
    expect(await old.text()).not.toContain("The second");
    const headers = { "if-none-match": old.headers.get("etag") ?? "" };
    expect((await second.request("/", { headers })).status).toBe(304);
  });

  it("still does after PostgreSQL ended the connection on which changes come", async () => {
    const [first, second] = await twoShops();
    await shown(second, "/");
    await first.shop.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'shop-events'`);
    await addPart(first.shop.db, aPart({ name: "The second" }));
    await expect.poll(() => shown(second, "/"), { timeout: 5_000 }).toContain("The second");
  });
});
