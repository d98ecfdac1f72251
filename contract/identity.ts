import * as z from "zod/mini";
import { defineCall } from "./call.ts";
import { user } from "./customers.ts";
import { email, id, password, requiredText, text } from "./fields.ts";

export const signUpForm = z.strictObject({
  name: requiredText(200, "Name is Required"),
  email,
  password,
});
export const signInForm = z.strictObject({ email, password });

/** The person behind the session, as the browser knows them. */
export const person = z.extend(user, {
  name: z.string(),
  img: z.string(),
  /** False for people who only ever signed in elsewhere. */
  hasPassword: z.boolean(),
  /** Whether the person has shown that the e-mail is theirs. */
  emailVerified: z.boolean(),
});
export type Person = z.output<typeof person>;

/** One of a person's own sessions, as they can recognise it. */
export const sessionEntry = z.object({
  _id: z.string(),
  current: z.boolean(),
  /** The browser, as it named itself. */
  agent: z.string(),
  address: z.string(),
  signedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
});
export type SessionEntry = z.output<typeof sessionEntry>;

/** Why a sign-in with Google came back without a session: `/login?refused=...` says it in words. */
export const googleRefusals = [
  "cancelled",
  "unverified",
  "taken",
  "expired",
  "too-many",
  "unavailable",
  "failed",
] as const;
export type GoogleRefusal = (typeof googleRefusals)[number];

export const identityCalls = {
  signUp: defineCall({
    method: "POST",
    path: "/identity/sign-up",
    who: "visitor",
    ownDeadline: true,
    body: signUpForm,
    reply: z.object({ user: person }),
    refusals: ["invalid", "conflict", "too-many", "unavailable"],
    changes: ["users"],
  }),
  signIn: defineCall({
    method: "POST",
    path: "/identity/sign-in",
    who: "visitor",
    ownDeadline: true,
    body: signInForm,
    reply: z.object({ user: person }),
    refusals: ["not-signed-in", "too-many", "unavailable"],
  }),
  /** Leads to Google; comes back to `/login`, which finishes and goes on to `from`. */
  google: defineCall({
    method: "GET",
    path: "/identity/google",
    who: "visitor",
    query: { from: z.optional(text(2000)) },
    reply: z.void(),
    refusals: [],
    raw: true,
  }),
  googleCallback: defineCall({
    method: "GET",
    path: "/identity/google/callback",
    who: "visitor",
    reply: z.void(),
    refusals: [],
    raw: true,
  }),
  session: defineCall({
    method: "GET",
    path: "/identity/session",
    who: "visitor",
    reply: z.object({ user: z.nullable(person) }),
    refusals: [],
  }),
  signOut: defineCall({
    method: "POST",
    path: "/identity/sign-out",
    who: "visitor",
    reply: z.object({ user: z.null() }),
    refusals: [],
  }),
  /** A letter with a link, if there is such an account: the answer does not tell. */
  forgotten: defineCall({
    method: "POST",
    path: "/identity/forgotten",
    who: "visitor",
    body: z.strictObject({ email }),
    reply: z.object({ asked: z.literal(true) }),
    refusals: ["too-many"],
  }),
  /** With the token of that link, good once and for an hour; ends all other sessions. */
  reset: defineCall({
    method: "POST",
    path: "/identity/reset",
    who: "visitor",
    ownDeadline: true,
    body: z.strictObject({ token: requiredText(200), password }),
    reply: z.object({ user: person }),
    refusals: ["invalid", "too-many", "unavailable"],
  }),
  /** With the token of the letter's link, good once and for a day, in whatever browser. */
  verifyEmail: defineCall({
    method: "POST",
    path: "/identity/verify-email",
    who: "visitor",
    body: z.strictObject({ token: requiredText(200) }),
    reply: z.object({ verified: z.literal(true) }),
    refusals: ["invalid", "too-many"],
  }),
  /** With the code of the same letter, which only the account's own person can use. */
  verifyEmailCode: defineCall({
    method: "POST",
    path: "/identity/verify-email/code",
    who: "signed-in",
    body: z.strictObject({ code: requiredText(20, "Code is Required") }),
    reply: z.object({ user: person }),
    refusals: ["invalid", "too-many"],
  }),
  resendVerification: defineCall({
    method: "POST",
    path: "/identity/verify-email/letter",
    who: "signed-in",
    reply: z.object({ asked: z.literal(true) }),
    refusals: ["conflict", "too-many"],
  }),
  /** Ends all other sessions, and gives this one a new cookie. */
  changePassword: defineCall({
    method: "POST",
    path: "/identity/password",
    who: "signed-in",
    ownDeadline: true,
    body: z.strictObject({ current: password, password }),
    reply: z.object({ user: person }),
    refusals: ["invalid", "conflict", "too-many", "unavailable"],
  }),
  sessions: defineCall({
    method: "GET",
    path: "/identity/sessions",
    who: "signed-in",
    reply: z.array(sessionEntry),
    refusals: [],
  }),
  endSession: defineCall({
    method: "DELETE",
    path: "/identity/sessions/:id",
    who: "own",
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  }),
  /** Everywhere, here as well. */
  signOutEverywhere: defineCall({
    method: "POST",
    path: "/identity/sign-out-everywhere",
    who: "signed-in",
    reply: z.object({ user: z.null() }),
    refusals: [],
  }),
};
