// Replaces Argon2id in tests that are not about passwords.
import { createHash } from "node:crypto";
import type { HashingInput, HashResult } from "#server/modules/identity/hash-in-thread.ts";

export async function hashFast({ message, nonce }: HashingInput): Promise<HashResult> {
  return { tag: createHash("sha256").update(nonce).update(message).digest(), cpuMs: 0 };
}
