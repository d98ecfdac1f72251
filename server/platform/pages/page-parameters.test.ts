// Pages with parameters: each has its own entry in the cache, and its own status.
import { describe, expect, it } from "vitest";
import type { PartPage } from "#contract/catalog.ts";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { openShop, shareShop } from "#tests/open-shop.ts";
import { openWatchedShop } from "#tests/open-watched-shop.ts";
import { signUpAdmin } from "#tests/people.ts";
import { sendPipelined } from "#tests/send-pipelined.ts";

const origin = "https://shop.example";
const open = shareShop({ env: { ORIGIN: origin } });

async function openWithPart(part = aPart()) {
  const shop = await open();
  const id = await addPart(shop.shop.db, part);
  const { number } = (await shop.get(`/api/parts/${id}`)).body as PartPage;
  const answer = async (path: string) => {
    const response = await shop.request(path, { redirect: "manual" });
    return { status: response.status, location: response.headers.get("location") };
  };
  return { shop, id, number, answer };
}

const slug = "ventilated-brake-disc-312-mm-front-axle";

describe("the page of a part", () => {
  it("is rendered with what it is, costs, and how many there are", async () => {
    const part = aPart({
      img: "/images/disc/960.webp",
      priceCents: 8_450,
      brand: "Brakon",
      numbers: [{ kind: "gtin", brand: null, written: "2000 0000 0001 5", pieces: 1, note: "" }],
    });
    const { shop, number } = await openWithPart(part);
    const path = `/part/${number}/${slug}`;
    const response = await shop.request(path);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain("<title>Ventilated Brake Disc, 312 mm, Front Axle · Partwright</title>");
    expect(html).toContain(`<link rel="canonical" href="${origin}${path}">`);
    expect(html).toContain('<meta name="description" content="$84.50 per piece. Grey cast iron');
    expect(html).toContain(`<meta property="og:image" content="${origin}/images/disc/960.webp">`);
    expect(html).not.toContain("noindex");
    const text = html
      .replaceAll("<!-- -->", "")
      .replaceAll(/<[^>]+>/g, " ")
      .replaceAll(/\s+/g, " ");
    for (const shown of ["$84.50 each · $422.50 for 5", "400 in stock", "From 5 pieces"]) {
      expect(text).toContain(shown);
    }
    const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    const offers = {
      price: "84.50",
      url: origin + path,
      availability: "https://schema.org/InStock",
    };
    expect(JSON.parse(json)["@graph"]).toContainEqual(
      expect.objectContaining({
        "@type": "Product",
        brand: { "@type": "Brand", name: "Brakon" },
        sku: number,
        mpn: number,
        gtin: "2000000000015",
        offers: expect.objectContaining(offers),
      }),
    );
    const headers = { "if-none-match": response.headers.get("etag") ?? "" };
    expect((await shop.request(path, { headers })).status).toBe(304);
  });

  it("has one address, to which all others lead", async () => {
    const { shop, id, answer } = await openWithPart(aPart({ number: "BD 312.V" }));
    const admin = await signUpAdmin(shop);
    expect((await answer(`/part/BD%20312.V/${slug}`)).status).toBe(200);
    await admin.send("PATCH", `/api/parts/${id}`, { number: "BD-313 V" });
    const location = `/part/BD-313%20V/${slug}`;
    expect((await answer(location)).status).toBe(200);
    for (const path of [
      `/part/${id}`,
      `/PART/${id.toUpperCase()}/${slug}`,
      `/part/BD-313%20V`,
      `/part/BD-313%20V/old-name`,
      `/part/bd313v/${slug}`,
      `/part/bd%2F313–v/${slug}`,
      // Its number before.
      `/part/BD%20312.V/${slug}`,
    ]) {
      expect([path, await answer(path)]).toEqual([path, { status: 301, location }]);
    }
    expect(await answer(`${location}/`)).toEqual({ status: 308, location });
  });

  it("is a 404 if there never was such a part", async () => {
    const { shop } = await openWithPart();
    const unknown = "01a1fbc0-fc51-77f7-8977-e1364d4ea8a0";
    for (const path of [
      `/part/${unknown}/${slug}`,
      `/part/7/${slug}`,
      `/part/${unknown}/%00`,
      `/part/${"9".repeat(61)}`,
      "/part/%00/x",
    ]) {
      const response = await shop.request(path);
      const html = await response.text();
      expect([path, response.status]).toEqual([path, 404]);
      expect(html).toMatch(/<h1[^>]*text-error[^>]*>404<\/h1>/);
      expect(html).toContain("noindex");
    }
    for (const path of ["/part", `/part/${unknown}/${slug}/more`, `//part/${unknown}/x/`]) {
      expect([path, (await shop.request(path)).status]).toEqual([path, 404]);
    }
  });

  it("is a 410 once the part is deleted", async () => {
    const { shop, id, number, answer } = await openWithPart();
    const admin = await signUpAdmin(shop);
    const successor = await addPart(
      shop.shop.db,
      aPart({ number: "BD-400", name: "Disc, coated" }),
    );
    await admin.send("PATCH", `/api/parts/${id}`, { replacedBy: [{ part: successor }] });
    expect((await answer(`/part/${number}/${slug}`)).status).toBe(200);
    expect((await admin.send("DELETE", `/api/parts/${id}`)).status).toBe(200);
    for (const path of [`/part/${number}/${slug}`, `/part/${id}`]) {
      const response = await shop.request(path);
      expect([path, response.status]).toEqual([path, 410]);
      const html = await response.text();
      expect(html).toContain("This part is no longer sold");
      expect(html).toContain('href="/part/BD-400/disc-coated"');
    }
    expect(await shop.get(`/api/parts/${id}`)).toMatchObject({
      status: 410,
      body: { error: { code: "gone" } },
    });
  });
});

