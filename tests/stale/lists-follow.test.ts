// What was not shown before a change: it enters, leaves, moves or is counted.
import { describe, expect, it } from "vitest";
import type { PartPage } from "#contract/catalog.ts";
import type { CatalogueReply, SearchReply } from "#contract/search.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { type OpenShop, shareShop } from "#tests/open-shop.ts";
import { type SignedIn, signUpAdmin } from "#tests/people.ts";

const type = "brake-discs";
const component = (part: string) => ({ part, quantity: 1, soldAlone: true });
const disc = (number: string, part: Parameters<typeof aPart>[0] = {}) =>
  aPart({ number, type, minimumQuantity: 0, ...part });

/** More than a page: the last ones are not shown. */
const bolts = Array.from({ length: 60 }, (_, at) =>
  aPart({
    number: `B-${at + 1}`,
    name: `Bolt ${at + 1}`,
    type: "bolts",
    minimumQuantity: 0,
    priceCents: 200 + at,
  }),
);
const kit = { name: "Bolt kit", type: "bolts", minimumQuantity: 0, availablQuantity: 0 };

const open = shareShop({
  types: [aPartType(), aPartType({ slug: "bolts", name: "Bolts" })],
  parts: [
    disc("D-272", { name: "Disc 272", priceCents: 7_340 }),
    disc("D-310", { name: "Disc 310", priceCents: 10_300 }),
    disc("D-330", { name: "Disc 330", priceCents: 20_000 }),
    ...bolts,
    aPart({ number: "KIT-1", ...kit, priceCents: 300 }),
    aPart({ number: "OLD-1", name: "Old bearing" }),
    aPart({ number: "NEW-1", name: "New bearing" }),
    aPart({ number: "KIT-2", name: "Old kit" }),
    aPart({ number: "KIT-3", name: "Later kit" }),
  ],
});

let signedUp: Promise<SignedIn> | undefined;
const adminOf = (shop: OpenShop) => (signedUp ??= signUpAdmin(shop));

async function idOf({ get }: OpenShop, number: string): Promise<string> {
  return ((await get(`/api/parts/${number}`)).body as PartPage)._id;
}

async function edit(shop: OpenShop, number: string, fields: object): Promise<void> {
  const admin = await adminOf(shop);
  const { status, body } = await admin.send(
    "PATCH",
    `/api/parts/${await idOf(shop, number)}`,
    fields,
  );
  expect([status, body]).toMatchObject([200, {}]);
}

async function count(shop: OpenShop, number: string, pieces: number): Promise<void> {
  const admin = await adminOf(shop);
  const path = `/api/parts/${await idOf(shop, number)}/stock`;
  expect((await admin.send("POST", path, { reason: "count", pieces })).status).toBe(200);
}

const namesIn = async ({ get }: OpenShop, path: string) =>
  ((await get(path)).body as CatalogueReply).items.map(({ name }) => name).sort();

describe("cached lists follow what they do not show yet", () => {
  it.each([`/api/catalogue?type=${type}&stock=1`, "/api/search?q=disc&stock=1"])(
    "%s has a part again that was counted to 0 and back",
    async (path) => {
      const shop = await open();
      const all = ["Disc 272", "Disc 310", "Disc 330"];
      expect(await namesIn(shop, path)).toEqual(all);
      await count(shop, "D-310", 0);
      await expect.poll(() => namesIn(shop, path)).toEqual(["Disc 272", "Disc 330"]);
      await count(shop, "D-310", 400);
      await expect.poll(() => namesIn(shop, path)).toEqual(all);
    },
  );

  it.each([`/shop/${type}?stock=1`, "/search?q=disc&stock=1"])("%s does as well", async (path) => {
    const shop = await open();
    const shown = async () => (await (await shop.request(path)).text()).includes("Disc 310");
    expect(await shown()).toBe(true);
    await count(shop, "D-310", 0);
    await expect.poll(shown).toBe(false);
    await count(shop, "D-310", 400);
    await expect.poll(shown).toBe(true);
  });

  it("count stock of parts on other pages, also of kits by their components", async () => {
    const shop = await open();
    const inStock = async () =>
      ((await shop.get("/api/catalogue?type=bolts")).body as CatalogueReply).facets?.inStock;
    expect(await inStock()).toBe(60);
    await count(shop, "B-60", 0);
    await expect.poll(inStock).toBe(59);
    await edit(shop, "KIT-1", { components: [component("D-330")], fromShelf: true });
    await expect.poll(inStock).toBe(60);
    await count(shop, "D-330", 0);
    await expect.poll(inStock).toBe(59);
    await count(shop, "D-330", 400);
    await expect.poll(inStock).toBe(60);
  });

  it.each([
    ["price", "B-59", 0.5],
    ["price-down", "B-1", 333],
  ] as const)("has a part of another page first by %s", async (sort, number, price) => {
    const shop = await open();
    const path = `/api/catalogue?type=bolts&sort=${sort}`;
    const first = async () => ((await shop.get(path)).body as CatalogueReply).items[0]?.number;
    expect(await first()).not.toBe(number);
    await edit(shop, number, { price });
    await expect.poll(first).toBe(number);
  });

  it("shows the present price of what a search for a number comes near", async () => {
    const shop = await open();
    await edit(shop, "D-310", { price: 103 });
    const near = async () =>
      ((await shop.get("/api/search?q=D-310")).body as SearchReply).near.map(
        ({ part }) => part?.price,
      );
    expect(await near()).toEqual([103]);
    await edit(shop, "D-310", { price: 199 });
    await expect.poll(near).toEqual([199]);
  });

  it("shows the present name of a kit with what replaces a component", async () => {
    const shop = await open();
    await edit(shop, "OLD-1", { replacedBy: [{ part: "NEW-1" }], life: "superseded" });
    await edit(shop, "KIT-2", { components: [component("OLD-1")] });
    await edit(shop, "KIT-3", { components: [component("NEW-1")] });
    const later = async () =>
      ((await shop.get("/api/parts/KIT-2")).body as PartPage).laterKits.map(({ name }) => name);
    await expect.poll(later).toEqual(["Later kit"]);
    await edit(shop, "KIT-3", { name: "Last kit" });
    await expect.poll(later).toEqual(["Last kit"]);
  });
});
