import * as z from "zod/mini";

export const reviewSettings = z.strictObject({
  /** Otherwise a review appears at once. */
  lookFirst: z.boolean("Must be true or false"),
});