describe("the list of parts", () => {
  it("goes on after the part that its address names", async () => {
    const shop = await openShop({ env: { ORIGIN: origin } });
    const ids: string[] = [];
    for (let number = 1; number <= 50; number++) {
      ids.push(await addPart(shop.shop.db, aPart({ name: `Part ${number}` })));
    }
    await shop.shop.events.catchUp();
    const read = async (path: string) => {
      const response = await shop.request(path, { redirect: "manual" });
      const html = await response.text();
      const names = [...html.matchAll(/Part \d+(?=<\/h2>)/g)].map(([name]) => name);
      return { response, html, names, etag: response.headers.get("etag") };
    };
    const first = await read("/product");
    expect(first.names).toHaveLength(48);
    expect(first.html).toContain(`<input type="hidden" name="after" value="${ids[47]}"/>`);
    const second = await read(`/product?after=${ids[47]}`);
    expect(second.names).toEqual(["Part 49", "Part 50"]);
    expect(second.html).toContain(
      `<link rel="canonical" href="${origin}/product?after=${ids[47]}">`,
    );
    const noise = await read(`/product?utm_source=x&after=${ids[47]}&sort=best`);
    expect(noise.etag).toBe(second.etag);
    for (const search of ["after=", "after=7", "before=x"]) {
      expect([search, (await read(`/product?${search}`)).etag]).toEqual([search, first.etag]);
    }
    const gone = await read(`/product?after=${crypto.randomUUID()}`);
    expect(gone.response.status).toBe(301);
    expect(gone.response.headers.get("location")).toBe("/product");
  });
});

describe("the cache of pages with parameters", () => {
  async function openWatched() {
    const watched = await openWatchedShop({});
    const ids = [
      await addPart(watched.shop.db, aPart({ name: "One", number: "CACHE-1" })),
      await addPart(watched.shop.db, aPart({ name: "Two", number: "CACHE-2" })),
    ] as const;
    await watched.shop.events.catchUp();
    const paths = ["/part/CACHE-1/one", "/part/CACHE-2/two"] as const;
    const read = async (path: string) => (await fetch(watched.url + path)).text();
    for (const path of paths) await read(path);
    expect(watched.rendered).toEqual(paths);
    return { ...watched, ids, paths, read };
  }

  it("forgets the page of the part that changed, and no other", async () => {
    const { opened, ids, paths, read, rendered } = await openWatched();
    const admin = await signUpAdmin(opened);
    await admin.send("PATCH", `/api/parts/${ids[1]}`, { price: 77 });
    expect(await read(paths[1])).toContain("77.00");
    expect(await read(paths[0])).toContain("45.50");
    expect(rendered.filter((path) => path === paths[1])).toHaveLength(2);
    expect(rendered.filter((path) => path === paths[0])).toHaveLength(1);
  });

  it("does not grow by what is asked for and means nothing", async () => {
    const { url, ids, paths, cache } = await openWatched();
    const before = cache.size.entries;
    const n = (number: number) => number.toString(36);
    const variants: [(number: number) => string, number, number][] = [
      [(number) => `${paths[0]}?utm_source=${n(number)}`, 1_000, 200],
      [(number) => `/part/${"-".repeat(60)}${n(number)}/${n(number)}`, 1_000, 404],
      [(number) => `/part/${n(number)}/${n(number)}`, 100, 404],
      [() => `/product?after=${crypto.randomUUID()}`, 100, 301],
      [(number) => `/part/${ids[0]}/${n(number)}`, 100, 301],
      [(number) => `/part/${crypto.randomUUID()}/${n(number)}`, 100, 404],
    ];
    for (const [address, count, status] of variants) {
      const addresses = Array.from({ length: count }, (_, number) => address(number));
      const answers = await sendPipelined(url, addresses);
      expect([...new Set(answers.statuses)]).toEqual([status]);
    }
    // One for all addresses that cannot be a part's, in each encoding that was asked for.
    expect(cache.size.entries - before).toBeLessThanOrEqual(4);
  });
});
