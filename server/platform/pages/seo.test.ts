// What search engines, and those with whom a page is shared, are told of the shop.
import { describe, expect, it } from "vitest";
import { aPart, aPartType, aReview } from "#seed/builders.ts";
import { addReviews } from "#server/modules/reviews/store.ts";
import { announceChange } from "#tests/builders/event.ts";
import { changePart, changeParts, movePart } from "#tests/builders/part.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";

const origin = "https://shop.example";
const legal = ["/terms", "/privacy", "/withdrawal", "/delivery-and-returns", "/imprint"];
const lists = ["/product", "/shop", "/search"];
const forSearch = ["/", ...lists, "/about", "/blog", "/contact", ...legal, "/login"];
const inSitemap = forSearch.filter((path) => path !== "/search");
const notForSearch = ["/register", "/dashboard", "/purchase/1", "/nowhere"];

async function htmlOf({ request }: OpenShop, path: string): Promise<string> {
  return (await request(path)).text();
}

/** The contents of the one element that is meant. */
function content(html: string, attribute: string): string | undefined {
  const all = [
    ...html.matchAll(new RegExp(`<(?:meta|link) ${attribute} (?:content|href)="([^"]*)">`, "g")),
  ];
  expect([attribute, all.length]).toEqual([attribute, Math.min(1, all.length)]);
  return all[0]?.[1];
}

type Fact = { "@type": string } & Record<string, unknown>;

function factsIn(html: string): Fact[] {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
  return json ? JSON.parse(json)["@graph"] : [];
}

const ofType = (facts: Fact[], type: string) => facts.find((fact) => fact["@type"] === type);

