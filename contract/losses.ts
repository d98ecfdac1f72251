import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id, requestKey } from "./fields.ts";

export const lossResolutions = ["replace", "refund"] as const;
export type LossResolution = (typeof lossResolutions)[number];

const lostLine = z.strictObject({
  line: id,
  quantity: z
    .int("Must be a whole number")
    .check(z.minimum(1, "Must be at least 1"), z.maximum(1_000_000_000, "Is too large")),
});

export const newLoss = z.strictObject({
  key: requestKey,
  lines: z
    .array(lostLine)
    .check(z.minLength(1, "Must name a line"), z.maxLength(200, "Must be at most 200 lines")),
  resolution: z.enum(lossResolutions, "Must be replace or refund"),
});
export type NewLoss = z.output<typeof newLoss>;

export const lossCalls = {
  report: {
    method: "POST",
    path: "/shipments/:id/losses",
    summary:
      "Notes that pieces of a shipment did not arrive. They are to be shipped once more, or refunded with their deposits; the customer gets a letter. The same loss under the same key answers the first result again.",
    who: "admin",
    area: "orders",
    confirm: "admins",
    params: { id },
    body: newLoss,
    reply: z.object({ amount: z.number() }),
    refusals: ["invalid", "not-found", "conflict", "refund-too-large", "key-reused"],
  },
} as const satisfies Calls;
