import { argon2Sync } from "node:crypto";
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import type { HashingInput } from "./hash-in-thread.ts";

// On Linux this is the priority of the thread, elsewhere of the whole process.
if (process.platform === "linux") setPriority(10);

parentPort?.on("message", (work: HashingInput) => {
  const before = process.threadCpuUsage();
  const tag = argon2Sync("argon2id", work);
  const { user, system } = process.threadCpuUsage(before);
  parentPort?.postMessage({ tag, cpuMs: (user + system) / 1_000 });
});
