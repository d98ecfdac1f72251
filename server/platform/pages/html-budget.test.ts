// A page's HTML fits, with its headers, what a server may send before it must wait for an answer: ten
// packets. So the browser has all of it after one round trip.

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { fillIfEmpty } from "#seed/fill-if-empty.ts";
import { changePart, listPartIds } from "#tests/builders/part.ts";
import { createEmptyDatabase } from "#tests/create-database.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";

const most = { html: 14 * 1024, withHeaders: 10 * 1_460 };
const paths = ["/", "/product", "/about", "/login", "/contact", "/blog"];

/** The demo shop, which is a shop as it should be: a page of 48 parts, each with its picture and story. */
async function openDemo(): Promise<OpenShop> {
  const shop = await openShop({
    databaseUrl: await createEmptyDatabase(),
    env: { ORIGIN: "https://www.partwright.example" },
  });
  const dataDir = await mkdtemp(join(tmpdir(), "shop-demo-"));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  await fillIfEmpty(shop.shop, dataDir);
  await expect.poll(async () => (await shop.get("/api/parts?limit=48")).body).toHaveLength(48);
  return shop;
}

type Sent = { html: number; withHeaders: number };

/** The bytes of the answer as they go over the line to a browser, which asks like this. */
async function sentFor({ request }: OpenShop, path: string): Promise<Sent> {
  const headers = { "accept-encoding": "gzip, deflate, br, zstd" };
  const response = await request(path, { headers });
  expect(await response.text()).toContain("</html>");
  expect([path, response.headers.get("content-encoding")]).toEqual([path, "br"]);
  const html = Number(response.headers.get("content-length"));
  const head = ["HTTP/1.1 200 OK", ...[...response.headers].map((line) => line.join(": ")), ""];
  return { html, withHeaders: html + head.join("\r\n").length + 2 };
}

describe("the HTML of public pages", () => {
  it("is sent in less than 14 KB, and in ten packets", async () => {
    const shop = await openDemo();
    const bytes = await Promise.all(paths.map((path) => sentFor(shop, path)));
    const held = bytes.map(
      ({ html, withHeaders }) =>
        html > 0 && html < most.html && withHeaders > html && withHeaders <= most.withHeaders,
    );
    expect({ bytes, held }).toEqual({ bytes, held: paths.map(() => true) });
  });

  it("would not be, were everything told of every part", async () => {
    const shop = await openDemo();
    // The known-bad variant: a catalogue's whole drawings in the list.
    for (const { id } of await listPartIds(shop.shop.db))
      await changePart(shop, { id }, { description: randomBytes(1_000).toString("base64") });
    const html = async () => (await sentFor(shop, "/product")).html;
    await expect.poll(html).toBeGreaterThan(most.html);
  });
});
