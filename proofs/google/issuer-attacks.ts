// The issuer or the network misbehaves, or the browser changes what is sent to an honest issuer.
import type { ServerResponse } from "node:http";
import { expect } from "vitest";
import type { GoogleRefusal } from "#contract/identity.ts";
import { completeGoogleSignIn } from "#tests/complete-google-sign-in.ts";
import { beginWithGoogle, grace, omar } from "../google-sign-in.ts";
import { type Attack, answerOf, changeFlow, comeBack, linked, signIn } from "./attack.ts";

const discovery = "/.well-known/openid-configuration";
type Respond = (response: ServerResponse) => void;

const page: Respond = (response) => {
  response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in to the network</h1>");
};
const failure: Respond = (response) => {
  response.writeHead(500, { "content-type": "text/html" }).end("<h1>Internal error</h1>");
};
const redirect: Respond = (response) => {
  response.writeHead(302, { location: "http://localhost:1/" }).end();
};
const silence: Respond = () => {};
const cut: Respond = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write("{", () => response.destroy());
};
const json =
  (body: unknown, status = 200): Respond =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };

const responses: [string, GoogleRefusal, path: string, respond: Respond][] = [
  ["a network that answers for the issuer", "unavailable", discovery, page],
  ["an issuer that fails", "unavailable", discovery, failure],
  ["an issuer that moved", "unavailable", discovery, redirect],
  ["an issuer that names another", "unavailable", discovery, json({ issuer: "https://other" })],
  ["an issuer that describes nothing", "unavailable", discovery, json(null)],
  ["a page for tokens", "failed", "/token", page],
  ["a failure for tokens", "unavailable", "/token", failure],
  ["a redirect for tokens", "failed", "/token", redirect],
  ["silence for tokens", "unavailable", "/token", silence],
  ["tokens that are cut off", "unavailable", "/token", cut],
  ["tokens of another kind", "failed", "/token", json({ access_token: "x" })],
  ["an error for tokens", "failed", "/token", json({ error: "invalid_grant" }, 400)],
  ["a page for keys", "failed", "/jwks", page],
  ["a failure for keys", "unavailable", "/jwks", failure],
  ["no keys", "failed", "/jwks", json({ keys: [] })],
];

const responseAttacks = (paths: string[]) =>
  responses
    .filter(([, , path]) => paths.includes(path))
    .map(
      ([name, refused, path, respond]): Attack => ({
        name,
        refused,
        async run(world) {
          const saying = { claims: linked, at: { [path]: respond } };
          if (path !== discovery) return signIn(world, saying);
          world.issuer.say(saying);
          return beginWithGoogle(world.browser());
        },
      }),
    );

export const issuerAttacks = responseAttacks(["/token"]);

/** In this order, on a shop that has learned nothing of the issuer: it caches what succeeded. */
export const attacksOnNewcomer = responseAttacks([discovery, "/jwks"]);

const changingRequest = (name: string, change: (query: URLSearchParams) => void): Attack => ({
  name,
  refused: "failed",
  async run({ browser }) {
    const person = browser();
    const address = new URL(await beginWithGoogle(person));
    change(address.searchParams);
    return comeBack(person, answerOf(await completeGoogleSignIn(address.href, grace)));
  },
});

export const attacksAtHonestIssuer: Attack[] = [
  {
    name: "another verifier than was promised (PKCE)",
    refused: "failed",
    async run({ browser }) {
      const person = browser();
      const back = await completeGoogleSignIn(await beginWithGoogle(person), grace);
      changeFlow(person, (flow) => ({ ...flow, verifier: "A".repeat(43) }));
      return comeBack(person, answerOf(back));
    },
  },
  changingRequest("a challenge removed on the way (PKCE)", (query) => {
    query.delete("code_challenge");
    query.delete("code_challenge_method");
  }),
  changingRequest("a challenge swapped on the way (PKCE)", (query) =>
    query.set("code_challenge", "A".repeat(43)),
  ),
  changingRequest("a nonce swapped on the way", (query) => query.set("nonce", "A".repeat(43))),
  {
    name: "somebody else's code in one's own answer, at an honest issuer",
    refused: "failed",
    async run({ browser }) {
      const [attacker, person] = [browser(), browser()];
      const theirs = answerOf(await completeGoogleSignIn(await beginWithGoogle(person), grace));
      const own = answerOf(await completeGoogleSignIn(await beginWithGoogle(attacker), omar));
      own.set("code", theirs.get("code") ?? "");
      return comeBack(attacker, own);
    },
  },
  {
    name: "the e-mail of an account with a password, at an honest issuer",
    refused: "taken",
    async run({ shop, browser }) {
      const email = "mei.tanaka@people.example";
      const users = await shop.database.query("select from users where email = $1", [email]);
      expect(users).toHaveLength(1);
      const mei = { person: "100000000000000000003" };
      const person = browser();
      const address = await completeGoogleSignIn(await beginWithGoogle(person), mei);
      return comeBack(person, answerOf(address));
    },
  },
];
