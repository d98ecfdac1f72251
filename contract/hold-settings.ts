import * as z from "zod/mini";

const whole = (most: number) =>
  z
    .int("Must be a whole number")
    .check(z.minimum(1, "Must be at least 1"), z.maximum(most, `Must be at most ${most}`));

/** Of orders that are not paid yet. */
export const holdSettings = z.strictObject({
  /** So long they keep their stock. */
  minutes: whole(10_080),
  /** Beyond these they are taken, but keep no stock before they are paid. */
  ordersEach: whole(100_000),
  piecesEach: whole(1_000_000_000),
  ordersPerNetwork: whole(1_000_000),
  /** Then they are closed. */
  closeDays: whole(365),
});
export type HoldSettings = z.output<typeof holdSettings>;
