// A sign-in as it is found in many a shop: it works, and believes everything. The drill must find
// it open, or the drill is worth nothing.
import { randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { callback } from "./attack.ts";
import { clientId, clientSecret, type EvilIssuer } from "./evil-issuer.ts";

/** The same shop with another door: answers where its browsers are sent. */
export async function openCareless(
  shop: OpenShop,
  { issuer }: EvilIssuer,
): Promise<OpenShop & { close(): void }> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://careless");
    if (pathname !== callback) {
      // Whoever asks says where the shop is.
      const redirect = `http://${request.headers["x-forwarded-host"] ?? request.headers.host}`;
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirect + callback,
        state: randomBytes(32).toString("base64url"),
        nonce: randomBytes(32).toString("base64url"),
      });
      // One flow, of which nothing is kept.
      response.setHeader("set-cookie", "google=W3t9XQ; Path=/");
      return response.writeHead(303, { location: `${issuer}/auth?${query}` }).end();
    }
    const user = await believe(shop.shop.db, issuer, searchParams).catch(() => undefined);
    if (user) response.setHeader("set-cookie", `session=${user}; Path=/`);
    response.writeHead(303, { location: user ? "/login" : "/login?refused=failed" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const request = (path: string, init?: RequestInit) => fetch(url + path, init);
  return { ...shop, url, request, close: () => void server.close() };
}

async function believe(db: Queries, issuer: string, answer: URLSearchParams): Promise<string> {
  const body = new URLSearchParams({ code: answer.get("code") ?? "", client_secret: clientSecret });
  const tokens = (await (await fetch(`${issuer}/token`, { method: "POST", body })).json()) as {
    id_token: string;
  };
  const claims = JSON.parse(
    Buffer.from(tokens.id_token.split(".")[1] ?? "", "base64url").toString(),
  );
  // An account with this e-mail must be theirs.
  const [known] = await queryRows<{ id: string }>(
    db,
    sql`select id from users where lower(email) = lower(${claims.email})`,
  );
  const id = known?.id ?? randomUUID();
  if (!known)
    await queryRows(
      db,
      sql`insert into users (id, email, name) values (${id}, ${claims.email}, 'x')`,
    );
  await db.execute(sql`insert into identities (issuer, subject, user_id)
    values (${issuer}, ${claims.sub}, ${id}) on conflict do nothing`);
  return id;
}
