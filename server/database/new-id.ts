import { randomUUIDv7 } from "node:crypto";

/** Ids that nobody can guess and that lie together in an index because they begin with time. */
export function newId(): string {
  return randomUUIDv7();
}
