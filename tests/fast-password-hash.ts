// Nearly every test signs somebody up, and Argon2id takes a core for 40 ms each time, by intent. Who
// is about passwords is run without this (vitest.config.ts), and so is every program that is started.
import { vi } from "vitest";
import { hashFast } from "./hash-fast.ts";

vi.mock(import("#server/modules/identity/hash-in-thread.ts"), () => ({
  hashInThread: hashFast,
}));
