import { expect, it } from "vitest";
import type { MissedSearch } from "#contract/missed-searches.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

async function miss(shop: OpenShop, ...searches: string[]) {
  for (const q of searches) await shop.get(`/api/search?q=${encodeURIComponent(q)}`);
}

async function list(admin: SignedIn, query = ""): Promise<MissedSearch[]> {
  const { status, body } = await admin.get(`/api/missed-searches${query}`);
  expect(status).toBe(200);
  return body as MissedSearch[];
}

const termsOf = (all: MissedSearch[]) => all.map(({ term }) => term);

it("are listed for admins, the most frequent first, searched, sorted, and in pages", async () => {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  expect(await list(admin)).toEqual([]);
  await miss(shop, "Flux capacitor", "unobtainium", "flux  capacitor", "hyperdrive");
  const all = await list(admin);
  expect(all[0]).toMatchObject({ term: "flux capacitor", count: 2 });
  expect(Date.parse(all[0]?.lastAt ?? "")).toBeGreaterThan(Date.now() - 60_000);
  expect(termsOf(await list(admin, "?sort=term"))).toEqual([
    "flux capacitor",
    "hyperdrive",
    "unobtainium",
  ]);
  expect(termsOf(await list(admin, "?sort=last-down"))[0]).toBe("hyperdrive");
  expect(termsOf(await list(admin, "?q=HYPER"))).toEqual(["hyperdrive"]);
  for (const sort of ["term", "count-down", "last"]) {
    const first = await list(admin, `?sort=${sort}&limit=2`);
    const rest = await list(admin, `?sort=${sort}&limit=2&after=${first.at(-1)?._id}`);
    expect([...first, ...rest]).toEqual(await list(admin, `?sort=${sort}`));
  }
});

it("are not filled by one visitor, and fifty a day are enough for any", async () => {
  const shop = await openShop({ env: { PROXIES: "127.0.0.1" } });
  const admin = await signUpAdmin(shop);
  const letters = (at: number) => String.fromCharCode(97 + (at >> 3), 97 + (at & 7));
  const search = (address: string, q: string, path = "/api/search") =>
    shop.request(`${path}?q=${q}`, { headers: { "x-forwarded-for": address } });
  for (let at = 0; at < 45; at++) await search("192.0.2.7", `nowhere${letters(at)}`);
  // The pages of the shop search for their visitors.
  for (let at = 45; at < 60; at++) await search("192.0.2.7", `nowhere${letters(at)}`, "/search");
  expect(await list(admin, "?limit=100")).toHaveLength(50);
  await search("192.0.2.8", "unobtainium");
  expect(termsOf(await list(admin, "?q=unobtainium"))).toEqual(["unobtainium"]);
});

it("are dismissed and listed again, with a line in the audit log", async () => {
  const shop = await openShop();
  const admin = await signUpAdmin(shop);
  await miss(shop, "unobtainium", "hyperdrive");
  const [found] = await list(admin, "?q=unobtainium");
  const set = (dismissed: boolean) =>
    admin.send("PATCH", `/api/missed-searches/${found?._id}`, { dismissed });
  expect(await set(true)).toMatchObject({ status: 200, body: { dismissed: true } });
  expect((await set(true)).status).toBe(200);
  expect(termsOf(await list(admin))).toEqual(["hyperdrive"]);
  await miss(shop, "Unobtainium");
  expect(termsOf(await list(admin))).toEqual(["hyperdrive"]);
  expect(await list(admin, "?view=dismissed")).toMatchObject([{ term: "unobtainium", count: 2 }]);
  await set(false);
  expect(termsOf(await list(admin, "?sort=term"))).toEqual(["hyperdrive", "unobtainium"]);
  expect((await admin.get("/api/audit")).body).toMatchObject([
    { action: "dismiss-search", after: { term: "unobtainium", dismissed: false } },
    { action: "dismiss-search" },
    { action: "dismiss-search" },
  ]);
  const unknown = `/api/missed-searches/${crypto.randomUUID()}`;
  expect((await admin.send("PATCH", unknown, { dismissed: true })).status).toBe(404);
  const vera = await signUp(shop);
  expect((await vera.get("/api/missed-searches")).status).toBe(403);
  expect((await vera.get("/api/missed-searches/csv")).status).toBe(403);
  const file = await admin.request("/api/missed-searches/csv?sort=term&q=hyper");
  expect(await file.text()).toMatch(/^Search,Times,Last\r\nhyperdrive,1,20\S+Z\r\n$/);
});
