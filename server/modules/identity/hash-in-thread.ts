// Hashing takes a core for as long as it lasts, so threads of low priority do it: whoever wants
// something else of the shop meanwhile goes first.
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

export type HashingInput = {
  message: string;
  nonce: Uint8Array;
  memory: number;
  passes: number;
  parallelism: number;
  tagLength: number;
};

const program = join(import.meta.dirname, "hashing-thread.ts");
/** As many as ever worked at once. */
const idle: Worker[] = [];

/** The hash, and how much time of a core it took. */
export type HashResult = { tag: Buffer; cpuMs: number };

export async function hashInThread(work: HashingInput): Promise<HashResult> {
  const thread = idle.pop() ?? new Worker(program);
  // It keeps the program from ending only while it works.
  thread.ref();
  thread.postMessage(work);
  // One that fails ends, and is not used again.
  const [{ tag, cpuMs }] = await once(thread, "message");
  thread.unref();
  idle.push(thread);
  return { tag: Buffer.from(tag), cpuMs };
}
