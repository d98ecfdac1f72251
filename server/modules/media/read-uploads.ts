import { buffer } from "node:stream/consumers";
import type { OwnData } from "#contract/own-data.ts";
import { Refusal } from "#contract/refusals.ts";
import type { Env } from "#server/platform/config/env.ts";
import { isImageName } from "./image-store.ts";
import { openPictureStorage } from "./open-picture-storage.ts";

const ownAddress = /\/images\/([0-9a-f]{32})\/([0-9]{3}\.webp)$/;

export async function readUploads(
  env: Env,
  addresses: readonly string[],
): Promise<OwnData["pictures"]> {
  const storage = openPictureStorage(env);
  const pictures: OwnData["pictures"] = [];
  for (const address of new Set(addresses)) {
    const [, name = "", file = ""] = ownAddress.exec(address) ?? [];
    const found = isImageName(name, file) ? await storage.open(name, file) : undefined;
    if (!found || found instanceof Refusal) continue;
    const base64 = (await buffer(found.body)).toString("base64");
    pictures.push({ address, type: "image/webp", base64 });
  }
  return pictures;
}
