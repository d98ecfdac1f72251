import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { completeGoogleSignIn, type GoogleChoice } from "#tests/complete-google-sign-in.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPage } from "#tests/open-page.ts";
import { type Google, startGoogle } from "./google.ts";
import { people } from "./people.ts";

const shop = createServer((_request, response) => {
  response.setHeader("content-type", "text/html");
  response.end('<title>The shop</title><link rel="icon" href="data:,"><p>The shop');
});
await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
afterAll(() => void shop.close());
const redirectUri = `http://localhost:${(shop.address() as AddressInfo).port}/callback`;
const secret = "a secret of the two";

async function open(known?: string): Promise<Google & { dataDir: string }> {
  const dataDir = known ?? (await mkdtemp(join(tmpdir(), "emulator-google-")));
  const client = { clientId: "shop", clientSecret: secret, redirectUri };
  const google = await startGoogle({ ...client, port: 0, dataDir });
  onTestFinished(async () => {
    await google.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { ...google, dataDir };
}

const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");

function authorization(issuer: string, changed: Record<string, string | undefined> = {}): string {
  const usual = {
    client_id: "shop",
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid email profile",
    prompt: "select_account",
    state: "the state",
    nonce: "the nonce",
    code_challenge: challenge,
    code_challenge_method: "S256",
  };
  const entries = Object.entries({ ...usual, ...changed }).filter(([, value]) => value);
  return `${issuer}/auth?${new URLSearchParams(entries as [string, string][])}`;
}

const choose = async (address: string, choice: GoogleChoice) =>
  Object.fromEntries(new URL(await completeGoogleSignIn(address, choice)).searchParams);

async function exchange(issuer: string, code: string, changed: Record<string, string> = {}) {
  const response = await fetch(`${issuer}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: "shop",
      client_secret: secret,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      code,
      ...changed,
    }),
  });
  return { status: response.status, body: await response.json() };
}

const claimsOf = (idToken: string) =>
  JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString());

describe("the Google emulator", () => {
  it.each(people)("vouches for $name, with a verified e-mail", async (person) => {
    const { issuer } = await open();
    const back = await choose(authorization(issuer), { person: person.sub });
    expect(back).toMatchObject({ state: "the state", iss: issuer });
    const { status, body } = await exchange(issuer, back.code ?? "");
    expect(status).toBe(200);
    expect(claimsOf(body.id_token)).toMatchObject({
      ...person,
      iss: issuer,
      aud: "shop",
      nonce: "the nonce",
      email_verified: true,
    });
  });

  it.each(["", "100000000000000000004", "grace.holm@people.example", "__proto__"])(
    "vouches for nobody else, such as %j",
    async (person) => {
      const { issuer } = await open();
      const end = await completeGoogleSignIn(authorization(issuer), { person });
      expect(new URL(end).origin).toBe(issuer);
      expect((await fetch(end)).status).toBe(400);
    },
  );

  it("says so when somebody cancels", async () => {
    const { issuer } = await open();
    expect(await choose(authorization(issuer), { cancel: "yes" })).toMatchObject({
      error: "access_denied",
      state: "the state",
    });
  });

  it("insists on PKCE, and on its one client and address", async () => {
    const { issuer } = await open();
    const grace = { person: people[0]?.sub ?? "" };
    const noChallenge = authorization(issuer, {
      code_challenge: undefined,
      code_challenge_method: undefined,
    });
    expect(await choose(noChallenge, grace)).toMatchObject({ error: "invalid_request" });
    for (const changed of [{ client_id: "other" }, { redirect_uri: `${redirectUri}/other` }]) {
      const end = await completeGoogleSignIn(authorization(issuer, changed), grace);
      expect(new URL(end).origin).toBe(issuer);
    }
  });

  it("takes a code once, with its verifier and the secret", async () => {
    const { issuer } = await open();
    const code = async () =>
      (await choose(authorization(issuer), { person: people[0]?.sub ?? "" })).code ?? "";
    const other = randomBytes(32).toString("base64url");
    expect(await exchange(issuer, await code(), { code_verifier: other })).toMatchObject({
      status: 400,
      body: { error: "invalid_grant" },
    });
    expect(await exchange(issuer, await code(), { client_secret: "guessed" })).toMatchObject({
      status: 401,
    });
    const good = await code();
    expect((await exchange(issuer, good)).status).toBe(200);
    expect(await exchange(issuer, good)).toMatchObject({ body: { error: "invalid_grant" } });
  });

  it("signs with the same key after a restart", async () => {
    const keys = async (issuer: string) => (await fetch(`${issuer}/jwks`)).json();
    const first = await open();
    const before = await keys(first.issuer);
    await first.stop();
    expect(await keys((await open(first.dataDir)).issuer)).toEqual(before);
    const kept = await readFile(join(first.dataDir, "emulators/google-key.json"), "utf8");
    expect(JSON.stringify(before)).not.toContain(JSON.parse(kept).d);
  });
});

describe("the page on which a person is chosen", () => {
  it.each([
    ["wide and light", { colorScheme: "light" as const }],
    ["a dark phone", { colorScheme: "dark" as const, viewport: { width: 320, height: 568 } }],
  ])("asks every time, by keyboard as well: %s", async (_, options) => {
    const { issuer } = await open();
    const page = await openPage(authorization(issuer), options);
    for (const { name } of people) {
      await page.goto(authorization(issuer));
      await page.getByRole("heading", { name: "Choose a person" }).waitFor();
      expect(await findAccessibilityFaults(page)).toEqual([]);
      expect(await page.getByText("This is a Google emulator on this machine").count()).toBe(1);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
      await page.getByRole("button", { name }).press("Enter");
      await page.getByText("The shop").waitFor();
      expect(new URL(page.url()).searchParams.get("code")).toBeTruthy();
    }
    await page.goto(authorization(issuer));
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("The shop").waitFor();
    expect(new URL(page.url()).searchParams.get("error")).toBe("access_denied");
  });

  it("cannot be used twice, and says so", async () => {
    const { issuer } = await open();
    const page = await openPage(authorization(issuer), { expectedTroubles: /400/ });
    const choice = page.url();
    await page.getByRole("button", { name: "Grace Holm" }).click();
    await page.getByText("The shop").waitFor();
    await page.goto(choice);
    await page.getByText("This choice has been made, or is too old.").waitFor();
  });
});
