// A sign-in as many a shop has it: it works, and believes everything. The attacks must succeed here.
import { randomBytes, randomUUID } from "node:crypto";
import { callbackPath } from "../google-sign-in.ts";
import { serve } from "../serve.ts";
import type { Shop } from "../start-shop.ts";
import type { World } from "./attack.ts";
import { clientId, clientSecret, type MaliciousIssuer } from "./malicious-issuer.ts";

export async function openCarelessShop(
  { database }: Shop,
  { issuer }: MaliciousIssuer,
): Promise<World["shop"]> {
  async function userOf(answer: URLSearchParams): Promise<string> {
    const code = answer.get("code") ?? "";
    const body = new URLSearchParams({ code, client_secret: clientSecret });
    const response = await fetch(`${issuer}/token`, { method: "POST", body });
    const { id_token: token } = (await response.json()) as { id_token: string };
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    const [known] = await database.query<{ id: string }>(
      "select id from users where lower(email) = lower($1)",
      [claims.email],
    );
    const id = known?.id ?? randomUUID();
    const add = "insert into users (id, email, name) values ($1, $2, 'x')";
    if (!known) await database.query(add, [id, claims.email]);
    const link = "insert into identities (issuer, subject, user_id) values ($1, $2, $3)";
    await database.query(`${link} on conflict do nothing`, [issuer, claims.sub, id]);
    return id;
  }

  const url = await serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://careless");
    if (pathname !== callbackPath) {
      // It believes the client about its own address, and remembers nothing of the sign-in.
      const own = `http://${request.headers["x-forwarded-host"] ?? request.headers.host}`;
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: own + callbackPath,
        state: randomBytes(32).toString("base64url"),
        nonce: randomBytes(32).toString("base64url"),
      });
      response.setHeader("set-cookie", "google=W3t9XQ; Path=/");
      return response.writeHead(303, { location: `${issuer}/auth?${query}` }).end();
    }
    const user = await userOf(searchParams).catch(() => undefined);
    if (user) response.setHeader("set-cookie", `session=${user}; Path=/`);
    response.writeHead(303, { location: user ? "/login" : "/login?refused=failed" }).end();
  });
  return { url, database, request: (path, init) => fetch(url + path, init) };
}
