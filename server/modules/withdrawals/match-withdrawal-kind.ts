import * as z from "zod/mini";
import type { JobKind } from "#server/platform/jobs/job.ts";

const payload = z.object({ id: z.uuid() });

export const matchWithdrawalKind: JobKind<z.output<typeof payload>> = {
  kind: "match-withdrawal",
  payload,
};
