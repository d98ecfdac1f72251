// `npm run dev`: the shop with hot reload. Vite serves the web's sources in front of the shop;
// a change below server/ or contract/ starts the process anew (see package.json).
import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createVite } from "vite";
import type { PageRenderer } from "#contract/pages/renderer.ts";
import { openDatabase } from "#server/open-database.ts";
import { startEmulators } from "#server/operations/emulators/start-emulators.ts";
import { readEnv } from "#server/platform/config/env.ts";
import type { WebFor } from "#server/platform/pages/serve-pages.ts";
import { onStopSignal } from "#server/platform/processes/on-signals.ts";
import { startLog } from "#server/platform/telemetry/log/log.ts";
import { printBanner } from "#server/print-banner.ts";
import { runShop } from "#server/run-shop.ts";

const env = readEnv(process.env);
startLog(env);
const emulators = await startEmulators(env);
const database = await openDatabase(env, emulators.settings);
const front = createServer();
const vite = await createVite({
  appType: "custom",
  server: { middlewareMode: true, hmr: { server: front } },
});

// Pages are prepared once; after each change of a file they go by another name.
let version = 0;
vite.watcher.on("all", () => {
  version++;
});

const ownEnv = { ...env, ...emulators.settings, PORT: 0 };
const webFor: WebFor = async (path) => {
  const template = await vite.transformIndexHtml(path, await readFile("web/index.html", "utf8"));
  const renderer = (await vite.ssrLoadModule("/boot/renderer.tsx")) as PageRenderer;
  const plan: PageRenderer["plan"] = (asked) => {
    const planned = renderer.plan(asked);
    return { ...planned, key: `${version} ${planned.key}` };
  };
  return { template, renderer: { ...renderer, plan } };
};
const web = { webFor, assets: new Map() };
const { app, shop, stop } = await runShop(ownEnv, database.url, web);
shop.origin = env.ORIGIN ?? `http://localhost:${env.PORT}`;
await emulators.serve(shop.origin);

front.on("request", (request: IncomingMessage, response: ServerResponse) => {
  vite.middlewares(request, response, () => {
    allowInlineScripts(response);
    app.server.emit("request", request, response);
  });
});
front.listen(env.PORT, env.HOST, () => void printReady());
async function printReady() {
  const lacksSecondFactor = !(await shop.settings()).security.requireSecondFactor;
  const about = { origin: shop.origin, emulators: emulators.about, lacksSecondFactor };
  await printBanner(env, about);
}

onStopSignal(async () => {
  front.close();
  front.closeAllConnections();
  await vite.close();
  await stop();
  await database.close();
  await emulators.stop();
});

/** Hot reload puts scripts into the page that the shop's own policy would refuse. */
function allowInlineScripts(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const headers = { ...(rest.at(-1) as Record<string, string> | undefined) };
    delete headers["content-security-policy"];
    response.removeHeader("content-security-policy");
    return writeHead(status, headers);
  };
}
