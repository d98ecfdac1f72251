// Tokens of people without a right to the account, or of another maker or purpose.
import { createHmac, generateKeyPairSync } from "node:crypto";
import type { GoogleRefusal } from "#contract/identity.ts";
import { type Attack, linked, signIn, victim } from "./attack.ts";
import { clientSecret, encode, type Saying, signWith } from "./malicious-issuer.ts";

const people: [name: string, refused: GoogleRefusal, claims: Record<string, unknown>][] = [
  ["an e-mail that is not verified", "unverified", { email_verified: false }],
  ["an e-mail verified by a text", "unverified", { email_verified: "true" }],
  ["an e-mail without a word on it", "unverified", { email_verified: undefined }],
  ["no e-mail", "unverified", { email: undefined }],
  ["an empty e-mail", "unverified", { email: "" }],
  ["an unverified e-mail of a known person", "unverified", { ...linked, email_verified: false }],
  ["the e-mail of an account with a password", "taken", { email: victim }],
  ["that e-mail in capitals", "taken", { email: victim.toUpperCase() }],
  ["that e-mail with spaces around it", "taken", { email: ` ${victim} ` }],
  ["that e-mail and a NUL", "failed", { email: `${victim}\0` }],
  ["that e-mail among several", "failed", { email: [victim, "other@example.com"] }],
  ["that e-mail as an object", "failed", { email: { toString: victim } }],
  ["two e-mails in one", "failed", { email: `${victim},other@example.com` }],
  ["another person with the e-mail of a linked account", "taken", { email: linked.email }],
  ["the linked subject in capitals", "taken", { ...linked, sub: linked.sub.toUpperCase() }],
  ["no subject", "failed", { sub: undefined }],
  ["an empty subject", "failed", { sub: "" }],
  ["a subject that is a number", "failed", { sub: 1 }],
  ["a subject that is a list", "failed", { sub: [linked.sub] }],
  ["a subject that cannot be stored", "failed", { sub: "a\0b" }],
  ["a subject of 10,000 letters", "failed", { sub: "x".repeat(10_000) }],
];

const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
const strangersSignature = signWith(stranger.privateKey);
const jwk = stranger.publicKey.export({ format: "jwk" });
const now = () => Math.floor(Date.now() / 1000);
const hmac = (secret: string | Buffer) => (signed: string) =>
  createHmac("sha256", secret).update(signed).digest("base64url");

/** Of a linked person: whoever gets it accepted is in their account. */
const tokens: [name: string, saying: Saying][] = [
  ["another issuer's token", { claims: { iss: "https://accounts.google.com" } }],
  ["no issuer", { claims: { iss: undefined } }],
  ["another client's token", { claims: { aud: "another-shop" } }],
  ["no client", { claims: { aud: undefined } }],
  [
    "a token for several clients, used by another",
    { claims: { aud: ["shop", "another-shop"], azp: "another-shop" } },
  ],
  ["a token for several clients, used by none", { claims: { aud: ["shop", "another"] } }],
  ["an expired token", { claims: { exp: now() - 600, iat: now() - 900 } }],
  ["a token that never expires", { claims: { exp: undefined } }],
  ["a token that expires at a text", { claims: { exp: "tomorrow" } }],
  ["a token of no time", { claims: { iat: undefined } }],
  ["a token of tomorrow", { claims: { nbf: now() + 86_400 } }],
  ["no nonce", { claims: { nonce: undefined } }],
  ["another nonce", { claims: { nonce: "A".repeat(43) } }],
  ["an empty nonce", { claims: { nonce: "" } }],
  ["algorithm none", { header: { alg: "none" }, sign: () => "" }],
  ["algorithm none, with a signature", { header: { alg: "none" } }],
  ["algorithm none, otherwise spelled", { header: { alg: "nOnE" }, sign: () => "" }],
  ["no signature", { sign: () => "" }],
  ["a stranger's signature", { sign: strangersSignature }],
  ["a stranger's signature and key id", { header: { kid: "stranger" }, sign: strangersSignature }],
  ["a stranger's key in the token", { header: { kid: undefined, jwk }, sign: strangersSignature }],
  [
    "a signature with the secret of the shop",
    { header: { alg: "HS256", kid: undefined }, sign: hmac(clientSecret) },
  ],
  [
    "claims changed after the signature",
    {
      claims: { sub: "somebody-else" },
      token: (token) => {
        const [header, claims = "", signature] = token.split(".");
        const read = JSON.parse(Buffer.from(claims, "base64url").toString());
        return `${header}.${encode({ ...read, ...linked })}.${signature}`;
      },
    },
  ],
  ["an unknown critical header", { header: { crit: ["exp"], exp: 1 } }],
  ["no token", { token: () => undefined }],
  ["a token that is none", { token: () => "not.a.token" }],
  ["an empty token", { token: () => "" }],
];

export const tokenAttacks: Attack[] = [
  ...people.map(
    ([name, refused, claims]): Attack => ({
      name,
      refused,
      run: (world) => signIn(world, { claims }),
    }),
  ),
  ...tokens.map(
    ([name, saying]): Attack => ({
      name,
      refused: "failed",
      run: (world) => signIn(world, { ...saying, claims: { ...linked, ...saying.claims } }),
    }),
  ),
  {
    name: "an issuer's name that only looks the same",
    refused: "failed",
    run: (world) => signIn(world, { claims: { ...linked, iss: `${world.issuer.issuer}/` } }),
  },
  {
    name: "a signature with the public key as a secret",
    refused: "failed",
    run: (world) => {
      const pem = world.issuer.publicKey.export({ type: "spki", format: "pem" });
      return signIn(world, { header: { alg: "HS256" }, claims: linked, sign: hmac(pem) });
    },
  },
];
