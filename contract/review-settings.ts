import * as z from "zod/mini";

export const reviewSettings = z.strictObject({
  lookFirst: z.boolean("Must be true or false"),
});
