// A shop whose cache and whose renderings can be watched.
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { PageRenderer } from "#contract/pages/renderer.ts";
import type { NewPart } from "#contract/part-edits.ts";
import { createApp } from "#server/app.ts";
import { ResponseCache } from "#server/platform/http/response-cache.ts";
import { loadAssets, loadBuiltWeb } from "#server/platform/pages/built-web.ts";
import { openShop } from "./open-shop.ts";

export type WatchOptions = {
  parts?: NewPart[];
  Cache?: typeof ResponseCache | undefined;
  maxBytes?: number;
};

export async function openWatchedShop({
  parts = [],
  Cache = ResponseCache,
  maxBytes,
}: WatchOptions) {
  const opened = await openShop({ parts });
  const { shop } = opened;
  const cache = new Cache(shop.events, () => shop.origin, maxBytes ? { maxBytes } : {});
  const web = await loadBuiltWeb();
  const rendered: string[] = [];
  let door = Promise.resolve();
  const renderer: PageRenderer = {
    ...web.renderer,
    async render(url, ...rest) {
      rendered.push(url);
      await door;
      return web.renderer.render(url, ...rest);
    },
  };
  const webFor = async () => ({ ...web, renderer });
  const app = createApp(shop, cache, { webFor, assets: await loadAssets() });
  await app.listen({ host: "127.0.0.1", port: 0 });
  onTestFinished(() => app.close());
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  /** Nothing is rendered until so many requests have come. */
  function holdUntil(many: number) {
    let come = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    app.server.on("request", () => ++come === many && resolve());
    door = promise;
  }
  return { url, opened, shop, cache, rendered, holdUntil };
}
