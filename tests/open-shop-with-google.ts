// A shop with the Google emulator beside it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startGoogle } from "#emulators/google/google.ts";
import { callbackUrl } from "#server/modules/identity/google.ts";
import { completeGoogleSignIn, type GoogleChoice } from "./complete-google-sign-in.ts";
import { type OpenShop, openShop } from "./open-shop.ts";
import type { Visitor } from "./people.ts";

export const grace = { person: "100000000000000000001" };
export const omar = { person: "100000000000000000002" };

type Options = Parameters<typeof openShop>[0];

export async function openShopWithGoogle(
  options?: Options,
): Promise<OpenShop & { issuer: string }> {
  const shop = await openShop(options);
  const dataDir = await mkdtemp(join(tmpdir(), "emulator-google-"));
  const client = { clientId: "shop", clientSecret: "a secret of the two" };
  const redirectUri = callbackUrl(shop.url);
  const { issuer, stop } = await startGoogle({ ...client, redirectUri, port: 0, dataDir });
  onTestFinished(async () => {
    await shop.stop();
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  // Each needs the other's address; the shop reads Google's at the first sign-in.
  Object.assign(shop.shop.env, {
    GOOGLE_ISSUER: issuer,
    GOOGLE_CLIENT_ID: client.clientId,
    GOOGLE_CLIENT_SECRET: client.clientSecret,
  });
  return { ...shop, issuer };
}

/** Where "continue with Google" redirects. */
export async function startGoogleSignIn(browser: Visitor, from = ""): Promise<string> {
  const response = await browser.request(`/api/identity/google${from && `?${from}`}`);
  return response.headers.get("location") ?? "";
}

/** Answers where the person ends up. */
export async function signInWithGoogle(
  browser: Visitor,
  choice: GoogleChoice,
  from?: string,
): Promise<string> {
  const back = new URL(await completeGoogleSignIn(await startGoogleSignIn(browser, from), choice));
  const response = await browser.request(back.pathname + back.search);
  return response.headers.get("location") ?? "";
}
