import { get } from "node:http";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { hideTable } from "#tests/builders/fault.ts";
import { changeParts } from "#tests/builders/part.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { openShop, shareShop } from "#tests/open-shop.ts";

const open = shareShop();

const specified = [
  "/",
  "/login",
  "/register",
  "/blog",
  "/contact",
  "/product",
  "/about",
  "/purchase/01a1fbc0-fc51-77f7-8977-e1364d4ea8a0",
  "/dashboard",
  "/dashboard/myOrder",
  "/dashboard/addReview",
  "/dashboard/manageAllOrders",
  "/dashboard/addProduct",
  "/dashboard/makeAdmin",
  "/dashboard/manageProducts",
  "/dashboard/payment/01a1fbc0-fc51-77f7-8977-e1364d4ea8a0",
  "/dashboard/updateProfile",
];

function rawGet(url: string, path: string): Promise<number> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port, path }, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    }).on("error", reject);
  });
}

describe("pages", () => {
  it.each(specified)("%s is a page", async (path) => {
    const { request } = await open();
    const response = await request(path);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(await response.text()).toMatch(/<title>[^<]+ · Partwright<\/title>/);
  });

  it.each([
    "/nowhere",
    "/dashboard/nowhere",
    "/product/1",
    "/.env",
    "/.git/config",
    "/index.html",
    "/%2e%2e/x",
  ])("%s is the large red 404", async (path) => {
    const { request } = await open();
    const response = await request(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toMatch(/<h1[^>]*text-error[^>]*>404<\/h1>/);
  });

  it("an address with a slash too many leads to the one without", async () => {
    const { request } = await open();
    const response = await request("/product/", { redirect: "manual" });
    expect([response.status, response.headers.get("location")]).toEqual([308, "/product"]);
  });

  it.each(["//evil.example/", "/\\evil.example/", "/%2fevil.example/", "//product/"])(
    "%s leads nowhere else",
    async (path) => {
      const { request } = await open();
      const { status, headers } = await request(path, { redirect: "manual" });
      expect([status, headers.get("location")]).toEqual([404, null]);
    },
  );

  it.each(["//evil.example/product", "/%2e%2e/product", "//[", "/purchase/.."])(
    "%s does not become what others are shown",
    async (path) => {
      const { url, request } = await open();
      // As it is, without a client that tidies it up.
      await rawGet(url, path);
      expect(await (await request("/nowhere")).text()).toMatch(/>404<\/h1>/);
      expect(await (await request("/purchase/1")).text()).toMatch(/<title>Purchase · /);
    },
  );

  it("are the same bytes from every process", async () => {
    const env = { ORIGIN: "https://shop.example" };
    const first = await openShop({ parts: [aPart()], env });
    const second = await openShop({ databaseUrl: first.databaseUrl, env });
    for (const path of ["/", "/product"]) {
      const tags = await Promise.all(
        [first, second].map(async (shop) => (await shop.request(path)).headers.get("etag")),
      );
      expect(tags[0]).toBe(tags[1]);
    }
  });

  it("come with what they show, and are a 304 until it changes", async () => {
    const { request, shop } = await openShop({ parts: [aPart({ name: "Camshaft" })] });
    const first = await request("/");
    expect(await first.text()).toContain("Camshaft</h3>");
    const headers = { "if-none-match": first.headers.get("etag") ?? "" };
    expect((await request("/", { headers })).status).toBe(304);
    await changeParts({ shop }, { name: "Crankshaft" });
    await expect.poll(async () => (await request("/", { headers })).status).toBe(200);
  });

  it("may be kept for a second by caches in between, and asked for again by browsers", async () => {
    const { request } = await open();
    const cacheControl = async (path: string) => (await request(path)).headers.get("cache-control");
    const asTheyAre = "public, max-age=0, s-maxage=1, must-revalidate";
    for (const path of ["/", "/product", "/login", "/dashboard"]) {
      expect([path, await cacheControl(path)]).toEqual([path, asTheyAre]);
    }
    // Lists are asked for again in the instant in which something changed, and must be new then.
    for (const path of ["/api/parts", "/api/reviews", "/nowhere"]) {
      expect([path, await cacheControl(path)]).toEqual([path, "no-cache"]);
    }
  });

  it("show markup in a part as text", async () => {
    const name = `</script><script>alert(1)</script>`;
    const { request } = await openShop({ parts: [aPart({ name, description: "<img src=x>" })] });
    const html = await (await request("/")).text();
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("<img src=x>");
  });

  it("are there by their whole address, which counts before the Host", async () => {
    const { url } = await open();
    for (const [path, status] of [
      [`${url}/`, 200],
      [url, 200],
      [`${url}?x=1`, 200],
      [`${url}/product`, 200],
      [`${url}/nowhere`, 404],
      ["http://evil.example/product", 400],
    ] as const) {
      expect([path, await rawGet(url, path)]).toEqual([path, status]);
    }
  });

  it("are one page for a million queries", async () => {
    const { request, shop } = await openShop({ parts: [aPart()] });
    const first = await request("/product");
    await first.text();
    await hideTable(shop.db, "parts");
    for (let query = 0; query < 20; query++) {
      const response = await request(`/product?x=${query}`);
      expect(response.headers.get("etag")).toBe(first.headers.get("etag"));
    }
  });

  it("carry the common headers, as do calls, refusals and files", async () => {
    const { request } = await open();
    const asset = /\/assets\/[^"]+\.js/.exec(await (await request("/")).text())?.[0] ?? "";
    for (const path of ["/", "/nowhere", "/api/parts", "/api/nothing", "/%ff", asset]) {
      const { headers } = await request(path);
      expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
      expect(headers.get("content-security-policy")).not.toContain("unsafe");
      expect(headers.get("referrer-policy")).toBeTruthy();
    }
  });

  it("are explained when the database is away and nothing is known", async () => {
    const { request, shop } = await openShop();
    expectWarning(/The database cannot be reached/);
    await shop.close();
    const response = await request("/", { headers: { accept: "text/html" } });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("2");
    expect(await response.text()).toContain("Please try again shortly.");
  });
});

describe("files", () => {
  it("are there with a query, too", async () => {
    const { request } = await open();
    expect((await request("/favicon.svg?v=1")).status).toBe(200);
    expect((await request("/robots.txt?")).status).toBe(200);
  });

  it("are compressed beforehand and never asked for twice", async () => {
    const { request } = await open();
    const html = await (await request("/")).text();
    const files = [...html.matchAll(/\/assets\/[^" #]+/g)].map(([file]) => file);
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const response = await request(file, { headers: { "accept-encoding": "br" } });
      expect(response.headers.get("cache-control")).toContain("immutable");
      // The smallest are sent as they are: there compressing costs more than it saves. Fonts and
      // pictures are compressed in themselves.
      const isSmall = (await response.arrayBuffer()).byteLength < 1_024;
      const isText = /\.(js|css|svg)$/.test(file);
      expect([file, response.headers.get("content-encoding")]).toEqual([
        file,
        isSmall || !isText ? null : "br",
      ]);
    }
  });
});

it("password managers are led to the form that changes a password", async () => {
  const { request } = await open();
  const answer = await request("/.well-known/change-password", { redirect: "manual" });
  expect(answer.status).toBe(302);
  const form = answer.headers.get("location") ?? "";
  expect(form).toBe("/dashboard/security#change-password");
  expect((await request(form)).status).toBe(200);
});

it("the address of the checkout leads to its first step", async () => {
  const answer = await (await open()).request("/checkout", { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/checkout/address"]);
});
