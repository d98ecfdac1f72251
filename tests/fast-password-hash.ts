// Argon2id takes 40 ms of a core by intent, and nearly every test signs somebody up. Tests of passwords
// run without this (vitest.config.ts).
import { vi } from "vitest";
import { hashFast } from "./hash-fast.ts";

vi.mock(import("#server/modules/identity/hash-in-thread.ts"), () => ({
  hashInThread: hashFast,
}));
