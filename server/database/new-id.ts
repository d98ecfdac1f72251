import { randomUUIDv7 } from "node:crypto";

/** Ids that nobody can guess and that lie together in an index because they begin with time. */
export function newId(): string {
  return randomUUIDv7();
}

/** When an id was made. */
export function timeOf(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** Ids made at that time or later are not below this one, and all earlier ones are. */
export function firstIdAt(time: Date): string {
  const beginning = Math.max(0, time.getTime()).toString(16).padStart(12, "0");
  return `${beginning.slice(0, 8)}-${beginning.slice(8, 12)}-0000-0000-000000000000`;
}
