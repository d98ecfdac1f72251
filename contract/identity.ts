import * as z from "zod/mini";
import { call } from "./call.ts";
import { email, filled, text } from "./fields.ts";
import { user } from "./users.ts";

const password = z
  .string("Password is Required")
  .check(
    z.minLength(1, "Password is Required"),
    z.minLength(6, "Must be 6 characters or longer"),
    z.maxLength(200),
  );

/** The person behind the session, as the browser knows them. */
export const person = z.object({ ...user.shape, name: z.string(), img: z.string() });
export type Person = z.output<typeof person>;

export const identityCalls = {
  signUp: call({
    method: "POST",
    path: "/identity/sign-up",
    who: "visitor",
    body: z.strictObject({ name: filled(200, "Name is Required"), email, password }),
    reply: z.object({ user: person }),
    refusals: ["conflict", "too-many"],
  }),
  signIn: call({
    method: "POST",
    path: "/identity/sign-in",
    who: "visitor",
    body: z.strictObject({ email, password }),
    reply: z.object({ user: person }),
    refusals: ["not-signed-in", "too-many"],
  }),
  google: call({
    method: "GET",
    path: "/identity/google",
    who: "visitor",
    query: { from: z.optional(text(2000)) },
    reply: z.void(),
    refusals: ["unavailable"],
    raw: true,
  }),
  googleCallback: call({
    method: "GET",
    path: "/identity/google/callback",
    who: "visitor",
    reply: z.void(),
    refusals: ["not-signed-in", "unavailable"],
    raw: true,
  }),
  session: call({
    method: "GET",
    path: "/identity/session",
    who: "visitor",
    reply: z.object({ user: z.nullable(person) }),
    refusals: [],
  }),
  signOut: call({
    method: "POST",
    path: "/identity/sign-out",
    who: "visitor",
    reply: z.object({ user: z.null() }),
    refusals: [],
  }),
};
