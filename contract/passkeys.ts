import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id, requiredText, text } from "./fields.ts";
import { person } from "./identity.ts";

const base64url = (longest: number) =>
  z.string().check(z.regex(/^[\w-]+$/, "Is not a passkey's"), z.maxLength(longest));

const credential = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()),
});

/** WebAuthn's PublicKeyCredentialCreationOptionsJSON, as far as the shop uses it. */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  timeout: z.int(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});
export type CreationOptions = z.output<typeof creationOptions>;

/** WebAuthn's PublicKeyCredentialRequestOptionsJSON, as far as the shop uses it. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
  /** Empty: any passkey for this shop. */
  allowCredentials: z.array(credential),
});
export type RequestOptions = z.output<typeof requestOptions>;

const newPasskey = z.strictObject({
  name: requiredText(100, "Name is Required"),
  id: base64url(2_000),
  attestationObject: base64url(20_000),
  clientDataJSON: base64url(5_000),
  transports: z.array(text(40)).check(z.maxLength(10)),
});
export type NewPasskey = z.output<typeof newPasskey>;

export const passkeyAnswer = z.strictObject({
  id: base64url(2_000),
  authenticatorData: base64url(5_000),
  clientDataJSON: base64url(5_000),
  signature: base64url(10_000),
  userHandle: z.optional(base64url(200)),
});
export type PasskeyAnswer = z.output<typeof passkeyAnswer>;

export const passkeyEntry = z.object({
  _id: z.string(),
  name: z.string(),
  addedAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
});
export type PasskeyEntry = z.output<typeof passkeyEntry>;

export const passkeyCalls = {
  list: {
    method: "GET",
    path: "/identity/passkeys",
    summary: "Lists the caller's passkeys.",
    who: "signed-in",
    reply: z.array(passkeyEntry),
    refusals: [],
  },
  begin: {
    method: "POST",
    path: "/identity/passkeys/options",
    summary: "Answers what the browser needs to make a passkey, valid once within ten minutes.",
    who: "signed-in",
    confirm: "everyone",
    reply: creationOptions,
    refusals: ["conflict"],
    rateLimit: { max: 60, seconds: 600 },
  },
  add: {
    method: "POST",
    path: "/identity/passkeys",
    summary: "Adds a passkey, by which the caller can then sign in.",
    who: "signed-in",
    confirm: "everyone",
    body: newPasskey,
    reply: passkeyEntry,
    refusals: ["invalid", "conflict"],
  },
  remove: {
    method: "DELETE",
    path: "/identity/passkeys/:id",
    summary: "Removes one of the caller's passkeys.",
    who: "own",
    confirm: "everyone",
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  },
  beginSignIn: {
    method: "POST",
    path: "/identity/sign-in/passkey/options",
    summary:
      "Answers what the browser needs to sign in with a passkey, valid once within ten minutes.",
    who: "visitor",
    reply: requestOptions,
    refusals: ["too-many"],
    rateLimit: { max: 200, seconds: 600 },
  },
  signIn: {
    method: "POST",
    path: "/identity/sign-in/passkey",
    summary: "Creates a session for the person whose passkey answers.",
    who: "visitor",
    body: passkeyAnswer,
    reply: z.object({ user: person }),
    refusals: ["invalid", "too-many"],
  },
  beginConfirm: {
    method: "POST",
    path: "/identity/confirm/options",
    summary: "Answers how the caller can confirm who they are.",
    who: "signed-in",
    reply: z.object({
      password: z.boolean(),
      app: z.boolean(),
      passkey: z.nullable(requestOptions),
    }),
    refusals: [],
    rateLimit: { max: 60, seconds: 600 },
  },
  confirm: {
    method: "POST",
    path: "/identity/confirm",
    summary:
      "Confirms who the caller is, by password or passkey, or by the second step where it is on: for 15 minutes the session may do what needs it.",
    who: "signed-in",
    noDeadline: true,
    body: z.strictObject({
      password: z.optional(z.string().check(z.maxLength(200, "Must be at most 200 characters"))),
      passkey: z.optional(passkeyAnswer),
      code: z.optional(text(60)),
    }),
    reply: z.object({ confirmed: z.literal(true) }),
    refusals: ["invalid", "conflict", "too-many", "unavailable"],
  },
} as const satisfies Calls;
