// The shop without anything kept: what each address answers right now.
import { createApp } from "#server/app.ts";
import { keepSettings } from "#server/modules/settings/keep-settings.ts";
import type { Events } from "#server/platform/events/open-events.ts";
import { ResponseCache } from "#server/platform/http/response-cache.ts";
import { loadAssets, loadBuiltWeb } from "#server/platform/pages/built-web.ts";
import type { OpenShop } from "#tests/open-shop.ts";

export type Answer = { status: number; location: string | undefined; body: string };
export type Twin = {
  /** Forgets all of what it has read so far. */
  forget(): void;
  read(path: string): Promise<Answer>;
  close(): Promise<void>;
};

/** `origin` is that of the shop it is compared with. */
export async function openTwin({ shop }: OpenShop, origin: string): Promise<Twin> {
  const listeners = new Set<Parameters<Events["onEvents"]>[0]>();
  const events: Events = {
    ...shop.events,
    isCurrent: () => true,
    behindMs: () => 0,
    catchUp: async () => {},
    publish: async () => {},
    onEvents: (listener) => void listeners.add(listener),
  };
  const settings = keepSettings({ db: shop.db, env: shop.env, events });
  const [web, assets] = await Promise.all([loadBuiltWeb(), loadAssets()]);
  const app = createApp(
    { ...shop, origin, events, settings, metrics: undefined },
    new ResponseCache(events, () => origin),
    { webFor: async () => web, assets },
  );
  await app.ready();
  return {
    forget: () => {
      for (const listener of listeners) listener(undefined);
    },
    async read(path) {
      const { statusCode, headers, body } = await app.inject({
        url: path,
        headers: { host: new URL(origin).host },
      });
      return { status: statusCode, location: headers.location, body };
    },
    close: () => app.close(),
  };
}

export async function readFrom(url: string, path: string): Promise<Answer> {
  const response = await fetch(url + path, { redirect: "manual" });
  const location = response.headers.get("location") ?? undefined;
  return { status: response.status, location, body: await response.text() };
}
