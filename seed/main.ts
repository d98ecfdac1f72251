// A program of its own, so that the shop does not keep in memory what this needs.
import { Refusal } from "#contract/refusals.ts";
import type { ImageSizes } from "#server/modules/media/image-store.ts";
import { openPictureStorage } from "#server/modules/media/open-picture-storage.ts";
import { readEnv } from "#server/platform/config/env.ts";
import { connect } from "#server/platform/database/connect.ts";
import { fillIfEmpty } from "./fill-if-empty.ts";
import { addDemoOrders } from "./orders/add-demo-orders.ts";

const env = readEnv(process.env);
const storage = openPictureStorage(env);
const connection = connect(env.DATABASE_URL ?? "", { most: 1 });
const isFilled = await fillIfEmpty(connection, env.DATA_DIR, savePicture);
if (isFilled && env.STRIPE_API_URL.startsWith("http://")) await addDemoOrders(connection, env);
await connection.close();

async function savePicture(sizes: ImageSizes): Promise<string> {
  const address = await storage.save(sizes);
  if (address instanceof Refusal) throw new Error(`Could not store a picture: ${address.message}`);
  return address;
}
