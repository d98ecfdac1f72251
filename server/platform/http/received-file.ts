import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { refuse } from "#contract/refusals.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { RefusalError } from "./refusal-error.ts";

/** On the disk until it is closed, so that slow uploads hold no memory. */
export type ReceivedFile = {
  read(): Promise<Buffer>;
  stream(): AsyncIterable<Buffer>;
  close(): Promise<void>;
};

export async function storeReceived(
  chunks: AsyncIterable<Buffer>,
  folder: string,
): Promise<ReceivedFile> {
  const file = await createNameless(folder).catch(unavailable);
  try {
    for await (const chunk of chunks) await file.write(chunk).catch(unavailable);
  } catch (error) {
    await file.close();
    throw error;
  }
  const stream = () => file.createReadStream({ start: 0, autoClose: false });
  return {
    read: () => buffer(stream()),
    stream,
    close: () => file.close(),
  };
}

/** Nothing is left of it if the process ends. */
async function createNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, crypto.randomUUID());
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}

function unavailable(err: unknown): never {
  log.error({ err }, "An upload could not be stored");
  throw new RefusalError(
    refuse("unavailable", "There is no room for files right now. Please try again later."),
  );
}
