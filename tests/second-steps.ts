// The second step as people have it: an app on a phone, and codes on paper.
import { Secret, TOTP } from "otpauth";
import { expect } from "vitest";
import type { SignedIn, Visitor } from "./people.ts";

export type App = {
  /** The code of a moment, in seconds from now; by default the next one. */
  code: (inSeconds?: number) => string;
  recoveryCodes: string[];
};

export function openApp(secret: string): App["code"] {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replace(/\s/g, "")) });
  return (inSeconds = 0) => totp.generate({ timestamp: Date.now() + inSeconds * 1_000 });
}

/** With the present code, which cannot be used again. */
export async function setUpApp({ send }: SignedIn): Promise<App> {
  const begun = await send("POST", "/api/identity/second-step/app");
  expect(begun.status).toBe(200);
  const code = openApp((begun.body as { secret: string }).secret);
  const { status, body } = await send("POST", "/api/identity/second-step/app/confirm", {
    code: code(),
  });
  expect([status, body]).toEqual([200, { recoveryCodes: expect.anything() }]);
  return { code: (inSeconds = 30) => code(inSeconds), ...(body as { recoveryCodes: string[] }) };
}

/** The first step, by password. */
export async function beginSignIn({ send }: Visitor, { email, password }: SignedIn): Promise<void> {
  const { body } = await send("POST", "/api/identity/sign-in", { email, password });
  expect(body).toEqual({ user: null });
}

export const finishSignIn = ({ send }: Visitor, body: unknown) =>
  send("POST", "/api/identity/sign-in/second-step", body);