describe("search engines are told", () => {
  it("of each public page its title, description, address and picture", async () => {
    const shop = await openShop({ env: { ORIGIN: origin } });
    const titles = new Set<string>();
    for (const path of forSearch) {
      const html = await htmlOf(shop, path);
      const [, title = ""] = /<title>(.*?)<\/title>/.exec(html) ?? [];
      titles.add(title);
      expect([path, content(html, 'rel="canonical"')]).toEqual([path, origin + path]);
      expect(content(html, 'name="description"')?.length).toBeGreaterThan(40);
      expect(content(html, 'name="robots"')).toBeUndefined();
      expect(content(html, 'property="og:title"')).toBe(title);
      expect(content(html, 'property="og:url"')).toBe(origin + path);
      expect(content(html, 'property="og:image"')).toBe(`${origin}/share.png`);
      expect(content(html, 'name="twitter:card"')).toBe("summary_large_image");
      expect(ofType(factsIn(html), "Organization")).toMatchObject({ url: `${origin}/` });
    }
    expect(titles.size).toBe(forSearch.length);
  });

  it("of a part whose picture has no address that can be read, and the page is there", async () => {
    const shop = await openShop({
      parts: [aPart({ img: "https://" }), aPart({ img: "http://[" })],
    });
    for (const path of ["/", "/product"]) {
      const response = await shop.request(path);
      expect([path, response.status]).toEqual([path, 200]);
      const list = ofType(factsIn(await response.text()), "ItemList");
      expect(JSON.stringify(list)).not.toContain("image");
    }
  });

  it("that the other pages are not for them", async () => {
    const shop = await openShop();
    for (const path of notForSearch) {
      const html = await htmlOf(shop, path);
      expect([path, content(html, 'name="robots"')]).toEqual([path, "noindex"]);
      expect(html).not.toMatch(/canonical|og:|ld\+json/);
    }
  });

  it("that lists which somebody has searched or filtered are not for them", async () => {
    const shop = await openShop();
    for (const path of ["/search?q=disc", "/shop?sort=price"]) {
      const html = await htmlOf(shop, path);
      expect([path, content(html, 'name="robots"')]).toEqual([path, "noindex"]);
      expect(content(html, 'name="description"')?.length).toBeGreaterThan(40);
      expect(html).not.toContain("canonical");
    }
  });

  it("where the pages are", async () => {
    const { request } = await openShop({ env: { ORIGIN: origin } });
    const robots = await request("/robots.txt");
    expect(robots.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await robots.text()).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
    const sitemap = await request("/sitemap.xml");
    expect(sitemap.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    const addresses = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(
      ([, at]) => at,
    );
    expect(addresses).toEqual(inSitemap.map((path) => origin + path));
    const headers = { "if-none-match": sitemap.headers.get("etag") ?? "" };
    expect((await request("/sitemap.xml", { headers })).status).toBe(304);
  });

  it("where each type and each shown part is, in files of at most 50,000 addresses", async () => {
    const shop = await openShop({
      env: { ORIGIN: origin },
      types: [
        aPartType({ slug: "brakes", name: "Brakes" }),
        aPartType({ slug: "brake-discs", parent: "brakes" }),
        aPartType({ slug: "wipers", name: "Wipers" }),
      ],
      parts: ["A&A", "B 2", "C-3"].map((name, index) =>
        aPart({ name, number: `SM ${index}`, type: "brake-discs" }),
      ),
    });
    const read = async (path: string) => (await shop.request(path)).text();
    const locations = async (path: string) =>
      [...(await read(path)).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, at]) => at);
    const parts = ["/part/SM%200/a-a", "/part/SM%201/b-2", "/part/SM%202/c-3"];
    const types = ["/shop/brake-discs", "/shop/brakes"];
    const whole = [...inSitemap, ...types, ...parts].map((path) => origin + path);
    expect(await locations("/sitemap.xml")).toEqual(whole);
    await changePart(shop, { number: "SM 0" }, { hidden: true });
    await announceChange(shop, ["parts"]);
    await expect.poll(() => locations("/sitemap.xml")).not.toContain(origin + parts[0]);
    // As if as many parts as a file has addresses were between them.
    await movePart(shop, { number: "SM 2" }, 1_000_000);
    await announceChange(shop, ["parts"]);
    const files = ["pages", "0", "20"].map((name) => `${origin}/sitemap-${name}.xml`);
    await expect.poll(() => locations("/sitemap.xml")).toEqual(files);
    expect(await read("/sitemap.xml")).toContain("<sitemapindex ");
    expect(await locations("/sitemap-20.xml")).toEqual([origin + parts[2]]);
    expect((await shop.request("/sitemap-7.xml")).status).toBe(404);
    const pages = [...inSitemap, ...types].map((path) => origin + path);
    expect(await locations("/sitemap-pages.xml")).toEqual(pages);
  });

  it("of the parts and what they cost, as they are now", async () => {
    const part = aPart({
      name: "Camshaft",
      brand: "Bosch",
      priceCents: 123_450,
      minimumQuantity: 1,
    });
    const shop = await openShop({ parts: [{ ...part, availablQuantity: 9 }] });
    for (const path of ["/", "/product", "/shop"]) {
      const list = ofType(factsIn(await htmlOf(shop, path)), "ItemList");
      // Lists do not have it.
      expect(JSON.stringify(list)).not.toContain("brand");
      expect(list?.itemListElement).toMatchObject([
        {
          position: 1,
          item: {
            "@type": "Product",
            name: "Camshaft",
            offers: {
              price: "1234.50",
              priceCurrency: "USD",
              availability: "https://schema.org/InStock",
            },
          },
        },
      ]);
    }
    // More than the minimum, and less than all: there is no such number any more.
    await changeParts(shop, { stock: 2 });
    const availability = async () =>
      JSON.stringify(ofType(factsIn(await htmlOf(shop, "/product")), "ItemList"));
    await expect.poll(availability).toContain("https://schema.org/OutOfStock");
  });

  it("which questions the blog answers", async () => {
    const faq = ofType(factsIn(await htmlOf(await openShop(), "/blog")), "FAQPage");
    expect(faq?.mainEntity).toHaveLength(6);
  });

  it("what customers think of the shop, once they say it", async () => {
    const shop = await openShop();
    const rating = async () =>
      ofType(factsIn(await htmlOf(shop, "/")), "Organization")?.aggregateRating;
    expect(await rating()).toBeUndefined();
    // More than the page shows one by one.
    const stars = [...Array(12).fill(1), ...Array(12).fill(5)];
    await addReviews(
      shop.shop.db,
      stars.map((ratting) => aReview({ ratting })),
    );
    await expect.poll(rating).toMatchObject({ ratingValue: 3, reviewCount: 24, bestRating: 5 });
  });

  it("nothing that a part's name could smuggle in", async () => {
    const name = `</script><script>alert(1)</script><!--`;
    const shop = await openShop({ parts: [aPart({ name, description: name })] });
    for (const path of ["/", "/product"]) {
      const html = await htmlOf(shop, path);
      expect(html).not.toContain("<script>alert");
      expect(JSON.stringify(ofType(factsIn(html), "ItemList"))).toContain(JSON.stringify(name));
    }
  });
});
