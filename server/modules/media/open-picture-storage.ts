import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Env } from "#server/platform/config/env.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { type BucketConfig, openBucket } from "./bucket.ts";
import { sendToImageHost } from "./image-host.ts";
import {
  hasFreeSpace,
  imagesFolder,
  isDiskFull,
  listImages,
  removeImage,
  saveImage,
} from "./image-store.ts";
import type { PictureStorage } from "./picture-storage.ts";

export function openPictureStorage(env: Env): PictureStorage {
  const bucket = bucketConfig(env);
  return bucket ? openBucket(bucket) : openFolder(env.DATA_DIR);
}

type Settings = Pick<Env, "S3_ENDPOINT" | "S3_BUCKET" | "S3_REGION"> &
  Pick<Env, "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY">;

function bucketConfig(env: Settings): BucketConfig | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return undefined;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

const noRoom = refuse(
  "unavailable",
  "There is no room for pictures right now. Please try again later.",
);

function openFolder(dataDir: string): PictureStorage {
  return {
    async save(sizes) {
      try {
        if (await hasFreeSpace(dataDir)) return await saveImage(dataDir, sizes);
      } catch (error) {
        if (!isDiskFull(error)) throw error;
      }
      log.error(`No disk space left for pictures in ${dataDir}`);
      return noRoom;
    },
    async open(name, file) {
      const path = join(imagesFolder(dataDir), name, file);
      const opened = await open(path).catch(() => undefined);
      if (!opened) return undefined;
      const { size } = await opened.stat();
      return { size, body: createReadStream("", { fd: opened }) };
    },
    list: () => listImages(dataDir),
    removeIfSavedBefore: (name, time) => removeImage(dataDir, name, time),
  };
}

export function pictureSaver({
  env,
  filterPicture,
}: Pick<Context, "env" | "filterPicture">): PictureStorage["save"] {
  const { IMAGE_HOST_URL: url, IMAGE_HOST_KEY: key } = env;
  if (!url) return openPictureStorage(env).save;
  const host = { url, key, filterPicture };
  return (sizes) => sendToImageHost(host, sizes[960]);
}
