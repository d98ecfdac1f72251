import { setTimeout } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { createApp } from "./app.ts";
import { connect } from "./database/connect.ts";
import type { Env } from "./env.ts";
import { commonHeaders } from "./http/headers.ts";
import { PreparedAnswers } from "./http/prepared.ts";
import { Changes } from "./live/changes.ts";
import { listenForChanges } from "./live/listen.ts";
import { keepAssets, loadBuiltWeb } from "./pages/built-web.ts";
import type { WebFor } from "./pages/serve-pages.ts";
import type { Shop } from "./shop.ts";

export class PortTaken extends Error {}

export type RunningShop = { app: FastifyInstance; shop: Shop; stop(): Promise<void> };

/** One process of the shop on a database that is ready for it, listening. */
export async function runShop(env: Env, databaseUrl: string, web?: WebFor): Promise<RunningShop> {
  const connection = connect(databaseUrl);
  const changes = new Changes();
  const listening = listenForChanges(databaseUrl, changes);
  const shop: Shop = { ...connection, env, origin: env.ORIGIN ?? "", changes };
  const prepared = new PreparedAnswers(changes, commonHeaders(shop.origin));
  const webFor = web ?? (await builtWeb(prepared));
  const app = createApp(shop, prepared, webFor);

  async function stop() {
    await app.close();
    await listening.close();
    await connection.close();
  }

  try {
    const port = await listen(app, env);
    shop.origin ||= `http://localhost:${port}`;
  } catch (error) {
    await stop();
    throw error;
  }
  return { app, shop, stop };
}

async function builtWeb(prepared: PreparedAnswers): Promise<WebFor> {
  const web = await loadBuiltWeb();
  await keepAssets(prepared);
  return async () => web;
}

/** A shop that was just stopped may hold the port a moment longer. */
async function listen(app: FastifyInstance, { PORT, HOST }: Env): Promise<number> {
  for (let tries = 15; ; tries--) {
    try {
      await app.listen({ port: PORT, host: HOST });
      const address = app.server.address();
      return typeof address === "object" && address ? address.port : PORT;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      if (tries === 0) {
        throw new PortTaken(
          `Port ${PORT} is in use by another program. Stop it, or choose another: PORT=3001 npm start`,
        );
      }
      await setTimeout(200);
    }
  }
}
