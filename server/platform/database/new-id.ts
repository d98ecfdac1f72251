import { createHash, randomUUIDv7 } from "node:crypto";

/** Ids that nobody can guess and that lie together in an index because they begin with time. */
export function newId(): string {
  return randomUUIDv7();
}

/** The same id for the same words: what is stored under it is stored once, however often it comes. */
export function deriveId(...words: (string | number)[]): string {
  const digest = createHash("sha256").update(JSON.stringify(words)).digest("hex");
  const variant = "89ab"[Number.parseInt(digest.slice(16, 17), 16) % 4];
  return digest.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_, first, second, third, fourth, fifth) =>
      `${first}-${second}-8${third}-${variant}${fourth}-${fifth}`,
  );
}

/** When an id was made. */
export function timeFromId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** Ids made at that time or later are not below this one, and all earlier ones are. */
export function firstIdAt(time: Date): string {
  const beginning = Math.max(0, time.getTime()).toString(16).padStart(12, "0");
  return `${beginning.slice(0, 8)}-${beginning.slice(8, 12)}-0000-0000-000000000000`;
}
