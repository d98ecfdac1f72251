// An emulator of sign-in with Google for this machine: the same protocol, three people.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type OpenIdProvider from "oidc-provider";
import { loadOrCreateKey } from "./load-key.ts";
import { choicePage, contentSecurityPolicy, errorPage } from "./pages.ts";
import { findPerson, people } from "./people.ts";
import { type Client, createProvider } from "./provider.ts";

export type GoogleOptions = Client & { port: number; dataDir: string };
export type Google = { issuer: string; stop(): Promise<void> };

type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;

export async function startGoogle({ port, dataDir, ...client }: GoogleOptions): Promise<Google> {
  const key = await loadOrCreateKey(join(dataDir, "emulators/google-key.json"));
  const css = await readFile(join(import.meta.dirname, "pages.css"));
  const server = createServer();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const responding = createProvider(issuer, key, client).then((provider) =>
    answer(provider, css, new URL(client.redirectUri).origin),
  );
  server.on("request", async (request, response) => {
    try {
      await (await responding)(request, response);
    } catch (error) {
      console.error(error);
      response.destroy();
    }
  });
  await responding;

  async function stop() {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  return { issuer, stop };
}

function answer(provider: OpenIdProvider, css: Buffer, shop: string): Respond {
  const handleByProvider = provider.callback();
  return (request, response) => {
    response.setHeader("content-security-policy", contentSecurityPolicy(shop));
    response.setHeader("x-content-type-options", "nosniff");
    const { pathname } = new URL(request.url ?? "/", provider.issuer);
    if (pathname === "/pages.css") {
      response.setHeader("content-type", "text/css; charset=utf-8").end(css);
      return;
    }
    if (pathname.startsWith("/choose/")) {
      return choose(provider, shop, request, response).catch(() =>
        sendPage(response, 400, errorPage("This choice has been made, or is too old.")),
      );
    }
    forgetSession(request, provider.cookieName("session"));
    return handleByProvider(request, response);
  };
}

/** Without a session it asks for the person every time. */
function forgetSession({ headers }: IncomingMessage, name: string): void {
  const cookies = headers.cookie?.split("; ") ?? [];
  headers.cookie = cookies.filter((cookie) => !cookie.startsWith(name)).join("; ");
}

async function choose(
  provider: OpenIdProvider,
  shop: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // Throws unless the interaction's cookie is present.
  await provider.interactionDetails(request, response);
  if (request.method !== "POST") return sendPage(response, 200, choicePage(people, shop));
  const chosen = await readForm(request);
  const person = findPerson(chosen.get("person"));
  if (person) {
    const login = { accountId: person.sub, remember: false };
    await provider.interactionFinished(request, response, { login, select_account: {} });
  } else if (chosen.has("cancel")) {
    await provider.interactionFinished(request, response, { error: "access_denied" });
  } else {
    sendPage(response, 400, errorPage("There is no such person here."));
  }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const bytes of request) {
    text += bytes;
    if (text.length > 1_000) throw new Error("That is more than a choice");
  }
  return new URLSearchParams(text);
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(html);
}
