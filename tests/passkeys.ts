// Passkeys as people have them, over HTTP.
import { expect } from "vitest";
import type { CreationOptions, PasskeyEntry, RequestOptions } from "#contract/passkeys.ts";
import type { Authenticator } from "./builders/authenticator.ts";
import type { SignedIn, Visitor } from "./people.ts";

const root = "/api/identity";

export async function askToAdd({ send }: SignedIn): Promise<CreationOptions> {
  const { status, body } = await send("POST", `${root}/passkeys/options`);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as CreationOptions;
}

export async function askToSignIn({ send }: Visitor): Promise<RequestOptions> {
  const { status, body } = await send("POST", `${root}/sign-in/passkey/options`);
  expect(status).toBe(200);
  return body as RequestOptions;
}

export const answerSignIn = ({ send }: Visitor, body: unknown) =>
  send("POST", `${root}/sign-in/passkey`, body);

export async function addPasskey(
  person: SignedIn,
  authenticator: Authenticator,
  name = "Key",
): Promise<PasskeyEntry> {
  const made = authenticator.make(await askToAdd(person), name);
  const { status, body } = await person.send("POST", `${root}/passkeys`, made);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as PasskeyEntry;
}
