import type { Readable } from "node:stream";
import type { Refusal } from "#contract/refusals.ts";
import type { ImageSizes, StoredPicture } from "./image-store.ts";

export type StorageUnavailable = Refusal<"unavailable">;
export type PictureStorage = {
  save(sizes: ImageSizes): Promise<string | StorageUnavailable>;
  open(
    name: string,
    file: string,
  ): Promise<{ size: number | undefined; body: Readable } | undefined | StorageUnavailable>;
  /** Of a picture that was saved again, the last time. Throws where the storage does not answer. */
  list(): AsyncIterable<StoredPicture>;
  /** False where it was saved again meanwhile. */
  removeIfSavedBefore(name: string, time: Date): Promise<boolean>;
};
