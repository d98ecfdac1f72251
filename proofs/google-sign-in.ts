// The Google emulator in the proof's own process, and the way through it without a window.
import { startGoogle } from "#emulators/google/google.ts";
import { completeGoogleSignIn, type GoogleChoice } from "#tests/complete-google-sign-in.ts";
import { onEnd } from "#tests/on-end.ts";
import type { Visitor } from "#tests/people.ts";
import { makeDataDir } from "#tests/start-program.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";

export const grace = { person: "100000000000000000001" };
export const omar = { person: "100000000000000000002" };
export const callbackPath = "/api/identity/google/callback";

export async function openGoogle(url: string, { port = 0, dataDir = "" } = {}) {
  const client = { clientId: "shop", clientSecret: "a secret of the two" };
  const redirectUri = url + callbackPath;
  const folder = dataDir || (await makeDataDir("google "));
  const { issuer, stop } = await startGoogle({ ...client, redirectUri, port, dataDir: folder });
  onEnd(stop);
  const env = {
    GOOGLE_ISSUER: issuer,
    GOOGLE_CLIENT_ID: client.clientId,
    GOOGLE_CLIENT_SECRET: client.clientSecret,
  };
  return { issuer, env, stop, dataDir: folder };
}

export function startShopWithGoogle(options: Omit<Options, "env"> = {}, more = {}): Promise<Shop> {
  const env = async (url: string) => ({ ...(await openGoogle(url)).env, ...more });
  return startShop({ ...options, env });
}

/** Where "Continue with Google" leads: to Google, or to the reason why not. */
export async function beginWithGoogle(browser: Visitor, query = ""): Promise<string> {
  const headers = { "sec-fetch-site": "same-origin" };
  const path = `/api/identity/google${query && `?${query}`}`;
  const response = await browser.request(path, { headers });
  return response.headers.get("location") ?? "";
}

export async function continueWithGoogle(browser: Visitor, choice: GoogleChoice): Promise<string> {
  const back = new URL(await completeGoogleSignIn(await beginWithGoogle(browser), choice));
  const response = await browser.request(back.pathname + back.search);
  return response.headers.get("location") ?? "";
}
