import * as z from "zod/mini";
import { pictureUrl } from "#contract/fields.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import type { PictureFilter } from "#server/platform/config/picture-filter.ts";
import { log } from "#server/platform/telemetry/log/log.ts";

export type ImageHostConfig = {
  url: string;
  key: string | undefined;
  filterPicture: PictureFilter;
};

const timeoutMs = 15_000;
const maxResponseBytes = 64 * 1024;

const responseSchema = z.object({
  success: z.literal(true),
  data: z.object({ url: pictureUrl.check(z.regex(/^https?:/i)) }),
});

const unavailable = refuse(
  "unavailable",
  "The picture could not be stored right now. Please try again shortly.",
);

export async function sendToImageHost(
  host: ImageHostConfig,
  picture: Buffer,
): Promise<string | Refusal<"unavailable">> {
  try {
    return await send(host, picture);
  } catch (error) {
    // Only the message: the requested address contains the key.
    const reason = error instanceof Error ? error.message : "";
    log.error(`Could not store a picture at ${new URL(host.url).host}: ${reason}`);
    return unavailable;
  }
}

async function send(
  { url, key, filterPicture }: ImageHostConfig,
  picture: Buffer,
): Promise<string> {
  const address = new URL(url);
  if (key) address.searchParams.set("key", key);
  const form = new FormData();
  form.set("image", new Blob([new Uint8Array(picture)], { type: "image/webp" }), "picture.webp");
  const response = await fetch(address, {
    method: "POST",
    body: form,
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  const parsed = responseSchema.safeParse(JSON.parse(await readText(response)));
  if (!response.ok || !parsed.success) {
    throw new Error(`status ${response.status} with an unexpected response`);
  }
  const allowed = filterPicture(parsed.data.data.url);
  if (!allowed) {
    const { origin } = new URL(parsed.data.data.url);
    throw new Error(`its pictures are at ${origin}: set IMAGE_HOST_PUBLIC_URL`);
  }
  return allowed;
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxResponseBytes) throw new Error("the response is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
