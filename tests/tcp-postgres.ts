// The embedded PostgreSQL at a TCP port, for tests that put a proxy or a replica in front of it.
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "#server/platform/database/embedded/start.ts";
import { freePort } from "./free-port.ts";

export async function startTcpPostgres({
  settings,
  ...options
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const port = settings?.port ?? String(await freePort());
  const { url, stop } = await startEmbeddedPostgres({
    ...options,
    settings: { ...settings, listen_addresses: "127.0.0.1", port },
  });
  const { password } = new URL(url);
  return { url: `postgres://shop:${password}@127.0.0.1:${port}/shop`, stop };
}
