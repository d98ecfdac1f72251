import type { Context } from "#server/context.ts";
import { openPictureStorage } from "#server/modules/media/open-picture-storage.ts";
import type { Env } from "#server/platform/config/env.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { findNamedPictures } from "./named-pictures.ts";

const dayMs = 86_400_000;
/** For forms that are open with a picture, and changes that are taken back. */
const graceMs = 7 * dayMs;

export const removePicturesJob = (context: Pick<Context, "db" | "env">) =>
  defineSchedule({
    kind: "remove-pictures",
    title: "Remove pictures that nothing shows any more",
    everySeconds: dayMs / 1_000,
    timeoutSeconds: 3_600,
    storesEvents: false,
    run: ({ signal }) => removeUnnamedPictures(context, signal),
  });

/** Everything is read before anything is removed: a failed query removes nothing. */
export async function removeUnnamedPictures(
  { db, env }: { db: Database; env: Env },
  signal?: AbortSignal,
): Promise<void> {
  const storage = openPictureStorage(env);
  const before = new Date(Date.now() - graceMs);
  const old: string[] = [];
  for await (const { name, savedAt } of storage.list()) if (savedAt < before) old.push(name);
  if (old.length === 0) return;
  const named = await findNamedPictures(db);
  let removed = 0;
  for (const name of old) {
    if (signal?.aborted) break;
    if (named.has(name)) continue;
    if (await storage.removeIfSavedBefore(name, before)) removed++;
  }
  if (removed > 0) log.info({ removed }, "Removed pictures that nothing names");
}
