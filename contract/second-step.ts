import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { email, requiredText } from "./fields.ts";
import { person } from "./identity.ts";
import { passkeyAnswer, requestOptions } from "./passkeys.ts";

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
const code = requiredText(60, "Code is Required");

export const fewRecoveryCodes = 3;

export const secondStep = z.object({
  appSince: z.nullable(z.iso.datetime()),
  recoveryCodesLeft: z.int(),
});
export type SecondStep = z.output<typeof secondStep>;

export const secondStepCalls = {
  read: {
    method: "GET",
    path: "/identity/second-step",
    summary: "Answers how the caller's sign-ins are confirmed by a second step.",
    who: "signed-in",
    reply: secondStep,
    refusals: [],
  },
  beginApp: {
    method: "POST",
    path: "/identity/second-step/app",
    summary:
      "Makes a secret for the caller's authenticator app (TOTP). It counts once its first code is confirmed.",
    who: "signed-in",
    confirm: "everyone",
    reply: z.object({ secret: z.string(), address: z.string() }),
    refusals: ["conflict"],
  },
  confirmApp: {
    method: "POST",
    path: "/identity/second-step/app/confirm",
    summary:
      "Turns the second step on by the first code of the app, and answers ten recovery codes.",
    who: "signed-in",
    confirm: "everyone",
    body: z.strictObject({ code }),
    reply: recoveryCodes,
    refusals: ["invalid", "conflict", "too-many"],
  },
  removeApp: {
    method: "DELETE",
    path: "/identity/second-step/app",
    summary: "Turns the second step off, and ends its recovery codes.",
    who: "signed-in",
    confirm: "everyone",
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  },
  renewRecoveryCodes: {
    method: "POST",
    path: "/identity/second-step/recovery-codes",
    summary: "Answers ten new recovery codes; those of before are void.",
    who: "signed-in",
    confirm: "everyone",
    reply: recoveryCodes,
    refusals: ["conflict"],
  },
  reset: {
    method: "POST",
    path: "/identity/second-step/reset",
    summary:
      "Removes the authenticator app, recovery codes and passkeys of somebody who lost them, and ends their sessions.",
    who: "admin",
    area: "people",
    confirm: "admins",
    body: z.strictObject({ email }),
    reply: z.object({ modifiedCount: z.literal(1) }),
    refusals: ["not-found", "conflict"],
  },
  begin: {
    method: "POST",
    path: "/identity/sign-in/second-step/options",
    summary: "Answers how a sign-in that waits for its second step can be finished.",
    who: "visitor",
    reply: z.object({ app: z.boolean(), passkey: z.nullable(requestOptions) }),
    refusals: ["not-signed-in", "too-many"],
    rateLimit: { max: 200, seconds: 600 },
  },
  finish: {
    method: "POST",
    path: "/identity/sign-in/second-step",
    summary:
      "Finishes a sign-in by a code of the app, a recovery code or a passkey, and creates a session.",
    who: "visitor",
    body: z.strictObject({ code: z.optional(code), passkey: z.optional(passkeyAnswer) }),
    reply: z.object({
      user: person,
      /** Where a recovery code was used. */
      recoveryCodesLeft: z.optional(z.int()),
    }),
    refusals: ["not-signed-in", "invalid", "too-many"],
  },
} as const satisfies Calls;
