// The issuer, or the line to it, is not what it should be.
import type { ServerResponse } from "node:http";
import { type Attack, begin, linked, signIn } from "./attack.ts";

const discovery = "/.well-known/openid-configuration";
type Answer = (response: ServerResponse) => void;

const html: Answer = (response) => {
  response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in to the network</h1>");
};
const down: Answer = (response) => {
  response.writeHead(500, { "content-type": "text/html" }).end("<h1>Internal error</h1>");
};
const elsewhere: Answer = (response) => {
  response.writeHead(302, { location: "http://localhost:1/" }).end();
};
const silent: Answer = () => {};
const cut: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write("{", () => response.destroy());
};
const json =
  (body: unknown): Answer =>
  (response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(body));
  };

const at = (
  name: string,
  refused: Attack["refused"] & string,
  path: string,
  answer: Answer,
): Attack => ({
  name,
  refused,
  fresh: path !== "/token",
  async run(world) {
    world.issuer.say({ claims: linked, at: { [path]: answer } });
    if (path === discovery) return begin(world.browser());
    return signIn(world, { claims: linked, at: { [path]: answer } });
  },
});

export const attacksOnLines: Attack[] = [
  at("a network that answers for the issuer", "unavailable", discovery, html),
  at("an issuer that is broken", "unavailable", discovery, down),
  at("an issuer that is moved", "unavailable", discovery, elsewhere),
  at("an issuer that names another", "unavailable", discovery, json({ issuer: "https://other" })),
  at("an issuer that says nothing of itself", "unavailable", discovery, json(null)),
  at("tokens that are a page", "failed", "/token", html),
  at("tokens that are broken", "unavailable", "/token", down),
  at("tokens that are elsewhere", "failed", "/token", elsewhere),
  at("tokens that never come", "unavailable", "/token", silent),
  at("tokens that are cut", "unavailable", "/token", cut),
  at("tokens of no kind", "failed", "/token", json({ access_token: "x" })),
  at("an error in place of tokens", "failed", "/token", (response) => {
    response.writeHead(400, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: "invalid_grant" }));
  }),
  at("keys that are a page", "failed", "/jwks", html),
  at("keys that are broken", "unavailable", "/jwks", down),
  at("keys of somebody else", "failed", "/jwks", json({ keys: [] })),
];
