import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { email, id } from "./fields.ts";
import { ownData } from "./own-data.ts";

export const personDataCalls = {
  read: {
    method: "POST",
    path: "/people/:id/data",
    summary:
      "Answers everything that the shop knows of a person who has asked for it, uploaded pictures included.",
    who: "admin",
    area: "people",
    confirm: "admins",
    noDeadline: true,
    params: { id },
    reply: ownData,
    refusals: ["not-found"],
  },
  erase: {
    method: "POST",
    path: "/people/:id/erase",
    summary:
      "Erases a person who has asked for it: account, sessions, profile, reviews and alerts. Orders, payments and refunds stay, as the law asks. The e-mail must be theirs.",
    who: "admin",
    area: "people",
    confirm: "admins",
    params: { id },
    body: z.strictObject({ email }),
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["invalid", "not-found", "conflict", "not-allowed"],
  },
} as const satisfies Calls;
