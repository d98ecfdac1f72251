// Many who ask at once, and many who ask for a million things: one rendering, and bounded memory.
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { ResponseCache } from "#server/platform/http/response-cache.ts";
import { announceChange } from "#tests/builders/event.ts";
import { openWatchedShop, type WatchOptions } from "#tests/open-watched-shop.ts";
import { sendPipelined } from "#tests/send-pipelined.ts";

const open = (options: WatchOptions = {}) =>
  openWatchedShop({ parts: [aPart({ name: "Camshaft" })], ...options });

/** The known-bad variant: whoever asks gets an answer made for them. */
class ForEachAnew extends ResponseCache {
  override send(...[request, reply, wanted]: Parameters<ResponseCache["send"]>) {
    return super.send(request, reply, { ...wanted, key: crypto.randomUUID() });
  }
}

/** The known-bad variant: what is asked for is remembered as it was asked for, and all of it. */
class ByAddress extends ResponseCache {
  override send(...[request, reply, wanted]: Parameters<ResponseCache["send"]>) {
    return super.send(request, reply, { ...wanted, key: request.url });
  }
}

describe("many who wait for a page after a change", () => {
  async function renderedFor(many: number, Cache?: typeof ResponseCache) {
    const { url, shop, rendered, holdUntil } = await open({ Cache });
    await (await fetch(url)).text();
    rendered.length = 0;
    await announceChange({ shop }, ["parts"]);
    holdUntil(many);
    const answers = await Promise.all(Array.from({ length: many }, () => fetch(url)));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain("Camshaft</h3>");
    return rendered.length;
  }

  it("cause one rendering, and be they 200", async () => {
    expect(await renderedFor(200)).toBe(1);
  });

  it("would cause as many as they are, were each answer made for one", async () => {
    expect(await renderedFor(20, ForEachAnew)).toBe(20);
  });
});

describe("a million addresses", () => {
  const n = (number: number) => number.toString(36);
  const anId = (number: number) =>
    `01a1fbc0-fc51-77f7-8977-${number.toString(16).padStart(12, "0")}`;
  /** What one can put behind an address that means nothing to the shop, or nothing good. */
  const variants: [string, (number: number) => string, number][] = [
    ["queries of pages", (number) => `/product?utm_source=${n(number)}`, 200],
    ["queries of the home page", (number) => `/?${n(number)}=1`, 200],
    ["unknown parameters", (number) => `/api/parts?newest=6&x${n(number)}=${number}`, 400],
    [
      "other ways to write the same",
      (number) => `/api/parts?newest=${"0".repeat(number % 8)}6&q=%20`,
      200,
    ],
    ["huge limits", (number) => `/api/parts?limit=${101 + number}`, 400],
    ["parts that are none", (number) => `/api/purchase/${anId(number)}`, 404],
    ["pages of parts", (number) => `/purchase/${n(number)}`, 200],
    ["pages that are none", (number) => `/nowhere/${n(number)}`, 404],
    ["files with a query", (number) => `/robots.txt?${n(number)}`, 200],
  ];
  const many = Math.ceil(20_000 / variants.length);
  const atOnce = 200;

  it("are a handful of answers, the same for all who ask", async () => {
    const { url, cache } = await open();
    for (const [what, address, status] of variants) {
      const addresses = Array.from({ length: many }, (_, number) => address(number));
      const etags = new Set<string>();
      for (let from = 0; from < many; from += atOnce) {
        const answers = await sendPipelined(url, addresses.slice(from, from + atOnce));
        expect([what, ...answers.statuses]).toEqual([what, status]);
        for (const etag of answers.etags) etags.add(etag);
      }
      expect([what, etags.size <= 1]).toEqual([what, true]);
    }
    expect(cache.size.entries).toBeLessThan(10);
  });

  it("would fill the memory, were they remembered as they are asked for", async () => {
    const { url, cache } = await open({ Cache: ByAddress });
    const addresses = Array.from({ length: 50 }, (_, number) => `/product?utm_source=${number}`);
    await sendPipelined(url, addresses);
    expect(cache.size.entries).toBe(50);
  });

  it("that mean something each are forgotten in time, and what many ask for is not", async () => {
    const room = 200_000;
    const { url, cache, rendered } = await open({ maxBytes: room });
    const searches = Array.from({ length: 1_000 }, (_, number) => `/api/parts?q=${n(number)}`);
    const home = async () => (await fetch(url)).text();
    await home();
    for (let from = 0; from < searches.length; from += 50) {
      await home();
      await sendPipelined(url, searches.slice(from, from + 50));
      expect(cache.size.bytes).toBeLessThanOrEqual(room);
    }
    expect(cache.size.entries).toBeLessThan(100);
    expect(rendered).toEqual(["/"]);
  });

  it("that nobody asks for again are forgotten", async () => {
    // The known-bad home page: asked for once, it cannot outlast a thousand searches.
    const { url, rendered } = await open({ maxBytes: 200_000 });
    const home = async () => (await fetch(url)).text();
    await home();
    await sendPipelined(
      url,
      Array.from({ length: 200 }, (_, number) => `/api/parts?q=${n(number)}`),
    );
    await home();
    expect(rendered).toEqual(["/", "/"]);
  });
});
