// The real shop on a real database, used over HTTP.
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import type { NewPart } from "#contract/part-edits.ts";
import type { Context } from "#server/context.ts";
import { addPartTypes, type NewPartType } from "#server/modules/catalog/add-part-types.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { readEnv } from "#server/platform/config/env.ts";
import { connect } from "#server/platform/database/connect.ts";
import { type RunningShop, runShop } from "#server/run-shop.ts";
import { holdJobs } from "./builders/job.ts";
import { checkResponse } from "./check-response.ts";
import { createDatabase } from "./create-database.ts";
import { createJsonClient } from "./json-client.ts";
import { slowDown } from "./slow-down.ts";

export type OpenShop = {
  url: string;
  shop: Context;
  running: RunningShop;
  databaseUrl: string;
  request(path: string, init?: RequestInit): Promise<Response>;
  get(path: string): Promise<{ status: number; body: unknown }>;
  send(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  stop(): Promise<void>;
};

type Catalogue = { parts?: NewPart[]; types?: NewPartType[] };

async function stock(databaseUrl: string, { parts = [], types = [] }: Catalogue): Promise<void> {
  const connection = connect(databaseUrl, { most: 1 });
  await addPartTypes(connection.db, types);
  await addParts(connection.db, parts);
  await connection.close();
}

export type ShopOptions = Catalogue & { databaseUrl?: string; env?: Record<string, string> };

/** A shop of one test's own, stopped when the test ends. */
export async function openShop(options: ShopOptions = {}): Promise<OpenShop> {
  const shop = await startShop(options);
  onTestFinished(shop.stop);
  return shop;
}

/** One shop for all tests of a file that can live with what the others leave in it. */
export function shareShop(options: ShopOptions = {}): () => Promise<OpenShop> {
  return share(
    () => startShop(options),
    ({ stop }) => stop(),
  );
}

/** Starts it for the first test that needs it, and ends it with the file. */
export function share<Shop>(
  start: () => Promise<Shop>,
  end: (shop: Shop) => Promise<void>,
): () => Promise<Shop> {
  let shop: Promise<Shop> | undefined;
  afterAll(async () => {
    if (shop) await end(await shop);
  });
  return () => {
    shop ??= start();
    return shop;
  };
}

export async function startShop(options: ShopOptions): Promise<OpenShop> {
  const databaseUrl = options.databaseUrl ?? (await createDatabase());
  const dataDir = await mkdtemp(join(tmpdir(), "shop-data-"));
  // No rate limits; tests of them set their own.
  const usual = {
    NODE_ENV: "test",
    PORT: "0",
    RATE_LIMIT_FACTOR: "1000000",
    RESERVATION_FACTOR: "1000000",
    DATA_DIR: dataDir,
  };
  const env = readEnv({ ...usual, ...options.env });
  if (options.parts || options.types) await stock(databaseUrl, options);
  const running = await runShop(env, databaseUrl);
  slowDown(running.app.server);
  const { port } = running.app.server.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  // These would close and report the unpaid orders that builders write.
  for (const kind of ["close-unpaid-orders", "reconcile"]) await holdJobs(running.shop.db, kind);
  // Before, nothing is answered from its cache.
  await running.shop.events.catchUp();

  async function stop() {
    await running.stop();
    await rm(dataDir, { recursive: true, force: true });
  }

  // With the Origin of the shop's pages.
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (!headers.has("origin")) headers.set("origin", running.shop.origin);
    const response = await fetch(url + path, { ...init, headers });
    await checkResponse({ method: init.method ?? "GET", path }, response);
    return response;
  };
  return {
    url,
    shop: running.shop,
    running,
    databaseUrl,
    stop,
    request,
    ...createJsonClient(request),
  };
}
