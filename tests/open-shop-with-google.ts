// A shop with the Google emulator beside it.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startGoogle } from "#emulators/google/google.ts";
import { callbackUrl } from "#server/modules/identity/google.ts";
import { completeGoogleSignIn, type GoogleChoice } from "./complete-google-sign-in.ts";
import { type OpenShop, type ShopOptions, share, startShop } from "./open-shop.ts";
import type { Visitor } from "./people.ts";

export const grace = { person: "100000000000000000001" };
export const omar = { person: "100000000000000000002" };

type ShopWithGoogle = OpenShop & { issuer: string };

export async function openShopWithGoogle(options?: ShopOptions): Promise<ShopWithGoogle> {
  const shop = await startShopWithGoogle(options);
  onTestFinished(shop.stop);
  return shop;
}

export const shareShopWithGoogle = () => share(startShopWithGoogle, ({ stop }) => stop());

async function startShopWithGoogle(options: ShopOptions = {}): Promise<ShopWithGoogle> {
  const shop = await startShop(options);
  const dataDir = await mkdtemp(join(tmpdir(), "emulator-google-"));
  const client = { clientId: "shop", clientSecret: "a secret of the two" };
  const redirectUri = callbackUrl(shop.url);
  const google = await startGoogle({ ...client, redirectUri, port: 0, dataDir });
  const { issuer } = google;
  async function stop() {
    await shop.stop();
    await google.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
  // Each needs the other's address; the shop reads Google's at the first sign-in.
  Object.assign(shop.shop.env, {
    GOOGLE_ISSUER: issuer,
    GOOGLE_CLIENT_ID: client.clientId,
    GOOGLE_CLIENT_SECRET: client.clientSecret,
  });
  return { ...shop, issuer, stop };
}

/** Where "continue with Google" redirects. */
export async function startGoogleSignIn(browser: Visitor, from = ""): Promise<string> {
  const headers = { "sec-fetch-site": "same-origin" };
  const response = await browser.request(`/api/identity/google${from && `?${from}`}`, { headers });
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
