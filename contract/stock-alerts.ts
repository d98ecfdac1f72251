import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { email, id, requiredText } from "./fields.ts";

/** Then an alert ends, whether or not the part came back. */
export const alertDays = 90;

const time = z.iso.datetime();
const letterLink = z.strictObject({ token: requiredText(200) });

export const stockAlert = z.object({
  _id: z.string(),
  part: z.object({ _id: z.string(), number: z.string(), name: z.string() }),
  since: time,
  until: time,
});
export type StockAlert = z.output<typeof stockAlert>;

export const stockAlertCalls = {
  ask: {
    method: "POST",
    path: "/stock-alerts",
    summary:
      "Asks for one letter when a part can be ordered again. A verified e-mail of the caller is `waiting` at once; any other address is sent a link that confirms it.",
    who: "visitor",
    body: z.strictObject({
      part: id,
      /** Of visitors; otherwise the account's. */
      email: z.optional(email),
    }),
    reply: z.object({ state: z.enum(["waiting", "to-confirm"]) }),
    refusals: ["invalid", "not-found", "conflict", "too-many"],
    rateLimit: { max: 120, seconds: 600 },
  },
  confirm: {
    method: "POST",
    path: "/stock-alerts/confirm",
    summary:
      "Confirms an alert with the token of its letter, valid for a day. The part may be back by then.",
    who: "visitor",
    body: letterLink,
    reply: z.object({
      state: z.enum(["waiting", "back"]),
      part: z.object({ number: z.string(), name: z.string() }),
    }),
    refusals: ["invalid", "conflict", "too-many"],
  },
  stop: {
    method: "POST",
    path: "/stock-alerts/stop",
    summary: "Ends all alerts of a mailbox, with the token of any of its letters about them.",
    who: "visitor",
    body: letterLink,
    reply: z.object({ deletedCount: z.int() }),
    refusals: ["invalid", "too-many"],
  },
  mine: {
    method: "GET",
    path: "/stock-alerts",
    summary: "Lists the caller's alerts that wait, the newest first.",
    who: "signed-in",
    reply: z.array(stockAlert),
    refusals: [],
  },
  remove: {
    method: "DELETE",
    path: "/stock-alerts/:id",
    summary: "Ends one of the caller's alerts.",
    who: "own",
    params: { id },
    reply: z.object({ deletedCount: z.literal(1) }),
    refusals: ["not-found"],
  },
} as const satisfies Calls;
