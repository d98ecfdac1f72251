// Fills a shop that is empty, and ends: what that takes, the shop itself need not keep in memory.
import { Refusal } from "#contract/refusals.ts";
import type { ImageSizes } from "#server/modules/media/image-store.ts";
import { openPictureStorage } from "#server/modules/media/open-picture-storage.ts";
import { readEnv } from "#server/platform/config/env.ts";
import { connect } from "#server/platform/database/connect.ts";
import { fillIfEmpty } from "./fill-if-empty.ts";

const env = readEnv(process.env);
const { keep } = openPictureStorage(env);
const connection = connect(env.DATABASE_URL ?? "", { most: 1 });
await fillIfEmpty(connection, env.DATA_DIR, keepOrFail);
await connection.close();

async function keepOrFail(sizes: ImageSizes): Promise<string> {
  const kept = await keep(sizes);
  if (kept instanceof Refusal) throw new Error(`No demo can be made: ${kept.message}`);
  return kept;
}
