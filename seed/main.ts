// Fills a shop that is empty, and ends: what that takes, the shop itself need not keep in memory.
import { Refusal } from "#contract/refusals.ts";
import { connect } from "#server/database/connect.ts";
import { readEnv } from "#server/env.ts";
import type { ImageSizes } from "#server/images/image-store.ts";
import { pictureStorage } from "#server/images/storage.ts";
import { fillIfEmpty } from "./fill.ts";

const env = readEnv(process.env);
const { keep } = pictureStorage(env);
const connection = connect(env.DATABASE_URL ?? "", { most: 1 });
await fillIfEmpty(connection, env.DATA_DIR, keepOrFail);
await connection.close();

async function keepOrFail(sizes: ImageSizes): Promise<string> {
  const kept = await keep(sizes);
  if (kept instanceof Refusal) throw new Error(`No demo can be made: ${kept.message}`);
  return kept;
}
