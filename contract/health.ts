// What GET /health/live and GET /health/ready say, to programs that start and balance processes of
// the shop; they lie beside the calls. Anybody may ask, so nothing here depends on any person: what
// waits, and for how long, is told at /metrics.
import * as z from "zod/mini";

export const liveness = z.object({ status: z.literal("live") });

export const readiness = z.object({
  status: z.enum(["ready", "not-ready"]),
  /** What is the matter with this process, each a sentence; nothing where all is well. */
  because: z.array(z.string()),
});
export type Readiness = z.output<typeof readiness>;
