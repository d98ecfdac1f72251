import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { email, requiredText } from "./fields.ts";
import { person } from "./identity.ts";

export const signInCodeCalls = {
  send: {
    method: "POST",
    path: "/identity/sign-in/code",
    summary:
      "Sends a code of six digits to an e-mail, whether it has an account or not. It works once, in this browser, within ten minutes.",
    who: "visitor",
    body: z.strictObject({ email }),
    reply: z.object({ sent: z.literal(true) }),
    refusals: ["too-many"],
  },
  enter: {
    method: "POST",
    path: "/identity/sign-in/code/enter",
    summary:
      "Signs in by the code that was sent, and creates the account if the e-mail has none. `user` is null if the sign-in waits for its second step.",
    who: "visitor",
    body: z.strictObject({ code: requiredText(20, "Code is Required") }),
    reply: z.object({ user: z.nullable(person) }),
    refusals: ["invalid", "too-many"],
  },
} as const satisfies Calls;
