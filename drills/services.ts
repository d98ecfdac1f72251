// Everything that a shop may be configured to ask, within the drill; and a place that nobody has
// configured, whose address people write wherever they can.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { startGoogle } from "#emulators/google/google.ts";
import { callbackUrl } from "#server/modules/identity/google.ts";
import { startMailServer } from "#tests/mail-server.ts";
import { openCardProvider } from "#tests/open-card-provider.ts";
import { makeDataDir } from "#tests/start-program.ts";

export type Services = {
  /** By what each is for: where it listens. */
  ports: Record<"provider" | "issuer" | "image host" | "mail", number>;
  env: Record<string, string>;
  bait: { url: string; hits: string[] };
  cards: Awaited<ReturnType<typeof openCardProvider>>;
};

/** For a shop that will be at `url`. */
export async function openServices(url: string): Promise<Services> {
  const cards = await openCardProvider({ webhooksTo: `${url}/api/webhooks/card-provider` });
  const client = { clientId: "shop", clientSecret: "a secret of the two" };
  const redirectUri = callbackUrl(url);
  const google = await startGoogle({
    ...{ ...client, redirectUri, port: 0 },
    dataDir: await makeDataDir("google "),
  });
  onTestFinished(google.stop);
  const mail = await startMailServer();
  const host = await listen(
    createServer((request, response) => {
      request.resume().on("end", () => {
        const data = { url: "https://pictures.example/1.webp" };
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ success: true, data }));
      });
    }),
  );
  const hits: string[] = [];
  const bait = await listen(
    createServer((request, response) => {
      hits.push(`${request.method} ${request.url}`);
      response.end("caught");
    }),
  );
  return {
    ports: {
      provider: portOf(cards.origin),
      issuer: portOf(google.issuer),
      "image host": host,
      mail: portOf(mail.url),
    },
    env: {
      ...cards.env,
      ...{ GOOGLE_ISSUER: google.issuer, GOOGLE_CLIENT_ID: client.clientId },
      ...{ GOOGLE_CLIENT_SECRET: client.clientSecret, SMTP_URL: mail.url },
      ...{ MAIL_FROM: "shop@shop.example", IMAGE_HOST_URL: `http://localhost:${host}/upload` },
      ...{ IMAGE_HOST_KEY: "a key of the image host" },
      ...{ IMAGE_HOST_PUBLIC_URL: "https://pictures.example" },
    },
    bait: { url: `http://127.0.0.1:${bait}`, hits },
    cards,
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const portOf = (url: string) => Number(new URL(url).port);
