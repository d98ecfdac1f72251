import { sql } from "drizzle-orm";
import { connect } from "#server/platform/database/connect.ts";
import { type Row, summarize } from "../row.ts";
import { openShop, type Server } from "../servers.ts";

const rounds = 2_000;
const most = 1;

/** The cost of a session: the same call with and without one, among 100,000 sessions. */
export async function session(): Promise<Row[]> {
  const shop = await openShop(48);
  const cookie = await signUp(shop);
  await crowd(shop.databaseUrl);
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < rounds; round++) {
    known.push(await ask(shop, { cookie }));
    unknown.push(await ask(shop, {}));
  }
  const [product, limit] = [summarize(known), summarize(unknown)];
  const cost = product.p50 - limit.p50;
  const row = {
    what: `session check: ${most} ms against what it costs`,
    product,
    limit,
    ratio: most / cost,
    target: 1,
    megabytes: await shop.megabytes(),
  };
  await shop.stop();
  return [row];
}

async function signUp({ url }: Server): Promise<string> {
  const response = await fetch(`${url}/api/identity/sign-up`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ name: "Vera", email: "vera@example.com", password: "correct horse" }),
  });
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

async function crowd(databaseUrl: string): Promise<void> {
  const { db, close } = connect(databaseUrl, { most: 1 });
  await db.execute(sql`insert into users (id, email, name)
    select gen_random_uuid(), n || '@example.org', 'Somebody' from generate_series(1, 20000) n`);
  await db.execute(sql`insert into sessions (id, token_hash, user_id, agent, address, expires_at)
    select gen_random_uuid(), sha256(convert_to(id::text || n, 'UTF8')), id, '', '',
      now() + interval '1 day'
    from users cross join generate_series(1, 5) n`);
  await db.execute(sql`analyze`);
  await close();
}

async function ask({ url }: Server, headers: Record<string, string>): Promise<number> {
  const asked = performance.now();
  const response = await fetch(`${url}/api/identity/session`, { headers });
  await response.arrayBuffer();
  return performance.now() - asked;
}
