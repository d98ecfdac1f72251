// Pictures in storage that speaks the language of S3: Amazon's own, Cloudflare R2, MinIO, Garage,
// Ceph. However many machines the shop has, each shows what was uploaded at another.
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { imageName, imageWidths } from "./image-store.ts";
import type { PictureStorage } from "./picture-storage.ts";
import { type S3Keys, signS3Request } from "./s3-signature.ts";

export type BucketConfig = S3Keys & { endpoint: string; bucket: string };

/** Somebody is waiting; in milliseconds. */
const patience = 4_500;
const tellEvery = 10_000;

export const storageUnavailable: Refusal<"unavailable"> = refuse(
  "unavailable",
  "Pictures cannot be stored or shown just now. Please try again shortly.",
);

export function openBucket(at: BucketConfig): PictureStorage {
  let lastTold = Number.NEGATIVE_INFINITY;

  /** Twice: where many machines stand behind one name, one of them may just be going. */
  async function ask(method: string, key: string, body?: Buffer): Promise<Response | undefined> {
    const first = await askOnce(at, { method, key, body });
    const answer = typeof first === "string" ? await askOnce(at, { method, key, body }) : first;
    if (typeof answer !== "string") return answer;
    if (performance.now() - lastTold > tellEvery) {
      lastTold = performance.now();
      log.error(`The storage of pictures at ${new URL(at.endpoint).host}: ${answer}`);
    }
    return undefined;
  }

  return {
    async keep(sizes) {
      const name = imageName(sizes);
      // The largest last: where it is, the others are. Nobody is told the address of what did not
      // come so far, and the same picture sent again completes it.
      for (const width of imageWidths) {
        const stored = await ask("PUT", keyOf(name, `${width}.webp`), sizes[width]);
        if (!stored) return storageUnavailable;
      }
      return addressOf(name);
    },
    async open(name, file) {
      const found = await ask("GET", keyOf(name, file));
      if (!found) return storageUnavailable;
      if (found.status === 404 || !found.body) return undefined;
      const size = Number(found.headers.get("content-length"));
      return { size, body: Readable.fromWeb(found.body as ReadableStream) };
    },
  };
}

/** As the pages name them, so that a public address of the bucket needs no other names. */
const keyOf = (name: string, file: string) => `images/${name}/${file}`;
const addressOf = (name: string) => `/${keyOf(name, "960.webp")}`;

type Asked = { method: string; key: string; body: Buffer | undefined };

/**
 * What it answered, or why it did not. That there is none is an answer, too; to be told that one
 * may not ask is trouble.
 */
async function askOnce(at: BucketConfig, { method, key, body }: Asked): Promise<Response | string> {
  const url = new URL(`${at.endpoint}/${at.bucket}/${key}`);
  const headers = { ...(body && { "content-type": "image/webp" }) };
  try {
    const answer = await fetch(url, {
      method,
      headers: signS3Request({ method, url, headers, ...(body && { body }) }, at, new Date()),
      ...(body && { body: new Uint8Array(body) }),
      redirect: "error",
      signal: AbortSignal.timeout(patience),
    });
    if (answer.ok) return answer;
    // What stands in it is of no use, and holds the connection.
    await answer.body?.cancel();
    return answer.status === 404 && !body ? answer : `it said ${answer.status}`;
  } catch (error) {
    return error instanceof Error ? String(error.cause ?? error.message) : String(error);
  }
}
