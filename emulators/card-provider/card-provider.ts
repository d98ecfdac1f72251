// A card provider emulator: the same protocol, test cards only, on this machine only.
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type Api, serveApi } from "./api.ts";
import { type Control, openControl, serveControl } from "./control.ts";
import type { Cause } from "./events.ts";
import { Faults } from "./faults.ts";
import { serveChallenges } from "./serve-challenges.ts";
import { serveFiles } from "./serve-files.ts";
import { openStore } from "./store.ts";
import { openWebhooks } from "./webhooks.ts";

/** What nobody asked for by a call. */
const ownCause: Cause = { request: "", key: undefined };

export type CardProviderOptions = {
  /** 0 takes any that is free. */
  port: number;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** The shop's data, or ":memory:" for a ledger that is forgotten. */
  dataDir: string;
};

export type CardProvider = Control & {
  origin: string;
  /** Where the shop hears of what happened; until that is known, messages wait. */
  webhooksTo(url: string): void;
  stop(): Promise<void>;
};

type Serve = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;

export async function startCardProvider(options: CardProviderOptions): Promise<CardProvider> {
  const { port, dataDir, webhookSecret } = options;
  const ledger = openStore(
    dataDir === ":memory:" ? dataDir : join(dataDir, "emulators/card-provider.sqlite"),
  );
  const webhooks = openWebhooks(ledger, webhookSecret);
  const faults = new Faults();
  const api: Api = {
    ledger,
    faults,
    keys: options,
    deskFor: (cause: Cause) => ({
      ledger,
      tell: (type, about) =>
        webhooks.tell(type, about as Parameters<typeof webhooks.tell>[1], cause),
    }),
    told: webhooks.workOff,
  };
  const control = openControl({ ledger, faults, webhooks, desk: api.deskFor(ownCause) });
  const places: [string, Serve][] = [
    ["/v1/", serveApi(api)],
    ["/control", serveControl(control)],
    ["/3d-secure/", serveChallenges(api)],
    ["/", serveFiles()],
  ];

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const [, serve] = places.find(([place]) => isWithin(place, url.pathname)) ?? [];
    try {
      // A page from elsewhere that found a way to call itself this machine gets nothing.
      if (!isHere(request.headers.host)) response.writeHead(403).end();
      else await serve?.(request, response, url);
    } catch (error) {
      console.error(error);
      response.destroy();
    }
  });
  // Longer than a client rests between two calls, so that no call meets a closing connection.
  server.keepAliveTimeout = 60_000;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  async function stop() {
    webhooks.stop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    ledger.close();
  }
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    webhooksTo: webhooks.to,
    stop,
    ...control,
  };
}

/** `/controller` is not within `/control`. */
function isWithin(place: string, path: string): boolean {
  return place.endsWith("/") ? path.startsWith(place) : `${path}/`.startsWith(`${place}/`);
}

function isHere(host = ""): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
}
