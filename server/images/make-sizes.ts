// Makes of any picture the ones that we keep.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { deserialize } from "node:v8";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { Turns } from "#server/limits/turns.ts";
import { checkPicture } from "./check-picture.ts";
import { unreadableCode } from "./decoder.ts";
import type { ImageSizes } from "./image-store.ts";

/** One at a time: the largest take a core and, while they are read, hundreds of megabytes. */
const turns = new Turns(1, 16);

const unreadable = refuse("invalid", "That picture cannot be read. Please choose another one.");

type CannotBeMade = Refusal<"unsupported-media-type" | "too-large" | "invalid">;

export async function makeSizes(bytes: Buffer): Promise<ImageSizes | CannotBeMade> {
  return turns.take(
    async () => (await checkPicture(bytes)) ?? (await readElsewhere(bytes)) ?? unreadable,
  );
}

const program = join(import.meta.dirname, "picture-process.ts");

/** In a process of its own, which knows no secrets either. */
async function readElsewhere(bytes: Buffer): Promise<ImageSizes | undefined> {
  const child = spawn(process.execPath, [program], { env: {}, stdio: ["pipe", "pipe", "ignore"] });
  // It may end before it has heard everything.
  child.stdin.on("error", () => {});
  child.stdin.end(bytes);
  const [made, [code, signal]] = await Promise.all([buffer(child.stdout), once(child, "close")]);
  if (code === 0) return deserialize(made);
  if (signal) console.error(`A picture ended the process that read it: ${signal}`);
  else if (code !== unreadableCode) throw new Error(`No picture can be read: exit code ${code}`);
  return undefined;
}
