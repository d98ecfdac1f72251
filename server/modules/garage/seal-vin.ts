import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { VinKeys } from "#server/platform/config/vin-keys.ts";

const cipherName = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

export type Sealed = { vinKey: string | null; vinSealed: Buffer | null };

/** Bound to its car: what is sealed for one opens for no other. */
export function sealVin(keys: VinKeys, carId: string, vin: string | null): Sealed {
  const [newest] = keys;
  if (vin === null || !newest) return { vinKey: null, vinSealed: null };
  const [name, key] = newest;
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(cipherName, key, iv).setAAD(Buffer.from(carId));
  const sealed = Buffer.concat([
    iv,
    cipher.update(vin, "utf8"),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return { vinKey: name, vinSealed: sealed };
}

/** Null if there is none, or if the shop no longer has its key. */
export function openVin(
  keys: VinKeys,
  carId: string,
  { vinKey, vinSealed }: Sealed,
): string | null {
  const key = keys.get(vinKey ?? "");
  if (!key || !vinSealed) return null;
  const iv = vinSealed.subarray(0, ivBytes);
  const text = vinSealed.subarray(ivBytes, -tagBytes);
  const cipher = createDecipheriv(cipherName, key, iv)
    .setAAD(Buffer.from(carId))
    .setAuthTag(vinSealed.subarray(-tagBytes));
  return Buffer.concat([cipher.update(text), cipher.final()]).toString("utf8");
}
