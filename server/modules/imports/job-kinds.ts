import * as z from "zod/mini";
import type { JobKind } from "#server/platform/jobs/job.ts";

const check = z.object({ importId: z.uuid() });
export const checkImportKind: JobKind<z.output<typeof check>> = {
  kind: "check-import",
  payload: check,
};

const write = z.object({
  importId: z.uuid(),
  isUndo: z.boolean(),
  /** Lines that have changed since an import was applied stay as they are. */
  leaveOut: z.boolean(),
  person: z.object({ _id: z.uuid(), email: z.string() }),
  address: z.string(),
});
export type WriteImport = z.output<typeof write>;
export const writeImportKind: JobKind<WriteImport> = { kind: "write-import", payload: write };
