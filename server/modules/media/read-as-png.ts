import { buffer } from "node:stream/consumers";
import { Refusal } from "#contract/refusals.ts";
import type { Env } from "#server/platform/config/env.ts";
import { isImageName } from "./image-store.ts";
import { openPictureStorage } from "./open-picture-storage.ts";
import { toPng } from "./resize-picture.ts";

/** Of a picture of the shop, for PDFs; undefined where it is gone or lies elsewhere. */
export async function readAsPng(env: Env, address: string): Promise<Buffer | undefined> {
  const [, name = ""] = /^\/images\/([0-9a-f]{32})\//.exec(address) ?? [];
  if (!isImageName(name, "640.webp")) return undefined;
  const found = await openPictureStorage(env).open(name, "640.webp");
  return found && !(found instanceof Refusal) ? toPng(await buffer(found.body)) : undefined;
}
