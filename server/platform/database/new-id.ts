import { createHash, randomUUIDv7 } from "node:crypto";

export function newId(): string {
  return randomUUIDv7();
}

/** As if it were new at this time. */
export function newIdAt(time: Date): string {
  return firstIdAt(time).slice(0, 14) + newId().slice(14);
}

export function deriveId(...words: (string | number)[]): string {
  const digest = createHash("sha256").update(JSON.stringify(words)).digest("hex");
  const variant = "89ab"[Number.parseInt(digest.slice(16, 17), 16) % 4];
  return digest.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_, first, second, third, fourth, fifth) =>
      `${first}-${second}-8${third}-${variant}${fourth}-${fifth}`,
  );
}

export function timeFromId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

export function firstIdAt(time: Date): string {
  const beginning = Math.max(0, time.getTime()).toString(16).padStart(12, "0");
  return `${beginning.slice(0, 8)}-${beginning.slice(8, 12)}-0000-0000-000000000000`;
}
