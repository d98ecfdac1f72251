import type { Readable } from "node:stream";
import type { Refusal } from "#contract/refusals.ts";
import type { ImageSizes } from "./image-store.ts";

export type StorageUnavailable = Refusal<"unavailable">;
export type PictureStorage = {
  save(sizes: ImageSizes): Promise<string | StorageUnavailable>;
  open(
    name: string,
    file: string,
  ): Promise<{ size: number | undefined; body: Readable } | undefined | StorageUnavailable>;
};
