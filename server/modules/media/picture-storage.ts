import type { Readable } from "node:stream";
import type { Refusal } from "#contract/refusals.ts";
import type { ImageSizes } from "./image-store.ts";

export type StorageUnavailable = Refusal<"unavailable">;
export type PictureStorage = {
  /** Whole or not at all; answers its address. */
  keep(sizes: ImageSizes): Promise<string | StorageUnavailable>;
  open(
    name: string,
    file: string,
  ): Promise<{ size: number; body: Readable } | undefined | StorageUnavailable>;
};
