// An issuer that says whatever an attack wants it to say, and is honest about all the rest.
import {
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign as signBytes,
} from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export const clientId = "shop";
export const clientSecret = "the secret of shop and issuer";
/** Theirs who are let in when the issuer is honest, but for what an attack changes. */
type Claims = Record<string, unknown>;

export type Saying = {
  header?: Claims;
  claims?: Claims;
  /** Signs the token's two first parts, in base64url. */
  sign?: (signed: string) => string;
  /** Changes the token when it is signed. */
  token?: (token: string) => string | undefined;
  /** Answers in place of one of the issuer's addresses. */
  at?: Record<string, (response: ServerResponse) => void>;
};

export type EvilIssuer = {
  issuer: string;
  publicKey: KeyObject;
  say(saying: Saying): void;
  /** What it says of one answer, whatever it says otherwise. */
  sayTo(code: string, saying: Saying): void;
  /** What an honest issuer would answer to such an authorization request. */
  answer(address: string): URLSearchParams;
  /** What the token endpoint was asked last. */
  asked(): URLSearchParams;
  /** All that should never be seen in a log. */
  secrets: Set<string>;
  stop(): void;
};

export const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");

export function signWith(key: KeyObject): (signed: string) => string {
  return (signed) => signBytes("sha256", Buffer.from(signed), key).toString("base64url");
}

export async function openEvilIssuer(): Promise<EvilIssuer> {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = randomUUID();
  const nonces = new Map<string, string>();
  const secrets = new Set([clientSecret]);
  const sayings = new Map<string, Saying>();
  let saying: Saying = {};
  let asked = new URLSearchParams();

  function idToken(code: string): string | undefined {
    const now = Math.floor(Date.now() / 1000);
    const said = sayings.get(code) ?? saying;
    const header = { alg: "RS256", typ: "JWT", kid, ...said.header };
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: randomUUID(),
      email: `${randomUUID()}@example.com`,
      email_verified: true,
      name: "Somebody New",
      nonce: nonces.get(code),
      iat: now,
      exp: now + 300,
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
    "/token": (body) => {
      asked = new URLSearchParams(body);
      const id_token = idToken(asked.get("code") ?? "");
      return { access_token: "nothing", token_type: "Bearer", expires_in: 300, id_token };
    },
  };
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://issuer");
    let body = "";
    for await (const bytes of request) body += bytes;
    const instead = saying.at?.[pathname];
    if (instead) return instead(response);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answers[pathname]?.(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    publicKey,
    secrets,
    say: (next) => {
      saying = next;
    },
    sayTo: (code, only) => void sayings.set(code, only),
    answer(address) {
      const { searchParams } = new URL(address);
      const code = randomBytes(16).toString("hex");
      secrets.add(code);
      nonces.set(code, searchParams.get("nonce") ?? "");
      return new URLSearchParams({ code, state: searchParams.get("state") ?? "", iss: issuer });
    },
    asked: () => asked,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
