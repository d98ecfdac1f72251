import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { user } from "./customers.ts";
import { adminRoles, email, id, password, requiredText, text } from "./fields.ts";

export const signUpForm = z.strictObject({
  name: requiredText(200, "Name is Required"),
  email,
  password,
});
export const signInForm = z.strictObject({ email, password });

export const person = z.extend(user, {
  /** Which admin; `role` is "admin" for all of them. */
  adminRole: z.optional(z.enum(adminRoles)),
  name: z.string(),
  img: z.string(),
  /** False for Google-only accounts. */
  hasPassword: z.boolean(),
  emailVerified: z.boolean(),
});
export type Person = z.output<typeof person>;

export const sessionEntry = z.object({
  _id: z.string(),
  current: z.boolean(),
  agent: z.string(),
  address: z.string(),
  signedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});
export type SessionEntry = z.output<typeof sessionEntry>;

/** `/login?refused=CODE` shows the message. */
export const googleRefusals = [
  "cancelled",
  "unverified",
  // The e-mail already has an account without this Google identity.
  "taken",
  "expired",
  "too-many",
  "unavailable",
  // Google is not configured.
  "not-offered",
  "failed",
] as const;
export type GoogleRefusal = (typeof googleRefusals)[number];

export const identityCalls = {
  signUp: {
    method: "POST",
    path: "/identity/sign-up",
    summary: "Creates an account and a session.",
    who: "visitor",
    noDeadline: true,
    body: signUpForm,
    reply: z.object({ user: person }),
    refusals: ["invalid", "conflict", "too-many", "unavailable"],
  },
  signIn: {
    method: "POST",
    path: "/identity/sign-in",
    summary: "Creates a session. `user` is null if the sign-in waits for its second step.",
    who: "visitor",
    noDeadline: true,
    body: signInForm,
    reply: z.object({ user: z.nullable(person) }),
    refusals: ["not-signed-in", "too-many", "unavailable"],
  },
  google: {
    method: "GET",
    path: "/identity/google",
    summary:
      "Redirects to Google to sign in; the browser returns to `/login`, which goes on to `from`.",
    who: "visitor",
    query: { from: z.optional(text(2000)) },
    reply: z.void(),
    refusals: [],
    raw: true,
  },
  googleCallback: {
    method: "GET",
    path: "/identity/google/callback",
    summary: "Receives the redirect from Google.",
    who: "visitor",
    foreign: true,
    reply: z.void(),
    refusals: [],
    raw: true,
  },
  session: {
    method: "GET",
    path: "/identity/session",
    summary: "Answers who is signed in.",
    who: "visitor",
    reply: z.object({ user: z.nullable(person) }),
    refusals: [],
  },
  signOut: {
    method: "POST",
    path: "/identity/sign-out",
    summary: "Ends the session and its access tokens.",
    who: "visitor",
    reply: z.object({ user: z.null() }),
    refusals: [],
  },
  forgotten: {
    method: "POST",
    path: "/identity/forgotten",
    summary: "Sends a password-reset link if the account exists. Same response either way.",
    who: "visitor",
    body: z.strictObject({ email }),
    reply: z.object({ asked: z.literal(true) }),
    refusals: ["too-many"],
  },
  reset: {
    method: "POST",
    path: "/identity/reset",
    summary:
      "Sets a new password with the token of the password-reset link, valid once within an hour. Ends all sessions and creates one; `user` is null if the sign-in waits for its second step.",
    who: "visitor",
    noDeadline: true,
    body: z.strictObject({ token: requiredText(200), password }),
    reply: z.object({ user: z.nullable(person) }),
    refusals: ["invalid", "too-many", "unavailable"],
  },
  verifyEmail: {
    method: "POST",
    path: "/identity/verify-email",
    summary:
      "Verifies the e-mail of the caller's account with the token of the verification e-mail, valid once within a day. To anybody else, signed in or not, it answers that the account must be signed in.",
    who: "visitor",
    body: z.strictObject({ token: requiredText(200) }),
    reply: z.object({ verified: z.literal(true) }),
    refusals: ["invalid", "not-allowed", "too-many"],
  },
  verifyEmailCode: {
    method: "POST",
    path: "/identity/verify-email/code",
    summary:
      "Verifies the e-mail of the caller's account with the code of the verification e-mail.",
    who: "signed-in",
    body: z.strictObject({ code: requiredText(20, "Code is Required") }),
    reply: z.object({ user: person }),
    refusals: ["invalid", "too-many"],
  },
  resendVerification: {
    method: "POST",
    path: "/identity/verify-email/letter",
    summary: "Sends the verification e-mail again.",
    who: "signed-in",
    reply: z.object({ asked: z.literal(true) }),
    refusals: ["conflict", "too-many"],
  },
  changePassword: {
    method: "POST",
    path: "/identity/password",
    summary:
      "Changes the caller's password, ends all other sessions and renews this session's cookie.",
    who: "signed-in",
    noDeadline: true,
    body: z.strictObject({ current: password, password }),
    reply: z.object({ user: person }),
    refusals: ["invalid", "conflict", "too-many", "unavailable"],
  },
  sessions: {
    method: "GET",
    path: "/identity/sessions",
    summary: "Lists the caller's sessions.",
    who: "signed-in",
    reply: z.array(sessionEntry),
    refusals: [],
  },
  endSession: {
    method: "DELETE",
    path: "/identity/sessions/:id",
    summary: "Ends one of the caller's sessions.",
    who: "own",
    confirm: "everyone",
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  },
  signOutEverywhere: {
    method: "POST",
    path: "/identity/sign-out-everywhere",
    summary: "Ends all sessions of the caller, this one included.",
    who: "signed-in",
    confirm: "everyone",
    reply: z.object({ user: z.null() }),
    refusals: [],
  },
} as const satisfies Calls;
