// An emulator of Stripe for this machine: the same protocol, test cards only.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Api, serveApi } from "./api.ts";
import { type Control, openControl } from "./control.ts";
import type { Cause } from "./events.ts";
import { Faults } from "./faults.ts";
import { serveChallenges } from "./serve-challenges.ts";
import { serveControl } from "./serve-control.ts";
import { serveFiles } from "./serve-files.ts";
import { openStore } from "./store.ts";
import { openWebhooks } from "./webhooks.ts";

/** A client that gets its answer logs no outage when this stops. */
const drainMs = 3_000;
const noRequest: Cause = { request: "", key: undefined };

export type CardProviderOptions = {
  /** 0 takes a free one. */
  port: number;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** A folder, or ":memory:". */
  dataDir: string;
};

export type CardProvider = Control & {
  origin: string;
  /** Sets the address for webhooks; events wait until it is known. */
  webhooksTo(url: string): void;
  stop(): Promise<void>;
};

type Serve = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;

export async function startCardProvider(options: CardProviderOptions): Promise<CardProvider> {
  const { port, dataDir, webhookSecret } = options;
  const store = openStore(
    dataDir === ":memory:" ? dataDir : join(dataDir, "emulators/card-provider.sqlite"),
  );
  const webhooks = openWebhooks(store, webhookSecret);
  const faults = new Faults();
  const api: Api = {
    store,
    faults,
    keys: options,
    contextFor: (cause: Cause) => ({
      store,
      publish: (type, about) => webhooks.publish(type, about, cause),
    }),
    deliverEvents: webhooks.deliverDue,
  };
  const control = openControl({ store, faults, webhooks, context: api.contextFor(noRequest) });
  const routes: [string, Serve][] = [
    ["/v1/", serveApi(api)],
    ["/control", serveControl(control)],
    ["/3d-secure/", serveChallenges(api)],
    ["/", serveFiles()],
  ];

  const inProgress = new Set<Promise<void>>();
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://localhost");
    const [, serve] = routes.find(([prefix]) => isWithin(prefix, url.pathname)) ?? [];
    try {
      // Validate the Host header; this stops DNS rebinding.
      if (!isLocalHost(request.headers.host)) response.writeHead(403).end();
      else await serve?.(request, response, url);
    } catch (error) {
      console.error(error);
      response.destroy();
    }
  }
  const server = createServer((request, response) => {
    const handled = handle(request, response).finally(() => inProgress.delete(handled));
    inProgress.add(handled);
  });
  // Longer than clients keep idle connections, so that none is reused while it closes.
  server.keepAliveTimeout = 60_000;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  async function stop() {
    webhooks.stop();
    await Promise.race([Promise.all(inProgress), sleep(drainMs, undefined, { ref: false })]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    store.close();
  }
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    webhooksTo: webhooks.setUrl,
    stop,
    ...control,
  };
}

function isWithin(prefix: string, path: string): boolean {
  return prefix.endsWith("/") ? path.startsWith(prefix) : `${path}/`.startsWith(`${prefix}/`);
}

function isLocalHost(host = ""): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
}
