import type { Context } from "#server/context.ts";
import type { writeInThread } from "#server/modules/papers/write-in-thread.ts";
import type { ReadSettings } from "#server/modules/settings/keep-settings.ts";

export type WithdrawalsContext = Context & {
  settings: ReadSettings;
  writePdf: typeof writeInThread;
};
