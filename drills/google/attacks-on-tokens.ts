// A token that somebody else made, or made for something else.
import { createHmac, generateKeyPairSync } from "node:crypto";
import { type Attack, linked, signIn } from "./attack.ts";
import { clientSecret, encode, type Saying, signWith } from "./evil-issuer.ts";

const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
const now = () => Math.floor(Date.now() / 1000);
const hmac = (secret: string | Buffer) => (signed: string) =>
  createHmac("sha256", secret).update(signed).digest("base64url");

const saying = (name: string, what: Saying): Attack => ({
  name,
  refused: "failed",
  run: (world) => signIn(world, { ...what, claims: { ...linked, ...what.claims } }),
});

/** The token of a linked person: whoever gets it accepted is in their account. */
export const attacksOnTokens: Attack[] = [
  saying("another issuer's token", { claims: { iss: "https://accounts.google.com" } }),
  {
    name: "an issuer's name that only looks the same",
    refused: "failed",
    run: (world) => signIn(world, { claims: { ...linked, iss: `${world.issuer.issuer}/` } }),
  },
  saying("no issuer", { claims: { iss: undefined } }),
  saying("another client's token", { claims: { aud: "another-shop" } }),
  saying("no client", { claims: { aud: undefined } }),
  saying("a token for several, used by another", {
    claims: { aud: ["shop", "another-shop"], azp: "another-shop" },
  }),
  saying("a token for several, used by nobody named", { claims: { aud: ["shop", "another"] } }),
  saying("a token that is over", { claims: { exp: now() - 600, iat: now() - 900 } }),
  saying("a token that never ends", { claims: { exp: undefined } }),
  saying("a token whose end is words", { claims: { exp: "tomorrow" } }),
  saying("a token of no time", { claims: { iat: undefined } }),
  saying("a token of tomorrow", { claims: { nbf: now() + 86_400 } }),
  saying("no nonce", { claims: { nonce: undefined } }),
  saying("another nonce", { claims: { nonce: "A".repeat(43) } }),
  saying("an empty nonce", { claims: { nonce: "" } }),
  saying("no signature by rule", { header: { alg: "none" }, sign: () => "" }),
  saying("no signature by rule, with a signature", { header: { alg: "none" } }),
  saying("no signature by another spelling", { header: { alg: "nOnE" }, sign: () => "" }),
  saying("no signature", { sign: () => "" }),
  saying("a stranger's signature", { sign: signWith(stranger.privateKey) }),
  saying("a stranger's signature and key name", {
    header: { kid: "stranger" },
    sign: signWith(stranger.privateKey),
  }),
  saying("a stranger's key brought along", {
    header: { kid: undefined, jwk: stranger.publicKey.export({ format: "jwk" }) },
    sign: signWith(stranger.privateKey),
  }),
  saying("signed with the secret of the shop", {
    header: { alg: "HS256", kid: undefined },
    sign: hmac(clientSecret),
  }),
  {
    name: "signed with the public key as a secret",
    refused: "failed",
    run: (world) => {
      const pem = world.issuer.publicKey.export({ type: "spki", format: "pem" });
      return signIn(world, { header: { alg: "HS256" }, claims: linked, sign: hmac(pem) });
    },
  },
  saying("changed after it was signed", {
    claims: { sub: "somebody-else" },
    token: (token) => {
      const [header, claims = "", signature] = token.split(".");
      const read = JSON.parse(Buffer.from(claims, "base64url").toString());
      return `${header}.${encode({ ...read, ...linked })}.${signature}`;
    },
  }),
  saying("a rule that nobody knows", { header: { crit: ["exp"], exp: 1 } }),
  saying("no token", { token: () => undefined }),
  saying("a token that is none", { token: () => "not.a.token" }),
  saying("an empty token", { token: () => "" }),
];
