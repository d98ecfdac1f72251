import { randomBytes } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export function newId(kind: string, length = 24): string {
  const bytes = randomBytes(length);
  return `${kind}_${Array.from(bytes, (byte) => letters[byte % letters.length]).join("")}`;
}

export function now(): number {
  return Math.floor(Date.now() / 1000);
}
