// The health endpoints are public, so nothing in them depends on a person.
import * as z from "zod/mini";

export const liveness = z.object({ status: z.literal("live") });

export const readiness = z.object({
  status: z.enum(["ready", "not-ready"]),
  because: z.array(z.string()),
});
export type Readiness = z.output<typeof readiness>;
