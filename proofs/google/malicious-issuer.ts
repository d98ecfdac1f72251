// An issuer that says whatever an attack makes it say, and is honest in everything else.
import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID, sign } from "node:crypto";
import type { ServerResponse } from "node:http";
import { serve } from "../serve.ts";

export const clientId = "shop";
export const clientSecret = "the secret of shop and issuer";

type Claims = Record<string, unknown>;

/** How it differs from an honest issuer. */
export type Saying = {
  header?: Claims;
  claims?: Claims;
  sign?: (signed: string) => string;
  token?: (token: string) => string | undefined;
  at?: Record<string, (response: ServerResponse) => void>;
};

export type MaliciousIssuer = Awaited<ReturnType<typeof openMaliciousIssuer>>;

export const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

export const signWith = (key: KeyObject) => (signed: string) =>
  sign("sha256", Buffer.from(signed), key).toString("base64url");

export async function openMaliciousIssuer() {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = randomUUID();
  const nonces = new Map<string, string>();
  const secrets = new Set([clientSecret]);
  const sayings = new Map<string, Saying>();
  let saying: Saying = {};
  let overridden = 0;

  function idToken(code: string): string | undefined {
    const now = Math.floor(Date.now() / 1000);
    const said = sayings.get(code) ?? saying;
    const header = { alg: "RS256", typ: "JWT", kid, ...said.header };
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: randomUUID(),
      iat: now,
      exp: now + 300,
      email: `${randomUUID()}@example.com`,
      email_verified: true,
      name: "Somebody New",
      nonce: nonces.get(code),
      ...said.claims,
    };
    const signed = `${encode(header)}.${encode(claims)}`;
    const token = `${signed}.${(said.sign ?? signWith(privateKey))(signed)}`;
    secrets.add(token);
    return said.token ? said.token(token) : token;
  }

  const answers: Record<string, (body: string) => unknown> = {
    "/.well-known/openid-configuration": () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["RS256", "HS256", "none"],
      authorization_response_iss_parameter_supported: true,
    }),
    "/jwks": () => ({
      keys: [{ ...publicKey.export({ format: "jwk" }), kid, alg: "RS256", use: "sig" }],
    }),
    "/token": (body) => ({
      access_token: "nothing",
      token_type: "Bearer",
      expires_in: 300,
      id_token: idToken(new URLSearchParams(body).get("code") ?? ""),
    }),
  };
  const issuer = await serve(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://issuer");
    let body = "";
    for await (const bytes of request) body += bytes;
    const instead = saying.at?.[pathname];
    if (instead) {
      overridden++;
      return instead(response);
    }
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answers[pathname]?.(body)));
  });

  return {
    issuer,
    publicKey,
    overridden: () => overridden,
    /** What must not be in a log. */
    secrets,
    env: {
      GOOGLE_ISSUER: issuer,
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
    },
    say: (next: Saying) => {
      saying = next;
    },
    sayFor: (code: string, only: Saying) => void sayings.set(code, only),
    answer(address: string): URLSearchParams {
      const { searchParams } = new URL(address);
      const code = randomBytes(16).toString("hex");
      secrets.add(code);
      nonces.set(code, searchParams.get("nonce") ?? "");
      return new URLSearchParams({ code, state: searchParams.get("state") ?? "", iss: issuer });
    },
  };
}
