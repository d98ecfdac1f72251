// What GET /health/live and GET /health/ready say, to programs that start, balance and watch over
// processes of the shop; they lie beside the calls.
import * as z from "zod/mini";

export const liveness = z.object({ status: z.literal("live") });

const waiting = z.nullable(z.object({ waiting: z.number(), oldestSeconds: z.number() }));

export const readiness = z.object({
  /** "degraded" is ready: people are served, and somebody should look. */
  status: z.enum(["ready", "degraded", "not-ready"]),
  /** What is the matter, each a sentence; nothing where all is well. */
  because: z.array(z.string()),
  stopping: z.boolean(),
  database: z.enum(["ok", "away"]),
  /** Whether the tables are as this version of the shop wants them. */
  migrations: z.enum(["ok", "behind", "unknown"]),
  /** Letters that are to be sent. */
  letters: waiting,
  /** Money that is to be given back. */
  refunds: waiting,
  ledger: z.nullable(z.object({ at: z.string(), differences: z.number() })),
});
export type Readiness = z.output<typeof readiness>;
