// What a browser or a letter holds is random and says nothing; what we keep is its hash, so that
// a copy of the database opens no door.
import { createHash, randomBytes } from "node:crypto";

export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** A fast hash is enough: 256 random bits cannot be guessed. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
