// Argon2id occupies a core, so threads of low priority compute it and other requests go first.
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
const idle: Worker[] = [];

export type HashResult = { tag: Buffer; cpuMs: number };

export async function hashInThread(work: HashingInput): Promise<HashResult> {
  const thread = idle.pop() ?? new Worker(program);
  thread.ref();
  thread.postMessage(work);
  // A thread that fails ends and is not reused.
  const [{ tag, cpuMs }] = await once(thread, "message");
  thread.unref();
  idle.push(thread);
  return { tag: Buffer.from(tag), cpuMs };
}
