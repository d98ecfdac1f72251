// An outside image host: a form with `image` goes there, an answer with the picture's address
// comes back.
import * as z from "zod/mini";
import { pictureUrl } from "#contract/fields.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import type { PictureFilter } from "#server/platform/config/picture-filter.ts";
import { log } from "#server/platform/telemetry/log/log.ts";

export type ImageHostConfig = {
  url: string;
  key: string | undefined;
  /** What the shop shows of an address; nothing where its pictures cannot be. */
  show: PictureFilter;
};

/** Somebody is waiting; in milliseconds. */
const patience = 15_000;
const longestAnswer = 64 * 1024;

const answered = z.object({
  success: z.literal(true),
  data: z.object({ url: pictureUrl.check(z.regex(/^https?:/i)) }),
});

const unavailable = refuse(
  "unavailable",
  "The picture could not be stored just now. Please try again shortly.",
);

export async function sendToImageHost(
  host: ImageHostConfig,
  picture: Buffer,
): Promise<string | Refusal<"unavailable">> {
  try {
    return await send(host, picture);
  } catch (error) {
    // Of the error only what it says: the address that was asked carries the key.
    const reason = error instanceof Error ? error.message : "";
    log.error(`The image host at ${new URL(host.url).host} kept no picture: ${reason}`);
    return unavailable;
  }
}

async function send({ url, key, show }: ImageHostConfig, picture: Buffer): Promise<string> {
  const address = new URL(url);
  if (key) address.searchParams.set("key", key);
  const form = new FormData();
  form.set("image", new Blob([new Uint8Array(picture)], { type: "image/webp" }), "picture.webp");
  const response = await fetch(address, {
    method: "POST",
    body: form,
    redirect: "error",
    signal: AbortSignal.timeout(patience),
  });
  const read = answered.safeParse(JSON.parse(await readText(response)));
  if (!response.ok || !read.success) {
    throw new Error(`status ${response.status}, and not the answer that was expected`);
  }
  const shown = show(read.data.data.url);
  if (!shown) {
    const { origin } = new URL(read.data.data.url);
    throw new Error(`its pictures are at ${origin}: set IMAGE_HOST_PUBLIC_URL`);
  }
  return shown;
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > longestAnswer) throw new Error("an answer without end");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
