import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { imageName, imageWidths, isImageName, type StoredPicture } from "./image-store.ts";
import type { PictureStorage } from "./picture-storage.ts";
import { type S3Keys, signS3Request } from "./s3-signature.ts";

export type BucketConfig = S3Keys & { endpoint: string; bucket: string };

const timeoutMs = 4_500;
const logEveryMs = 10_000;

export const storageUnavailable: Refusal<"unavailable"> = refuse(
  "unavailable",
  "Pictures cannot be stored or shown right now. Please try again shortly.",
);

export function openBucket(config: BucketConfig): PictureStorage {
  let lastLogged = Number.NEGATIVE_INFINITY;

  /** Retries once, because a server of the storage may be restarting. */
  async function send(
    method: "GET" | "HEAD" | "PUT" | "DELETE",
    key: string,
    body?: Buffer,
  ): Promise<Response | undefined> {
    const first = await sendOnce(config, { method, key, body });
    const result = "failure" in first ? await sendOnce(config, { method, key, body }) : first;
    if (!("failure" in result)) return result;
    if (performance.now() - lastLogged > logEveryMs) {
      lastLogged = performance.now();
      log.error(`Picture storage at ${new URL(config.endpoint).host} failed: ${result.failure}`);
    }
    return undefined;
  }

  async function* list(): AsyncIterable<StoredPicture> {
    let next: string | undefined;
    do {
      const query = new URLSearchParams({ "list-type": "2", prefix: "images/" });
      if (next !== undefined) query.set("continuation-token", next);
      const page = await (await send("GET", `?${query}`))?.text();
      if (page === undefined) throw new Error("The picture storage does not list its pictures");
      yield* picturesIn(page);
      next = /<NextContinuationToken>([^<]+)</.exec(page)?.[1];
    } while (next !== undefined);
  }

  return {
    list,
    /** The largest first, as it was stored last. */
    async removeIfSavedBefore(name, time) {
      const found = await send("HEAD", keyOf(name, `${imageWidths.at(-1)}.webp`));
      const savedAt = new Date(found?.headers.get("last-modified") ?? "");
      if (!(savedAt < time)) return false;
      for (const width of imageWidths.toReversed()) {
        const removed = await send("DELETE", keyOf(name, `${width}.webp`));
        if (!removed) throw new Error("The picture storage does not remove a picture");
      }
      return true;
    },
    async save(sizes) {
      const name = imageName(sizes);
      // The largest last: if it is there, the picture is complete.
      for (const width of imageWidths) {
        const stored = await send("PUT", keyOf(name, `${width}.webp`), sizes[width]);
        if (!stored) return storageUnavailable;
      }
      return addressOf(name);
    },
    async open(name, file) {
      const found = await send("GET", keyOf(name, file));
      if (!found) return storageUnavailable;
      if (found.status === 404 || !found.body) return undefined;
      const length = found.headers.get("content-length");
      return {
        size: length === null ? undefined : Number(length),
        body: Readable.fromWeb(found.body as ReadableStream),
      };
    },
  };
}

/** Each by its largest size, which is stored last. */
function* picturesIn(page: string): Iterable<StoredPicture> {
  const largest = `${imageWidths.at(-1)}.webp`;
  for (const [, content = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const [, name = "", file] = /<Key>images\/([^/<]+)\/([^<]+)</.exec(content) ?? [];
    const [, savedAt = ""] = /<LastModified>([^<]+)</.exec(content) ?? [];
    if (file === largest && isImageName(name, file)) yield { name, savedAt: new Date(savedAt) };
  }
}

const keyOf = (name: string, file: string) => `images/${name}/${file}`;
const addressOf = (name: string) => `/${keyOf(name, `${imageWidths.at(-1)}.webp`)}`;

type BucketRequest = { method: string; key: string; body: Buffer | undefined };

async function sendOnce(
  config: BucketConfig,
  { method, key, body }: BucketRequest,
): Promise<Response | { failure: string }> {
  const folder = `${config.endpoint}/${config.bucket}`;
  const url = new URL(key.startsWith("?") ? folder + key : `${folder}/${key}`);
  const headers = { ...(body && { "content-type": "image/webp" }) };
  try {
    const response = await fetch(url, {
      method,
      headers: signS3Request({ method, url, headers, ...(body && { body }) }, config, new Date()),
      ...(body && { body: new Uint8Array(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.ok) return response;
    // An unread body would hold the connection.
    await response.body?.cancel();
    if (response.status === 404 && method === "GET") return response;
    return { failure: `status ${response.status}` };
  } catch (error) {
    return {
      failure: error instanceof Error ? String(error.cause ?? error.message) : String(error),
    };
  }
}
