import * as z from "zod/mini";
import { text } from "./fields.ts";
import { returnReasonNames } from "./rules/returns.ts";

export const returnSettings = z.strictObject({
  address: text(1_000),
  /** For these, the shop pays for the way back unless it says otherwise. */
  freeReasons: z
    .array(z.enum(returnReasonNames, "Is not a reason for a return"))
    .check(z.maxLength(returnReasonNames.length, "Are too many")),
  /** From the day on which the parts were sent; then an open core deposit is forfeited. */
  coreDays: z._default(
    z
      .int("Must be a whole number")
      .check(z.minimum(1, "Must be at least 1"), z.maximum(3_650, "Must be at most 3650")),
    90,
  ),
  /** From the day after the goods arrived; later withdrawals are for a person to judge. */
  withdrawalDays: z._default(
    z
      .int("Must be a whole number")
      .check(z.minimum(14, "Must be at least 14"), z.maximum(400, "Must be at most 400")),
    14,
  ),
});
