import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { email, requiredText } from "./fields.ts";

export const emailChange = z.object({
  email: z.string(),
  /** Whether the letter's link was followed, to the present and to the new address. */
  isOldProven: z.boolean(),
  isNewProven: z.boolean(),
});
export type EmailChange = z.output<typeof emailChange>;

export const emailChangeCalls = {
  read: {
    method: "GET",
    path: "/identity/email",
    summary: "Answers the change of e-mail that the caller has begun.",
    who: "signed-in",
    reply: z.object({ change: z.nullable(emailChange) }),
    refusals: [],
  },
  begin: {
    method: "POST",
    path: "/identity/email",
    summary:
      "Begins a change of e-mail: sends a link to the present and to the new address, and takes back a change that was begun before.",
    who: "signed-in",
    confirm: "everyone",
    body: z.strictObject({ newEmail: email }),
    reply: z.object({ change: emailChange }),
    refusals: ["invalid", "too-many"],
  },
  cancel: {
    method: "DELETE",
    path: "/identity/email",
    summary: "Takes back a change of e-mail; its links become void.",
    who: "signed-in",
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  },
  prove: {
    method: "POST",
    path: "/identity/email/prove",
    summary:
      "Proves one of the two addresses by the token of its letter; the new one only in a session of who began the change. The second one changes the e-mail and ends the person's other sessions.",
    who: "visitor",
    body: z.strictObject({ token: requiredText(200) }),
    reply: z.object({ isChanged: z.boolean() }),
    refusals: ["invalid", "conflict", "not-allowed", "too-many"],
  },
} as const satisfies Calls;
