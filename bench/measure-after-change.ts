import { sql } from "drizzle-orm";
import { everyPartTag } from "#contract/tags.ts";
import { connect } from "#server/platform/database/connect.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Server } from "./servers.ts";

/** Milliseconds for a page when a change of the parts has just invalidated it. */
export async function measureAfterChange(
  { url, databaseUrl }: Server,
  path: string,
  headers: Record<string, string> = {},
): Promise<number> {
  const leaving = new AbortController();
  const stream = await fetch(`${url}/api/live?shows=parts`, { signal: leaving.signal });
  const connection = connect(databaseUrl, { most: 1 });
  await storeEvents(connection.db, [
    { name: "part.changed", about: "", tags: ["parts", everyPartTag], data: {} },
  ]);
  await connection.db.execute(sql`select pg_notify('outbox', '')`);
  await heard(stream, "changed");
  leaving.abort();
  await connection.close();
  const asked = performance.now();
  await (await fetch(url + path, { headers })).arrayBuffer();
  return performance.now() - asked;
}

async function heard(stream: Response, word: string): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const bytes of stream.body ?? []) {
    text += decoder.decode(bytes);
    if (text.includes(word)) return;
  }
}
