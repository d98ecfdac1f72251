import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Server } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { makeCertificate } from "#tests/make-certificate.ts";
import { openShop } from "#tests/open-shop.ts";
import { startGoogleSignIn } from "#tests/open-shop-with-google.ts";
import { openVisitor } from "#tests/people.ts";

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A discovery document that names the given issuer. */
function discovery(asked: string[], issuer: () => string): RequestListener {
  return (request, response) => {
    asked.push(request.url ?? "");
    const own = issuer();
    response.setHeader("content-type", "application/json").end(
      JSON.stringify({
        issuer: own,
        authorization_endpoint: `${own}/authorize`,
        token_endpoint: `${own}/token`,
        jwks_uri: `${own}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      }),
    );
  };
}

async function startAddress(issuer: string): Promise<string> {
  const env = { GOOGLE_CLIENT_ID: "shop", GOOGLE_CLIENT_SECRET: "secret", GOOGLE_ISSUER: issuer };
  return startGoogleSignIn(openVisitor(await openShop({ env })));
}

it("rejects an issuer that claims to be another one", async () => {
  const asked: string[] = [];
  let claimed = "";
  const port = await listening(createServer(discovery(asked, () => claimed)));
  const issuer = `http://localhost:${port}`;
  claimed = issuer;
  expect(await startAddress(issuer)).toMatch(new RegExp(`^${issuer}/authorize\\?`));
  expectWarning(/Signing in with Google: unavailable/);
  for (const other of [
    "https://accounts.google.com",
    `${issuer}.example`,
    `http://LOCALHOST:${port}/x`,
  ]) {
    claimed = other;
    expect(await startAddress(issuer)).toBe("/login?refused=unavailable");
  }
});

it("rejects an issuer without a trusted certificate", async () => {
  const asked: string[] = [];
  const { key, cert } = await makeCertificate();
  let issuer = "";
  const port = await listening(
    createSecureServer(
      { key, cert },
      discovery(asked, () => issuer),
    ),
  );
  issuer = `https://localhost:${port}`;
  expectWarning(/self-signed certificate/);
  expect(await startAddress(issuer)).toBe("/login?refused=unavailable");
  expect(asked).toEqual([]);
});
