// The shop behind nginx with the configuration that the project ships.
import { onTestFinished } from "vitest";
import { aPart } from "#seed/builders.ts";
import { type OpenShop, share, startShop } from "./open-shop.ts";
import { createProxyClient, type Nginx, type ProxyRequest, startNginx } from "./start-nginx.ts";

export type ProxiedShop = OpenShop & {
  nginx: Nginx;
  /** The paths that came to the shop. */
  reached: string[];
  ask: ReturnType<typeof createProxyClient>;
};

async function startProxiedShop(edit?: (configuration: string) => string): Promise<ProxiedShop> {
  const env = { ORIGIN: "https://shop.example", PROXIES: "127.0.0.1" };
  const shop = await startShop({ parts: [aPart({ name: "Camshaft" })], env });
  const nginx = await startNginx(shop.url, edit && { edit });
  const reached: string[] = [];
  shop.running.app.server.on("request", ({ url = "" }) => reached.push(url));
  return { ...shop, nginx, reached, ask: createProxyClient(nginx, nginx.url) };
}

async function stopBoth({ nginx, stop }: ProxiedShop): Promise<void> {
  await nginx.stop();
  await stop();
}

/** Of one test's own, with the configuration as it is or as it was edited. */
export async function openProxiedShop(edit?: (configuration: string) => string) {
  const shop = await startProxiedShop(edit);
  onTestFinished(() => stopBoth(shop));
  return shop;
}

/** One for all tests of a file that change nothing. */
export function shareProxiedShop(): () => Promise<ProxiedShop> {
  const open = share(() => startProxiedShop(), stopBoth);
  return async () => {
    const shop = await open();
    shop.reached.length = 0;
    return shop;
  };
}

export const postJson = (body: string, headers = {}): ProxyRequest => ({
  method: "POST",
  headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers },
  body,
});
